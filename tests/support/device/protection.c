/* The memory protection unit of Armv8-M, so that every access outside a call's operands faults.
 * That of Armv7-M has no regions of any size: there nothing is protected. */
#include "board.h"
#include "calls.h"

#if defined(BOARD_HAS_STACK_LIMIT) /* Armv8-M */

#define MPU_TYPE REGISTER(0xE000ED90u)
#define MPU_CTRL REGISTER(0xE000ED94u)
#define MPU_RNR REGISTER(0xE000ED98u)
#define MPU_RBAR REGISTER(0xE000ED9Cu)
#define MPU_RLAR REGISTER(0xE000EDA0u)
#define MPU_MAIR0 REGISTER(0xE000EDC0u)

#define RBAR_READ_ONLY (2u << 1)
#define RBAR_EXECUTE_NEVER 1u
#define RLAR_ENABLE 1u
#define NORMAL_MEMORY 0xFFu

/* Given to the linker: the memories of code and constants, and of stack and variables */
extern uint8_t __code_start[], __code_end[], __data_start[], __data_end[];

static uint32_t used;

static uint32_t regions(void)
{
    return (MPU_TYPE >> 8) & 0xFFu;
}

static bool allow(uintptr_t first, uintptr_t end, uint32_t attributes)
{
    if (used == regions()) {
        return false;
    }
    MPU_RNR = used++;
    MPU_RBAR = (first & ~(PROTECTION_GRAIN - 1)) | attributes;
    MPU_RLAR = ((end - 1) & ~(PROTECTION_GRAIN - 1)) | RLAR_ENABLE;
    return true;
}

void protection_start(void)
{
    MPU_MAIR0 = NORMAL_MEMORY;
    for (uint32_t region = 0; region < regions(); region++) {
        MPU_RNR = region;
        MPU_RLAR = 0;
    }
    used = 0;
    (void)allow((uintptr_t)__code_start, (uintptr_t)__code_end, RBAR_READ_ONLY);
    (void)allow((uintptr_t)__data_start, (uintptr_t)__data_end, RBAR_EXECUTE_NEVER);
}

bool protection_allow(const uint8_t *first, const uint8_t *end, bool writable)
{
    const uint32_t access = writable ? 0 : RBAR_READ_ONLY;

    return allow((uintptr_t)first, (uintptr_t)end, access | RBAR_EXECUTE_NEVER);
}

/* The fault handler runs without protection. */
static void set(uint32_t control)
{
    MPU_CTRL = control;
    __asm__ volatile("dsb\n isb" ::: "memory");
}

void protection_on(void)
{
    set(1);
}

void protection_off(void)
{
    set(0);
}

#else

void protection_start(void)
{
}

bool protection_allow(const uint8_t *first, const uint8_t *end, bool writable)
{
    (void)first;
    (void)end;
    (void)writable;
    return true;
}

void protection_on(void)
{
}

void protection_off(void)
{
}

#endif
