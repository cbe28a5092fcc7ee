/* Instructions that change nothing, by which an instruction counter recognises places in the image.
 * The compiler itself never emits them.
 *
 *   mov r10, r10   the inference begins
 *   mov r11, r11   the inference ends
 *   mov r9, r9     an op begins (and, once more, the last op has ended)
 *
 * Force-include this file (-include markers.h) to place the op boundaries into model.c. */
#ifndef CMLIR_MARKERS_H
#define CMLIR_MARKERS_H

#ifdef __ASSEMBLER__
#define CMLIR_MARK_BEGIN .inst.n 0x46d2
#define CMLIR_MARK_END .inst.n 0x46db
#else
#define CMLIR_OP_BOUNDARY(index) __asm__ volatile(".inst.n 0x46c9" ::: "memory")
#endif

#endif
