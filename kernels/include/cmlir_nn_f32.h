/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Kernels that compute in float: for what a program leaves unquantized. The conventions of
 * cmlir_nn.h hold. They are written for the same bits everywhere rather than for speed, use no
 * mathematical library, and NaN in gives NaN out.
 */
#ifndef CMLIR_NN_F32_H
#define CMLIR_NN_F32_H

#include "arm_nn_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Functions of one number. Those that are no IEEE operation are computed in double precision and
 * rounded once: what comes out is the float nearest to the real value, but for one in millions,
 * where it is a neighbour of that. `out` may be `in` itself.
 */
arm_cmsis_nn_status cmlir_exp_f32(const float *in, float *out, int32_t size); /* e^x */
arm_cmsis_nn_status cmlir_exp2_f32(const float *in, float *out, int32_t size); /* 2^x */
arm_cmsis_nn_status cmlir_expm1_f32(const float *in, float *out, int32_t size); /* e^x - 1 */
arm_cmsis_nn_status cmlir_log_f32(const float *in, float *out, int32_t size); /* ln(x) */
arm_cmsis_nn_status cmlir_log2_f32(const float *in, float *out, int32_t size); /* ln(x) / ln(2) */
arm_cmsis_nn_status cmlir_log10_f32(const float *in, float *out, int32_t size); /* ln(x) / ln(10) */
arm_cmsis_nn_status cmlir_log1p_f32(const float *in, float *out, int32_t size); /* ln(1 + x) */
arm_cmsis_nn_status cmlir_erf_f32(const float *in, float *out, int32_t size); /* erf(x) */
arm_cmsis_nn_status cmlir_erfc_f32(const float *in, float *out, int32_t size); /* 1 - erf(x) */
/* 1 / (1 + e^-x) */
arm_cmsis_nn_status cmlir_sigmoid_f32(const float *in, float *out, int32_t size);
/* ln(1 / (1 + e^-x)) */
arm_cmsis_nn_status cmlir_log_sigmoid_f32(const float *in, float *out, int32_t size);
arm_cmsis_nn_status cmlir_silu_f32(const float *in, float *out, int32_t size); /* x / (1 + e^-x) */
/* x * tanh(ln(1 + e^x)) */
arm_cmsis_nn_status cmlir_mish_f32(const float *in, float *out, int32_t size);
arm_cmsis_nn_status cmlir_tanh_f32(const float *in, float *out, int32_t size); /* tanh(x) */
arm_cmsis_nn_status cmlir_sin_f32(const float *in, float *out, int32_t size); /* sin(x) */
arm_cmsis_nn_status cmlir_cos_f32(const float *in, float *out, int32_t size); /* cos(x) */
arm_cmsis_nn_status cmlir_atan_f32(const float *in, float *out, int32_t size); /* arctan(x) */
arm_cmsis_nn_status cmlir_tan_f32(const float *in, float *out, int32_t size); /* tan(x) */
arm_cmsis_nn_status cmlir_asin_f32(const float *in, float *out, int32_t size); /* arcsin(x) */
arm_cmsis_nn_status cmlir_acos_f32(const float *in, float *out, int32_t size); /* arccos(x) */
arm_cmsis_nn_status cmlir_sinh_f32(const float *in, float *out, int32_t size); /* sinh(x) */
arm_cmsis_nn_status cmlir_cosh_f32(const float *in, float *out, int32_t size); /* cosh(x) */
arm_cmsis_nn_status cmlir_asinh_f32(const float *in, float *out, int32_t size); /* arsinh(x) */
arm_cmsis_nn_status cmlir_acosh_f32(const float *in, float *out, int32_t size); /* arcosh(x) */
arm_cmsis_nn_status cmlir_atanh_f32(const float *in, float *out, int32_t size); /* artanh(x) */
/* x * (1 + erf(x / sqrt(2))) / 2 */
arm_cmsis_nn_status cmlir_gelu_f32(const float *in, float *out, int32_t size);
/* x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3))) / 2 */
arm_cmsis_nn_status cmlir_gelu_tanh_f32(const float *in, float *out, int32_t size);
/* x rounded towards 0 */
arm_cmsis_nn_status cmlir_trunc_f32(const float *in, float *out, int32_t size);
arm_cmsis_nn_status cmlir_floor_f32(const float *in, float *out, int32_t size); /* x rounded down */
arm_cmsis_nn_status cmlir_ceil_f32(const float *in, float *out, int32_t size); /* x rounded up */
/* x rounded, ties to even */
arm_cmsis_nn_status cmlir_round_f32(const float *in, float *out, int32_t size);
arm_cmsis_nn_status cmlir_abs_f32(const float *in, float *out, int32_t size); /* |x| */
arm_cmsis_nn_status cmlir_sign_f32(const float *in, float *out, int32_t size); /* -1, 0 or 1 */
arm_cmsis_nn_status cmlir_sqrt_f32(const float *in, float *out, int32_t size); /* x^(1/2) */
arm_cmsis_nn_status cmlir_rsqrt_f32(const float *in, float *out, int32_t size); /* 1 / x^(1/2) */
/* min(max(x + 3, 0), 6) / 6 */
arm_cmsis_nn_status cmlir_hardsigmoid_f32(const float *in, float *out, int32_t size);
/* x * min(max(x + 3, 0), 6) / 6 */
arm_cmsis_nn_status cmlir_hardswish_f32(const float *in, float *out, int32_t size);

