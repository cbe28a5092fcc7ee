/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Comparisons of all elements, for every type of element.
 */
#ifndef CMLIR_COMPARE_H
#define CMLIR_COMPARE_H

#include "cmlir_nn.h"

#define CMLIR_COMPARE_LOOP(lhs, operator, rhs)                                                     \
    for (int32_t i = 0; i < size; i++) {                                                           \
        out[i] = (lhs) operator (rhs);                                                             \
    }                                                                                              \
    return ARM_CMSIS_NN_SUCCESS

/* The body of a function (.., out, size, comparison) that compares two expressions in i. */
#define CMLIR_COMPARE_BODY(lhs, rhs)                                                               \
    switch (comparison) {                                                                          \
    case CMLIR_EQ:                                                                                 \
        CMLIR_COMPARE_LOOP(lhs, ==, rhs);                                                          \
    case CMLIR_NE:                                                                                 \
        CMLIR_COMPARE_LOOP(lhs, !=, rhs);                                                          \
    case CMLIR_LT:                                                                                 \
        CMLIR_COMPARE_LOOP(lhs, <, rhs);                                                           \
    case CMLIR_LE:                                                                                 \
        CMLIR_COMPARE_LOOP(lhs, <=, rhs);                                                          \
    case CMLIR_GT:                                                                                 \
        CMLIR_COMPARE_LOOP(lhs, >, rhs);                                                           \
    case CMLIR_GE:                                                                                 \
        CMLIR_COMPARE_LOOP(lhs, >=, rhs);                                                          \
    default:                                                                                       \
        return ARM_CMSIS_NN_ARG_ERROR;                                                             \
    }

#endif
