/* Vector table, reset and faults. Runs from reset without any C library. */
#include <stdbool.h>
#include <stdint.h>

#include "board.h"
#include "console.h"
#include "semihosting.h"

#define SCB_VTOR REGISTER(0xE000ED08u)
#define SCB_CCR REGISTER(0xE000ED14u)
#define SCB_CFSR REGISTER(0xE000ED28u)
#define SCB_HFSR REGISTER(0xE000ED2Cu)
#define SCB_MMFAR REGISTER(0xE000ED34u)
#define SCB_BFAR REGISTER(0xE000ED38u)
#define SCB_CPACR REGISTER(0xE000ED88u)

#define CCR_LOB (1u << 19)
#define CPACR_CP10_CP11 (0xFu << 20)
#define BREAKPOINT_OF_SEMIHOSTING 0xBEABu /* bkpt 0xAB */

extern uint32_t __stack_limit[], __stack_top[], __bss_start[], __bss_end[];
extern uint16_t __text_start[], __text_end[];

int main(void);
void Reset_Handler(void);
void HardFault_Handler(void);
void start(void);
void handle_fault(uint32_t *frame);

typedef void (*handler)(void);

/* Faults are reported from here, because the stack may be what is broken. */
__attribute__((used)) static uint32_t fault_stack[64];

__attribute__((section(".vectors"), used)) static const handler vectors[16] = {
    (handler)(void *)__stack_top, Reset_Handler,     HardFault_Handler, HardFault_Handler,
    HardFault_Handler,            HardFault_Handler, HardFault_Handler, HardFault_Handler,
    HardFault_Handler,            HardFault_Handler, HardFault_Handler, HardFault_Handler,
    HardFault_Handler,            HardFault_Handler, HardFault_Handler, HardFault_Handler,
};

__attribute__((naked)) void Reset_Handler(void)
{
    __asm__ volatile("ldr r0, =__stack_top\n"
                     "msr msp, r0\n"
#if defined(BOARD_HAS_STACK_LIMIT)
                     "ldr r0, =__stack_limit\n"
                     "msr msplim, r0\n"
#endif
                     "ldr r0, =start\n"
                     "bx r0\n"
                     ".ltorg\n");
}

/* Initialised data needs no copy: the image is linked to be loaded where it runs. */
__attribute__((used, noreturn)) void start(void)
{
    SCB_VTOR = (uint32_t)(uintptr_t)vectors;
#if defined(__ARM_FP) || defined(__ARM_FEATURE_MVE)
    SCB_CPACR |= CPACR_CP10_CP11;
#endif
#if defined(BOARD_HAS_PMU_AND_LOB)
    SCB_CCR |= CCR_LOB;
#endif
    __asm__ volatile("dsb\n isb" ::: "memory");
    for (volatile uint32_t *word = __bss_start; word < __bss_end; word++) {
        *word = 0;
    }
    finish(main());
}

/* Continues on a stack of its own: the present one may be what is broken. */
__attribute__((naked)) void HardFault_Handler(void)
{
    __asm__ volatile("mrs r0, msp\n"
                     "ldr r1, =fault_stack + 256\n"
                     "msr msp, r1\n"
                     "push {r0, lr}\n"
                     "bl handle_fault\n"
                     "pop {r0, r1}\n"
                     "msr msp, r0\n"
                     "bx r1\n"
                     ".ltorg\n");
}

static bool is_on_stack(const uint32_t *frame)
{
    return frame >= __stack_limit && frame + 8 <= __stack_top;
}

/* A breakpoint without a debugger faults without any cause in CFSR. */
static bool is_semihosting_call(uint32_t pc)
{
    const uint32_t first = (uint32_t)(uintptr_t)__text_start;
    const uint32_t end = (uint32_t)(uintptr_t)__text_end;

    return SCB_CFSR == 0 && pc >= first && pc < end
           && *(const uint16_t *)(uintptr_t)pc == BREAKPOINT_OF_SEMIHOSTING;
}

_Noreturn static void report_fault(const uint32_t *frame)
{
    const bool readable = is_on_stack(frame);

    put_text("\nFAULT");
    put_field(" pc", readable ? frame[6] : 0);
    put_field(" lr", readable ? frame[5] : 0);
    put_field(" xpsr", readable ? frame[7] : 0);
    put_field(" cfsr", SCB_CFSR);
    put_field(" hfsr", SCB_HFSR);
    put_field(" mmfar", SCB_MMFAR);
    put_field(" bfar", SCB_BFAR);
    put_field(" sp", (uint32_t)(uintptr_t)frame);
    put_text("\n");
    finish(1);
}

/* frame: r0-r3, r12, lr, pc, xpsr as the processor stacked them. A semihosting call that nobody
 * answers is stepped over and returns -1 to its caller; every other fault ends the run. */
__attribute__((used)) void handle_fault(uint32_t *frame)
{
    if (!is_on_stack(frame) || !is_semihosting_call(frame[6])) {
        report_fault(frame);
    }
    semihosting_is_absent = true;
    SCB_HFSR = SCB_HFSR; /* ones clear */
    frame[0] = (uint32_t)-1;
    frame[6] += 2;
}
