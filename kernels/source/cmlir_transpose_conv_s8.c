/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"
#include "cmlir_transpose_conv.h"

typedef struct {
    const cmsis_nn_transpose_conv_params *params;
    const cmsis_nn_per_channel_quant_params *quant;
    cmlir_spread rows;
    cmlir_spread columns;
    int32_t channels; /* of the input */
    int32_t depth;    /* of a group's input */
    int32_t outputs;  /* channels of the output */
} layer;

/* All output pixels that the same taps meet at */
typedef struct {
    cmlir_phase rows;
    cmlir_phase columns;
    int32_t first_row;
    int32_t first_column;
    const int8_t *filter; /* [outputs][taps][depth] */
    const int32_t *sums;  /* [outputs] */
} phase_t;

static bool is_inside(int32_t place, int32_t size)
{
    return place >= 0 && place < size;
}

/* The input pixels of an output pixel's taps, of a group's channels, to window [taps][depth] */
static void gather(const layer *l, const phase_t *p, const int8_t *image, int32_t y, int32_t x, int8_t *window)
{
    const int8_t outside = (int8_t)-l->params->input_offset;
    const int32_t left = cmlir_first_source(&l->columns, &p->columns, x);
    int32_t row = cmlir_first_source(&l->rows, &p->rows, y);
    for (int32_t i = 0; i < p->rows.count; i++, row -= p->rows.back) {
        const int8_t *line = image + (ptrdiff_t)row * l->columns.input * l->channels;
        int32_t column = left;
        for (int32_t j = 0; j < p->columns.count; j++, column -= p->columns.back) {
            if (is_inside(row, l->rows.input) && is_inside(column, l->columns.input)) {
                memcpy(window, line + (ptrdiff_t)column * l->channels, (size_t)l->depth);
            } else {
                memset(window, outside, (size_t)l->depth);
            }
            window += l->depth;
        }
    }
}

/* The pixels of one row of the output that belong to the phase, of one group's channels */
static void one_row(const layer *l,
                    const phase_t *p,
                    int32_t group,
                    const int8_t *image,
                    int32_t y,
                    int8_t *rows,
                    int8_t *out)
{
    const int32_t count = l->outputs / (l->channels / l->depth);
    const int32_t first = group * count;
    const int32_t depth = p->rows.count * p->columns.count * l->depth;
    int32_t pixels = 0;
    for (int32_t x = p->first_column; x < l->columns.output; x += l->columns.stride, pixels++) {
        gather(l, p, image + (ptrdiff_t)group * l->depth, y, x, rows + (ptrdiff_t)pixels * depth);
    }
    const ptrdiff_t pixel = (ptrdiff_t)y * l->columns.output + p->first_column;
    const cmlir_matmul_nt_s8_args matmul = {
        .lhs = rows,
        .lhs_stride = depth,
        .rhs = p->filter + (ptrdiff_t)first * depth,
        .rhs_stride = depth,
        .sums = p->sums + first,
        .out = out + pixel * l->outputs + first,
        .out_stride = l->columns.stride * l->outputs,
        .rows = pixels,
        .cols = count,
        .depth = depth,
        .multiplier = l->quant->multiplier + first,
        .shift = l->quant->shift + first,
        .per_channel = 1,
        .output_offset = l->params->output_offset,
        .act_min = l->params->activation.min,
        .act_max = l->params->activation.max,
    };
    cmlir_matmul_nt_s8(&matmul);
}

static void
one_phase(const layer *l, const phase_t *p, const int8_t *image, int8_t *rows, int8_t *out)
{
    for (int32_t y = p->first_row; y < l->rows.output; y += l->rows.stride) {
        for (int32_t group = 0; group < l->channels / l->depth; group++) {
            one_row(l, p, group, image, y, rows, out);
        }
    }
}

/* One image of the batch */
static void one_image(const layer *l,
                      const int8_t *image,
                      const int8_t *filter,
                      const int32_t *sums,
                      int8_t *rows,
                      int8_t *out)
{
    phase_t p = {.filter = filter, .sums = sums};
    for (int32_t i = 0; i < l->rows.stride; i++) {
        p.rows = cmlir_phase_of(&l->rows, i);
        p.first_row = cmlir_phase_start(&l->rows, i);
        for (int32_t j = 0; j < l->columns.stride; j++) {
            p.columns = cmlir_phase_of(&l->columns, j);
            p.first_column = cmlir_phase_start(&l->columns, j);
            one_phase(l, &p, image, rows, out);
            p.filter += (ptrdiff_t)p.rows.count * p.columns.count * l->depth * l->outputs;
            p.sums += l->outputs;
        }
    }
}

arm_cmsis_nn_status
cmlir_transpose_conv_s8(const cmsis_nn_context *ctx,
                        const cmsis_nn_transpose_conv_params *transpose_conv_params,
                        const cmsis_nn_per_channel_quant_params *quant_params,
                        const cmsis_nn_dims *input_dims,
                        const int8_t *input,
                        const cmsis_nn_dims *filter_dims,
                        const int8_t *filter,
                        const int32_t *sums,
                        const cmsis_nn_dims *output_dims,
                        int8_t *output)
{
    const int32_t depth = filter_dims->c;
    if (depth <= 0 || input_dims->c < depth || input_dims->c % depth != 0 ||
        output_dims->c % (input_dims->c / depth) != 0) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const layer l = {
        transpose_conv_params,
        quant_params,
        cmlir_spread_of_rows(transpose_conv_params, input_dims, filter_dims, output_dims),
        cmlir_spread_of_columns(transpose_conv_params, input_dims, filter_dims, output_dims),
        input_dims->c,
        depth,
        output_dims->c,
    };
    for (int32_t n = 0; n < input_dims->n; n++) {
        one_image(&l, input, filter, sums, ctx->buf, output);
        input += (ptrdiff_t)input_dims->h * input_dims->w * input_dims->c;
        output += (ptrdiff_t)output_dims->h * output_dims->w * output_dims->c;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
