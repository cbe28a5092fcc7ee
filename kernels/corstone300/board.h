/* What differs between the machines that the runner knows, and what start-up and runner share. */
#ifndef CMLIR_BOARD_H
#define CMLIR_BOARD_H

/* Exactly one of these is defined on the compiler's command line. The compiler's own macros do not
 * tell the processors apart: GCC 12 has the same for Armv8-M and Armv8.1-M. */
#if defined(CMLIR_BOARD_CORSTONE300)
/* The Corstone-315 and -320, which have a Cortex-M85, have UART0 elsewhere; the rest is the same. */
#define BOARD_PART_NUMBER (REGISTER(0xE000ED00u) >> 4 & 0xFFFu) /* of CPUID */
#define BOARD_UART0 (BOARD_PART_NUMBER == 0xD23u ? 0x58203000u : 0x59303000u)
#define BOARD_HAS_STACK_LIMIT 1 /* Armv8-M */
#define BOARD_HAS_PMU_AND_LOB 1 /* Armv8.1-M */
#elif defined(CMLIR_BOARD_AN505)
#define BOARD_UART0 0x50200000u
#define BOARD_HAS_STACK_LIMIT 1
#elif defined(CMLIR_BOARD_MPS2)
#define BOARD_UART0 0x40004000u
#else
#error "define CMLIR_BOARD_CORSTONE300, CMLIR_BOARD_AN505 or CMLIR_BOARD_MPS2"
#endif

/* What unused stack holds. Also read by the assembler. */
#define STACK_PAINT 0xA5A5A5A5

#define REGISTER(address) (*(volatile uint32_t *)(address))

#endif
