/* int32_t call_model(const void *const inputs[], void *const outputs[], void *arena, void *state)
 *
 * Calls model_run between the markers, after painting the whole stack below: the words that still
 * hold the paint afterwards were not used by the model. Leaves the stack pointer at the call in
 * model_stack_base. The marked region is the `bl` and all that model_run executes. */
#include "board.h"
#include "markers.h"

/* Kept free, so that what run_sample calls before it looks at the paint spoils none. */
#define CALLERS_FRAMES 64

    .syntax unified
    .thumb
    .section .text.call_model, "ax", %progbits
    .global call_model
    .type call_model, %function
    .thumb_func
call_model:
    push    {r4, r5, r6, lr}
    sub     sp, #CALLERS_FRAMES
    ldr     r4, =model_stack_base
    mov     r5, sp
    str     r5, [r4]
    ldr     r4, =__stack_limit
    ldr     r6, =STACK_PAINT
.Lpaint:
    cmp     r4, r5
    bhs     .Lpainted
    str     r6, [r4]
    adds    r4, r4, #4
    b       .Lpaint
.Lpainted:
    CMLIR_MARK_BEGIN
    bl      model_run
    CMLIR_MARK_END
    add     sp, #CALLERS_FRAMES
    pop     {r4, r5, r6, pc}
    .ltorg
    .size call_model, . - call_model