/*
 * The same with parameters:
 *     softplus     ln(1 + e^(beta * x)) / beta, but x where beta * x > threshold
 *     elu          scale * x above 0, else scale * alpha * (e^(input_scale * x) - 1)
 *     leaky_relu   x above 0, else slope * x
 *     hardshrink   x, but 0 in -lambd..lambd
 *     softshrink   x moved towards 0 by lambd, but not past it
 *     threshold    x above the threshold, else value
 */
arm_cmsis_nn_status
cmlir_softplus_f32(const float *in, float *out, int32_t size, float beta, float threshold);
arm_cmsis_nn_status cmlir_elu_f32(const float *in,
                                  float *out,
                                  int32_t size,
                                  float alpha,
                                  float scale,
                                  float input_scale);
arm_cmsis_nn_status cmlir_leaky_relu_f32(const float *in, float *out, int32_t size, float slope);
arm_cmsis_nn_status cmlir_hardshrink_f32(const float *in, float *out, int32_t size, float lambd);
arm_cmsis_nn_status cmlir_softshrink_f32(const float *in, float *out, int32_t size, float lambd);
arm_cmsis_nn_status
cmlir_threshold_f32(const float *in, float *out, int32_t size, float threshold, float value);

/*
 * Functions of two numbers, on operands that may repeat along axes: element [i0][i1].. of a result
 * of shape dims[rank] comes from
 *     input_1[i0 * strides[0] + ..] and input_2[i0 * strides[rank] + ..]
 * rank 1..8; strides in elements, may be 0 or negative. maximum and minimum give NaN if either is
 * NaN. pow is input_1^input_2, NaN for a broken power of a negative number. `out` may be an input
 * with the strides of `out` itself; else it must not overlap what is read. ARM_CMSIS_NN_ARG_ERROR
 * for another rank or a negative dim.
 */
arm_cmsis_nn_status cmlir_broadcast_add_f32(const float *input_1,
                                            const float *input_2,
                                            int32_t rank,
                                            const int32_t *dims,
                                            const int32_t *strides,
                                            float *out);
arm_cmsis_nn_status cmlir_broadcast_sub_f32(const float *input_1,
                                            const float *input_2,
                                            int32_t rank,
                                            const int32_t *dims,
                                            const int32_t *strides,
                                            float *out);
arm_cmsis_nn_status cmlir_broadcast_mul_f32(const float *input_1,
                                            const float *input_2,
                                            int32_t rank,
                                            const int32_t *dims,
                                            const int32_t *strides,
                                            float *out);
arm_cmsis_nn_status cmlir_broadcast_div_f32(const float *input_1,
                                            const float *input_2,
                                            int32_t rank,
                                            const int32_t *dims,
                                            const int32_t *strides,
                                            float *out);
arm_cmsis_nn_status cmlir_broadcast_maximum_f32(const float *input_1,
                                                const float *input_2,
                                                int32_t rank,
                                                const int32_t *dims,
                                                const int32_t *strides,
                                                float *out);
arm_cmsis_nn_status cmlir_broadcast_minimum_f32(const float *input_1,
                                                const float *input_2,
                                                int32_t rank,
                                                const int32_t *dims,
                                                const int32_t *strides,
                                                float *out);
