/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve_columns.h"

#if defined(CMLIR_MVE)

/* With a shift of 0 a product is rounded once, which is one instruction. */
#define MULTIPLY(q, x, multiplier, shift) "vqrdmulh.s32 " q ", " x ", " multiplier "\n"

CMLIR_MVE_NAKED void cmlir_mve_multiply_4_columns(
    const cmlir_mve_rescale_4_columns_args *args __attribute__((unused)))
{
    __asm__ volatile(CMLIR_MVE_FOUR_COLUMNS(MULTIPLY));
}

#endif
