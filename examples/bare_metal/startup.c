/* From reset to main on a Cortex-M, without a C library. A board's own start-up code does the same,
 * and also copies initialised data from flash; here the image is loaded where it runs. */
#include <stdint.h>

extern uint32_t stack_top[], bss_start[], bss_end[];
int main(void);
void Reset_Handler(void);
void Default_Handler(void);

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define CPACR REGISTER(0xE000ED88u)
#define CCR REGISTER(0xE000ED14u)

/* Ends QEMU, or a debugger's session: SYS_EXIT_EXTENDED of Arm's semihosting. */
static void finish(int status)
{
    const uint32_t block[2] = {0x20026u, (uint32_t)status};
    register uint32_t operation __asm__("r0") = 0x20u;
    register const uint32_t *argument __asm__("r1") = block;
    __asm__ volatile("bkpt 0xAB" : : "r"(operation), "r"(argument) : "memory");
    for (;;) {
    }
}

void Default_Handler(void)
{
    finish(99);
}

void Reset_Handler(void)
{
#if defined(__ARM_FP) || defined(__ARM_FEATURE_MVE)
    CPACR |= 0xFu << 20; /* floating point and vectors are off at reset */
#endif
#if defined(__ARM_FEATURE_MVE)
    CCR |= 1u << 19; /* low overhead branches */
#endif
    __asm__ volatile("dsb\n isb" ::: "memory");
    for (volatile uint32_t *word = bss_start; word < bss_end; word++) {
        *word = 0;
    }
    finish(main());
}

typedef void (*handler)(void);

__attribute__((section(".vectors"), used)) static const handler vectors[16] = {
    (handler)(void *)stack_top, Reset_Handler,   Default_Handler, Default_Handler,
    Default_Handler,            Default_Handler, Default_Handler, Default_Handler,
    Default_Handler,            Default_Handler, Default_Handler, Default_Handler,
    Default_Handler,            Default_Handler, Default_Handler, Default_Handler,
};
