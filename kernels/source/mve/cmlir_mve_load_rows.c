/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../cmlir_bytes.h"
#include "cmlir_mve_rows.h"

#if defined(CMLIR_MVE)

/* `bytes` (1..16) of each of `count` pixels to the begin of 16; zeros follow */
static void
copy_block(const int8_t *in, int32_t pixel_bytes, int32_t count, int32_t bytes, int8_t *to)
{
    __asm__ volatile("vctp.8 %[bytes]\n"
                     "wls lr, %[count], 2f\n"
                     "1:\n"
                     "vpst\n"
                     "vldrbt.u8 q0, [%[in]]\n"
                     "add %[in], %[in], %[pixel_bytes]\n"
                     "vstrb.8 q0, [%[to]], #16\n"
                     "le lr, 1b\n"
                     "2:\n"
                     : [in] "+r"(in), [to] "+r"(to)
                     : [count] "r"(count), [pixel_bytes] "r"(pixel_bytes), [bytes] "r"(bytes)
                     : CMLIR_MVE_CLOBBERS);
}

/* A line inside the image; beside it there is only `outside` as ever. */
static void copy_line(const cmlir_mve_rows *rows, int32_t line, int8_t *to)
{
    const int32_t room = rows->columns - rows->pad_w;
    const int32_t count = rows->w < room ? rows->w : room;
    const int8_t *in = rows->image + (ptrdiff_t)line * rows->w * rows->c;
    if (count <= 0) {
        return;
    }
    if (!rows->blocked) {
        cmlir_copy_bytes(to + rows->pad_w * rows->c, in, count * rows->c);
        return;
    }
    to += 16 * rows->pad_w;
    for (int32_t c = 0; c < rows->c; c += 16, to += 16 * rows->columns) {
        copy_block(in + c, rows->c, count, rows->c - c < 16 ? rows->c - c : 16, to);
    }
}

void cmlir_mve_load_rows(cmlir_mve_rows *rows, int32_t first, int32_t end)
{
    int32_t line = rows->next > first ? rows->next : first;
    for (; line < end; line++) {
        int8_t *to = cmlir_mve_line(rows, line);
        if (line < 0 || line >= rows->h) {
            cmlir_fill_bytes(to, rows->outside, rows->row_bytes);
        } else {
            copy_line(rows, line, to);
        }
    }
    rows->next = line;
}

#endif
