/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Transposed convolutions along one axis: which taps of the kernel meet at an output element.
 */
#ifndef CMLIR_TRANSPOSE_CONV_H
#define CMLIR_TRANSPOSE_CONV_H

#include "cmlir_core.h"

/*
 * One axis. Output element y takes in tap k from input element (y + padding - k * dilation) /
 * stride, where that is an integer inside the input.
 */
typedef struct {
    int32_t stride;
    int32_t padding;
    int32_t dilation;
    int32_t kernel;
    int32_t input;
    int32_t output;
} cmlir_spread;

/* The taps of the output elements y with (y + padding) % stride == phase: first, first + step, .. */
typedef struct {
    int32_t first;
    int32_t step;
    int32_t count;
    int32_t back; /* input elements from a tap's to the next one's, which lies before it */
} cmlir_phase;

static inline cmlir_phase cmlir_phase_of(const cmlir_spread *axis, int32_t phase)
{
    int32_t step = 1;
    while (step * axis->dilation % axis->stride != 0) {
        step++;
    }
    cmlir_phase found = {0, step, 0, step * axis->dilation / axis->stride};
    while (found.first < step && found.first * axis->dilation % axis->stride != phase) {
        found.first++;
    }
    if (found.first < step && found.first < axis->kernel) {
        found.count = (axis->kernel - found.first + step - 1) / step;
    }
    return found;
}

/* The first output element of a phase */
static inline int32_t cmlir_phase_start(const cmlir_spread *axis, int32_t phase)
{
    const int32_t start = (phase - axis->padding) % axis->stride;
    return start < 0 ? start + axis->stride : start;
}

/* The input element that the first tap of an output element's phase reads; a phase without taps has
 * none. */
static inline int32_t
cmlir_first_source(const cmlir_spread *axis, const cmlir_phase *phase, int32_t out)
{
    return (out + axis->padding - phase->first * axis->dilation) / axis->stride;
}

static inline cmlir_spread cmlir_spread_of_rows(const cmsis_nn_transpose_conv_params *params,
                                                const cmsis_nn_dims *input,
                                                const cmsis_nn_dims *filter,
                                                const cmsis_nn_dims *output)
{
    const cmlir_spread rows = {params->stride.h, params->padding.h, params->dilation.h,
                               filter->h,        input->h,          output->h};
    return rows;
}

static inline cmlir_spread cmlir_spread_of_columns(const cmsis_nn_transpose_conv_params *params,
                                                   const cmsis_nn_dims *input,
                                                   const cmsis_nn_dims *filter,
                                                   const cmsis_nn_dims *output)
{
    const cmlir_spread columns = {params->stride.w, params->padding.w, params->dilation.w,
                                  filter->w,        input->w,          output->w};
    return columns;
}

#endif
