/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The parts of recurrent layers (cmlir_nn.h). Gates have 24 bits behind the point.
 */
#ifndef CMLIR_RECURRENT_H
#define CMLIR_RECURRENT_H

#include "cmlir_core.h"
#include "cmlir_nn.h"

enum { CMLIR_GATE_BITS = 24 };

static inline int32_t cmlir_add_saturating(int32_t a, int32_t b)
{
    const int64_t sum = (int64_t)a + b;
    if (sum > INT32_MAX) {
        return INT32_MAX;
    }
    return sum < INT32_MIN ? INT32_MIN : (int32_t)sum;
}

/* 1 / (1 + exp(-|x|)) in Q0.31, x with 24 - n bits behind the point */
static inline int32_t cmlir_logistic(int32_t x, int32_t n)
{
    const int32_t below = cmlir_shift_left_saturating(x < 0 ? x : -x, n + 2);
    return cmlir_one_over_one_plus(cmlir_exp_on_negative_values(below));
}

/* The order of steps */
static inline int32_t cmlir_recurrent_step(const cmlir_recurrent_params *params, int32_t index)
{
    return params->reverse != 0 ? params->steps - 1 - index : index;
}

/* Where the vectors of one step of one sequence begin, `size` elements each */
static inline ptrdiff_t
cmlir_recurrent_place(const cmlir_recurrent_params *params, int32_t step, int32_t b, int32_t size)
{
    return ((ptrdiff_t)step * params->batch + b) * size;
}

/* The code of h */
static inline int8_t cmlir_recurrent_code(const cmlir_recurrent_params *params, int32_t x)
{
    const int32_t scaled = cmlir_requantize(x, params->multiplier, params->shift);
    return (int8_t)cmlir_clamp(cmlir_add_wrapping(scaled, params->out_offset),
                               params->activation.min, params->activation.max);
}

/* Some of the rows of the two weight matrices, which a code times is a part of gates */
typedef struct {
    const int8_t *codes;
    const int8_t *weights; /* [rows][depth] */
    const int32_t *sums;
    const int32_t *multiplier;
    const int32_t *shift;
    int32_t rows;
    int32_t depth;
} cmlir_gate_half_args;

/* halves[j] = DHM(SHL(sums[j] + sum_k codes[k] * weights[j][k], shift[j]), multiplier[j]) */
void cmlir_gate_half(const cmlir_gate_half_args *args, int32_t *halves);

/* The arguments for `rows` gates from row `first` on, of the input and of h */
cmlir_gate_half_args cmlir_gate_of_input(const int8_t *in,
                                         const cmlir_recurrent_weights *weights,
                                         const cmlir_recurrent_params *params,
                                         int32_t first,
                                         int32_t rows);
cmlir_gate_half_args cmlir_gate_of_hidden(const int8_t *hidden,
                                          const cmlir_recurrent_weights *weights,
                                          const cmlir_recurrent_params *params,
                                          int32_t first,
                                          int32_t rows);

/* gates[0..rows) are those from row `first` on; halves [rows] is working memory */
void cmlir_gates(const int8_t *in,
                 const int8_t *hidden,
                 const cmlir_recurrent_weights *weights,
                 const cmlir_recurrent_params *params,
                 int32_t first,
                 int32_t rows,
                 int32_t *gates,
                 int32_t *halves);

/* sigmoid or tanh of each of `size` gates, in place, Q0.31 */
void cmlir_gate_sigmoid(int32_t *gates, int32_t size);
void cmlir_gate_tanh(int32_t *gates, int32_t size);

/* cell[i] = keep(a[i], cell[i], b[i], n[i]) */
void cmlir_keep_cells(const int32_t *a,
                      const int32_t *b,
                      const int32_t *n,
                      int32_t bits,
                      int16_t *cell,
                      int32_t size);

/* out[i] = code(DHM(sigmoid(o[i]), tanh(cell[i]))); o and tanhs [hidden_size] are overwritten */
void cmlir_lstm_output(int32_t *o,
                       const int16_t *cell,
                       const cmlir_recurrent_params *params,
                       int32_t *tanhs,
                       int8_t *out);

/* One step of one sequence: cell is updated, and from it out is made unless that is NULL. hidden may
 * be out. gates: 8 * hidden_size. */
void cmlir_lstm_step(const int8_t *in,
                     const int8_t *hidden,
                     const cmlir_recurrent_weights *weights,
                     const cmlir_recurrent_params *params,
                     int32_t *gates,
                     int16_t *cell,
                     int8_t *out);

/* Likewise; gates: 6 * hidden_size. */
void cmlir_gru_step(const int8_t *in,
                    const int8_t *hidden,
                    const cmlir_recurrent_weights *weights,
                    const cmlir_recurrent_params *params,
                    int32_t *gates,
                    int16_t *cell,
                    int8_t *out);

typedef void cmlir_recurrent_step_function(const int8_t *in,
                                           const int8_t *hidden,
                                           const cmlir_recurrent_weights *weights,
                                           const cmlir_recurrent_params *params,
                                           int32_t *gates,
                                           int16_t *cell,
                                           int8_t *out);

/* All steps of a layer that keeps cells, with `gates` ints of working memory in front of the scratch:
 * every h, or every c. */
arm_cmsis_nn_status cmlir_recurrent_hidden(const int8_t *in,
                                           const int8_t *hidden,
                                           const int16_t *cell,
                                           const cmlir_recurrent_weights *weights,
                                           const cmlir_recurrent_params *params,
                                           cmlir_recurrent_step_function *step,
                                           int32_t gates,
                                           void *scratch,
                                           int8_t *out);
arm_cmsis_nn_status cmlir_recurrent_cells(const int8_t *in,
                                          const int8_t *hidden,
                                          const int16_t *cell,
                                          const cmlir_recurrent_weights *weights,
                                          const cmlir_recurrent_params *params,
                                          cmlir_recurrent_step_function *step,
                                          int32_t gates,
                                          void *scratch,
                                          int16_t *out);

#endif
