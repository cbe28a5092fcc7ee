/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve_columns.h"

#if defined(CMLIR_MVE)

CMLIR_MVE_NAKED void cmlir_mve_rescale_4_columns(
    const cmlir_mve_rescale_4_columns_args *args __attribute__((unused)))
{
    __asm__ volatile(CMLIR_MVE_FOUR_COLUMNS(CMLIR_MVE_RESCALE_RIGHT));
}

#endif
