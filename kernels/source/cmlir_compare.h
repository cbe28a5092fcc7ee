/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The comparison of all elements with one number, for every type of element.
 */
#ifndef CMLIR_COMPARE_H
#define CMLIR_COMPARE_H

#include "cmlir_nn.h"

#define CMLIR_COMPARE_LOOP(operator)                                                               \
    for (int32_t i = 0; i < size; i++) {                                                           \
        out[i] = in[i] operator number;                                                            \
    }                                                                                              \
    return ARM_CMSIS_NN_SUCCESS

/* The body of a function (in, out, size, comparison, number) */
#define CMLIR_COMPARE_BODY                                                                         \
    switch (comparison) {                                                                          \
    case CMLIR_EQ:                                                                                 \
        CMLIR_COMPARE_LOOP(==);                                                                    \
    case CMLIR_NE:                                                                                 \
        CMLIR_COMPARE_LOOP(!=);                                                                    \
    case CMLIR_LT:                                                                                 \
        CMLIR_COMPARE_LOOP(<);                                                                     \
    case CMLIR_LE:                                                                                 \
        CMLIR_COMPARE_LOOP(<=);                                                                    \
    case CMLIR_GT:                                                                                 \
        CMLIR_COMPARE_LOOP(>);                                                                     \
    case CMLIR_GE:                                                                                 \
        CMLIR_COMPARE_LOOP(>=);                                                                    \
    default:                                                                                       \
        return ARM_CMSIS_NN_ARG_ERROR;                                                             \
    }

#endif