arm_cmsis_nn_status cmlir_broadcast_pow_f32(const float *input_1,
                                            const float *input_2,
                                            int32_t rank,
                                            const int32_t *dims,
                                            const int32_t *strides,
                                            float *out);
/* The angle of the point (input_2, input_1), -pi..pi */
arm_cmsis_nn_status cmlir_broadcast_atan2_f32(const float *input_1,
                                              const float *input_2,
                                              int32_t rank,
                                              const int32_t *dims,
                                              const int32_t *strides,
                                              float *out);
/* |input_1| with the sign of input_2 */
arm_cmsis_nn_status cmlir_broadcast_copysign_f32(const float *input_1,
                                                 const float *input_2,
                                                 int32_t rank,
                                                 const int32_t *dims,
                                                 const int32_t *strides,
                                                 float *out);
/* What input_1 / input_2, rounded towards 0, leaves of input_1; exact */
arm_cmsis_nn_status cmlir_broadcast_fmod_f32(const float *input_1,
                                             const float *input_2,
                                             int32_t rank,
                                             const int32_t *dims,
                                             const int32_t *strides,
                                             float *out);
/* The same for a quotient rounded down, with the sign of input_2 */
arm_cmsis_nn_status cmlir_broadcast_remainder_f32(const float *input_1,
                                                  const float *input_2,
                                                  int32_t rank,
                                                  const int32_t *dims,
                                                  const int32_t *strides,
                                                  float *out);
/* input_1 / input_2 rounded down */
arm_cmsis_nn_status cmlir_broadcast_floor_divide_f32(const float *input_1,
                                                     const float *input_2,
                                                     int32_t rank,
                                                     const int32_t *dims,
                                                     const int32_t *strides,
                                                     float *out);

/*
 * out[o][r][i] = sums or products of in[o][0..r][i], in [outer][size][inner]: in order in double
 * precision, each rounded once; or the largest or smallest, NaN from the first one on. `out` may be
 * `in`.
 */
arm_cmsis_nn_status
cmlir_cumsum_f32(const float *in, int32_t outer, int32_t size, int32_t inner, float *out);
arm_cmsis_nn_status
cmlir_cumprod_f32(const float *in, int32_t outer, int32_t size, int32_t inner, float *out);
arm_cmsis_nn_status
cmlir_cummax_f32(const float *in, int32_t outer, int32_t size, int32_t inner, float *out);
arm_cmsis_nn_status
cmlir_cummin_f32(const float *in, int32_t outer, int32_t size, int32_t inner, float *out);

/*
 * Reductions of in [outer][reduced][inner] to out [outer][inner], over r of in[o][r][i]. Sums go in
 * order, in double precision, and are rounded once. max, min and their first indices: NaN counts as
 * beyond all numbers. reduced is 1 or more. `out` must not overlap `in`.
 */
arm_cmsis_nn_status
cmlir_sum_f32(const float *in, int32_t outer, int32_t reduced, int32_t inner, float *out);
arm_cmsis_nn_status
cmlir_mean_f32(const float *in, int32_t outer, int32_t reduced, int32_t inner, float *out);
arm_cmsis_nn_status
cmlir_max_f32(const float *in, int32_t outer, int32_t reduced, int32_t inner, float *out);
arm_cmsis_nn_status
cmlir_min_f32(const float *in, int32_t outer, int32_t reduced, int32_t inner, float *out);
arm_cmsis_nn_status
cmlir_argmax_f32(const float *in, int32_t outer, int32_t reduced, int32_t inner, int64_t *out);
arm_cmsis_nn_status
cmlir_argmin_f32(const float *in, int32_t outer, int32_t reduced, int32_t inner, int64_t *out);

/*
 * Softmax of rows, e^(x - max) / sum of e^(x - max), and its logarithm. The exponentials and their
 * sum, which goes in order, are double precision; softmax rounds each exponential to float before
 * it divides. A row of -inf alone gives NaN, but 0 in safe_softmax. `out` may be `in` itself.
 */
arm_cmsis_nn_status
cmlir_softmax_f32(const float *in, int32_t num_rows, int32_t row_size, float *out);
arm_cmsis_nn_status
cmlir_safe_softmax_f32(const float *in, int32_t num_rows, int32_t row_size, float *out);
arm_cmsis_nn_status
cmlir_log_softmax_f32(const float *in, int32_t num_rows, int32_t row_size, float *out);

