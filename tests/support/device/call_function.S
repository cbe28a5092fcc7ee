/* int32_t call_function(any_function function, const uint32_t words[MOST_ARGUMENTS],
 *                       bool has_float, uint32_t float_bits, observation *seen)
 *
 * Paints the stack below, gives all registers that the function must keep a value, passes `words`
 * as integer arguments and float_bits in s0, and looks at stack and registers afterwards. */
#include "board.h"
#include "markers.h"

#define PAINTED 8192
#define STACK_ARGUMENTS 16 /* MOST_ARGUMENTS - 4 */
#if defined(__ARM_FP)
#define KEPT_WORDS 24 /* r4-r11, d8-d15 */
#define PUSHED_BYTES 100 /* these and lr */
#else
#define KEPT_WORDS 8
#define PUSHED_BYTES 36
#endif

    .syntax unified
    .thumb

    .bss
    .align 3
stack_pointer:
    .space 4
    .align 3
kept:
    .space 4 * KEPT_WORDS

    .section .rodata.patterns, "a", %progbits
    .align 3
patterns:
    .word 0x44444444, 0x55555555, 0x66666666, 0x77777777
    .word 0x88888888, 0x99999999, 0xaaaaaaaa, 0xbbbbbbbb
    .word 0xd8d8d8d8, 0x08d808d8, 0xd9d9d9d9, 0x09d909d9
    .word 0xdadadada, 0x0ada0ada, 0xdbdbdbdb, 0x0bdb0bdb
    .word 0xdcdcdcdc, 0x0cdc0cdc, 0xdddddddd, 0x0ddd0ddd
    .word 0xdededede, 0x0ede0ede, 0xdfdfdfdf, 0x0fdf0fdf

    .section .text.call_function, "ax", %progbits
    .global call_function
    .type call_function, %function
    .thumb_func
call_function:
    push    {r4-r11, lr}
#if defined(__ARM_FP)
    vpush   {d8-d15}
#endif
    sub     sp, #12
    mov     r4, r0
    mov     r5, r1
#if defined(__ARM_FP)
    vmov    s0, r3
#endif
    bl      protection_on

    sub     sp, #(4 * STACK_ARGUMENTS)
    add     r6, r5, #16
    mov     r7, sp
    movs    r8, #STACK_ARGUMENTS
.Lcopy:
    ldr     r9, [r6], #4
    str     r9, [r7], #4
    subs    r8, #1
    bne     .Lcopy

    ldr     r6, =stack_pointer
    mov     r7, sp
    str     r7, [r6]
    sub     r6, r7, #PAINTED
    ldr     r8, =STACK_PAINT
.Lpaint:
    str     r8, [r6], #4
    cmp     r6, r7
    bne     .Lpaint

    ldm     r5, {r0-r3}
    mov     r12, r4
#if defined(__ARM_FP)
    ldr     lr, =patterns + 32
    vldm    lr, {d8-d15}
#endif
    ldr     lr, =patterns
    ldm     lr, {r4-r11}
    CMLIR_MARK_BEGIN
    blx     r12
    CMLIR_MARK_END
    ldr     r12, =kept
    stm     r12!, {r4-r11}
#if defined(__ARM_FP)
    vstm    r12, {d8-d15}
#endif
    mov     r6, sp
    ldr     r5, =stack_pointer
    ldr     r4, [r5]
    mov     sp, r4
    mov     r5, r0
    eor     r6, r6, r4 /* 0 if sp was kept */
    bl      protection_off

    sub     r7, r4, #PAINTED
    ldr     r8, =STACK_PAINT
.Lscan:
    ldr     r9, [r7], #4
    cmp     r7, r4
    bhi     .Lscanned
    cmp     r9, r8
    beq     .Lscan
.Lscanned:
    sub     r7, r4, r7
    adds    r7, #4 /* r4 - address of the first word that was changed */
    ldr     r8, =patterns
    ldr     r9, =kept
    movs    r10, #KEPT_WORDS
.Lcompare:
    ldr     r11, [r8], #4
    ldr     r12, [r9], #4
    eor     r11, r11, r12
    orr     r6, r6, r11
    subs    r10, #1
    bne     .Lcompare

    add     sp, #(4 * STACK_ARGUMENTS + 12)
    ldr     r0, [sp, #PUSHED_BYTES] /* seen: behind d8-d15 and nine registers */
    str     r7, [r0]
    clz     r6, r6 /* 32 if all is as before */
    lsr     r6, r6, #5
    strb    r6, [r0, #4]
    mov     r0, r5
#if defined(__ARM_FP)
    vpop    {d8-d15}
#endif
    pop     {r4-r11, pc}
    .ltorg
    .size call_function, . - call_function
