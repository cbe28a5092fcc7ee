/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../cmlir_bytes.h"
#include "cmlir_mve_rows.h"

#if defined(CMLIR_MVE)

void cmlir_mve_start_rows(cmlir_mve_rows *rows)
{
    rows->next = -rows->pad_h;
    cmlir_fill_bytes(rows->memory, rows->outside, rows->slots * rows->row_bytes);
}

#endif
