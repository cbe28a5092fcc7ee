/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_int4.h"

#if !defined(CMLIR_MVE)

bool cmlir_few_rows_s4(const cmlir_matmul_nt_s8_args *args)
{
    (void)args;
    return false;
}

#endif