/*
 * (x - mean) / sqrt(variance + epsilon) * weight + bias along rows; rms_norm leaves the mean out:
 * x / sqrt(mean(x^2) + epsilon) * weight + bias. weight and bias have row_size numbers; NULL leaves
 * them out. In double precision, sums in order, rounded once. `out` may be `in` itself.
 */
arm_cmsis_nn_status cmlir_layer_norm_f32(const float *in,
                                         int32_t num_rows,
                                         int32_t row_size,
                                         double epsilon,
                                         const float *weight,
                                         const float *bias,
                                         float *out);
arm_cmsis_nn_status cmlir_rms_norm_f32(const float *in,
                                       int32_t num_rows,
                                       int32_t row_size,
                                       double epsilon,
                                       const float *weight,
                                       const float *bias,
                                       float *out);

/*
 * out[n][h][i][j] = sum_k lhs[n][h][i][k] * rhs[n][h][j][k] + bias[j] in float, the sum in order
 * from 0, then the bias; NULL leaves it out. Dims are {n, h, rows, k} of lhs and rhs, and
 * {n, h, rows of lhs, rows of rhs} of out; n and h of an operand may be 1 and then repeat. `out`
 * must not overlap an operand.
 */
arm_cmsis_nn_status cmlir_matmul_f32(const cmsis_nn_dims *lhs_dims,
                                     const float *lhs,
                                     const cmsis_nn_dims *rhs_dims,
                                     const float *rhs,
                                     const float *bias,
                                     const cmsis_nn_dims *out_dims,
                                     float *out);

/*
 * Images {n, h, w, c}. Where windows of a convolution lie: at y * stride - padding + i * dilation of
 * an image whose elements are `spread` apart. padding may be negative.
 */
typedef struct {
    cmsis_nn_tile stride;
    cmsis_nn_tile padding;
    cmsis_nn_tile dilation;
    cmsis_nn_tile spread;
} cmlir_conv_places;

/* The sums of products with the filter [c_out][kh][kw][c_in / groups], in order from 0 in float, then
 * the bias; NULL leaves it out. What is not in the image adds nothing. */
arm_cmsis_nn_status cmlir_convolve_f32(const cmlir_conv_places *places,
                                       const cmsis_nn_dims *input_dims,
                                       const float *input,
                                       const cmsis_nn_dims *filter_dims,
                                       const float *filter,
                                       const float *bias,
                                       const cmsis_nn_dims *output_dims,
                                       float *output);

/* `count` elements of an axis from `start` on, at least one, all of them inside */
typedef struct {
    int32_t start;
    int32_t count;
} cmlir_span;

/* Which rows and columns of the input make each of the output's, and what sums are divided by */
typedef struct {
    const cmlir_span *rows;
    const cmlir_span *columns;
    int32_t row_dilation;
    int32_t column_dilation;
    const int32_t *row_divisors;
    const int32_t *column_divisors;
} cmlir_windows;

/* The largest number of each window, or its sum / (row divisor * column divisor): in order in
 * double precision, rounded once. */
arm_cmsis_nn_status cmlir_window_max_f32(const cmsis_nn_dims *input_dims,
                                         const float *input,
                                         const cmlir_windows *windows,
                                         const cmsis_nn_dims *output_dims,
                                         float *output);
arm_cmsis_nn_status cmlir_window_mean_f32(const cmsis_nn_dims *input_dims,
                                          const float *input,
                                          const cmlir_windows *windows,
                                          const cmsis_nn_dims *output_dims,
                                          float *output);

/* As cmlir_taps, with real weights */
typedef struct {
    const int32_t *places;
    const double *weights;
    int32_t taps;
} cmlir_real_taps;

/* Sums over columns, then over rows, in order in double precision, rounded once. */
arm_cmsis_nn_status cmlir_resample_f32(const cmsis_nn_dims *input_dims,
                                       const float *input,
                                       const cmlir_real_taps *rows,
                                       const cmlir_real_taps *columns,
                                       const cmsis_nn_dims *output_dims,
                                       float *output);

#ifdef __cplusplus
}
#endif

#endif
