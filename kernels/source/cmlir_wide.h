/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Codes of 8 or 16 bits, for kernels that take either.
 */
#ifndef CMLIR_WIDE_H
#define CMLIR_WIDE_H

#include "cmlir_core.h"
#include "cmlir_nn.h"

/* Element i; `bytes` is 1 or 2. */
static inline int32_t cmlir_load_code(const void *data, int32_t bytes, int32_t i)
{
    return bytes == 1 ? ((const int8_t *)data)[i] : ((const int16_t *)data)[i];
}

static inline void cmlir_store_code(void *data, int32_t bytes, int32_t i, int32_t code)
{
    if (bytes == 1) {
        ((int8_t *)data)[i] = (int8_t)code;
    } else {
        ((int16_t *)data)[i] = (int16_t)code;
    }
}

/* clamp(x + offset) of the activation's range */
static inline int32_t
cmlir_finish_code(int32_t x, int32_t offset, const cmsis_nn_activation *activation)
{
    return cmlir_clamp(cmlir_add_wrapping(x, offset), activation->min, activation->max);
}

/* Whether codes have 1 or 2 bytes */
static inline int cmlir_is_code_size(int32_t bytes)
{
    return bytes == 1 || bytes == 2;
}

/* Element i of a sum (cmlir_add_wide) */
static inline int32_t
cmlir_add_codes(const cmlir_add_params *params, const void *lhs, const void *rhs, int32_t i)
{
    const cmlir_add_operand *a = &params->input_1;
    const cmlir_add_operand *b = &params->input_2;
    const int32_t x = cmlir_add_wrapping(cmlir_load_code(lhs, a->bytes, i), a->offset);
    const int32_t y = cmlir_add_wrapping(cmlir_load_code(rhs, b->bytes, i), b->offset);
    const int32_t left = params->left_shift;
    const int32_t lhs_scaled = cmlir_requantize(cmlir_shift_left(x, left), a->multiplier, a->shift);
    const int32_t rhs_scaled = cmlir_requantize(cmlir_shift_left(y, left), b->multiplier, b->shift);
    const int32_t sum =
        cmlir_add_wrapping(lhs_scaled, params->subtract ? -rhs_scaled : rhs_scaled);
    const int32_t scaled = cmlir_requantize(sum, params->multiplier, params->shift);
    return cmlir_finish_code(scaled, params->out_offset, &params->activation);
}

/* Element i of a product (cmlir_mul_wide) */
static inline int32_t
cmlir_mul_codes(const cmlir_mul_params *params, const void *lhs, const void *rhs, int32_t i)
{
    const int32_t x =
        cmlir_add_wrapping(cmlir_load_code(lhs, params->input_1_bytes, i), params->input_1_offset);
    const int32_t y =
        cmlir_add_wrapping(cmlir_load_code(rhs, params->input_2_bytes, i), params->input_2_offset);
    const int32_t scaled =
        cmlir_requantize(cmlir_mul_wrapping(x, y), params->multiplier, params->shift);
    return cmlir_finish_code(scaled, params->out_offset, &params->activation);
}

/* The moments of a row of codes */
typedef struct {
    int32_t sum;
    int64_t squares;
} cmlir_wide_moments_t;

/* Sums over 1 to 16384 codes of 8 or 16 bits */
cmlir_wide_moments_t cmlir_row_moments_wide(const void *row, int32_t bytes, int32_t row_size);

/* Column i of a normalized row (cmlir_layer_norm_wide) whose code is x */
static inline int32_t
cmlir_norm_code(cmlir_norm_scale_t scale, const cmlir_norm_row_args *args, int32_t x, int32_t i)
{
    const int32_t u = cmlir_add_wrapping(cmlir_mul_wrapping(x, scale.step), scale.start);
    const int32_t t = cmlir_doubling_high_multiply(u, scale.inverse);
    const int32_t scaled = cmlir_doubling_high_multiply(t, args->multipliers[i]);
    const int32_t code = cmlir_add_wrapping(scaled, args->bias[i]) >> args->shift;
    return cmlir_clamp(code, args->act_min, args->act_max);
}

/* One row of cmlir_layer_norm_wide and cmlir_rms_norm_wide, given its scale. `out` may be `in`
 * itself if both have elements of one size. */
void cmlir_norm_row_wide(const void *in,
                         int32_t in_bytes,
                         void *out,
                         int32_t out_bytes,
                         cmlir_norm_scale_t scale,
                         const cmlir_norm_row_args *args);

#endif
