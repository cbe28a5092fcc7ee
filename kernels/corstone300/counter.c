#include "counter.h"

#include "board.h"

#define DEMCR REGISTER(0xE000EDFCu)
#define DEMCR_TRCENA (1u << 24)

#define DWT_CTRL REGISTER(0xE0001000u)
#define DWT_CYCCNT REGISTER(0xE0001004u)
#define DWT_CTRL_CYCCNTENA 1u

#define PMU_CCNTR REGISTER(0xE000307Cu)
#define PMU_CNTENSET REGISTER(0xE0003C00u)
#define PMU_OVSCLR REGISTER(0xE0003C80u)
#define PMU_OVSSET REGISTER(0xE0003CC0u)
#define PMU_TYPE REGISTER(0xE0003E00u)
#define PMU_CTRL REGISTER(0xE0003E04u)
#define PMU_CYCLES (1u << 31)
#define PMU_CTRL_ENABLE 1u
#define PMU_CTRL_RESET_CYCLES (1u << 2)

#define SYSTICK_CTRL REGISTER(0xE000E010u)
#define SYSTICK_LOAD REGISTER(0xE000E014u)
#define SYSTICK_VALUE REGISTER(0xE000E018u)
#define SYSTICK_CTRL_ENABLE 1u
#define SYSTICK_CTRL_CPU_CLOCK (1u << 2)
#define SYSTICK_CTRL_WRAPPED (1u << 16) /* cleared by reading */
#define SYSTICK_LARGEST 0xFFFFFFu

static enum { PMU, DWT, SYSTICK } source;

static int has_pmu(void)
{
#if defined(BOARD_HAS_PMU_AND_LOB)
    return PMU_TYPE != 0;
#else
    return 0;
#endif
}

static int has_dwt(void)
{
#if defined(__ARM_ARCH_6M__)
    return 0;
#else
    return DWT_CTRL != 0;
#endif
}

const char *counter_start(void)
{
    DEMCR |= DEMCR_TRCENA;
    if (has_pmu()) {
        source = PMU;
        PMU_CTRL |= PMU_CTRL_ENABLE;
        PMU_CNTENSET = PMU_CYCLES;
        return "pmu";
    }
    if (has_dwt()) {
        source = DWT;
        DWT_CTRL |= DWT_CTRL_CYCCNTENA;
        return "dwt";
    }
    source = SYSTICK;
    SYSTICK_LOAD = SYSTICK_LARGEST;
    SYSTICK_CTRL = SYSTICK_CTRL_ENABLE | SYSTICK_CTRL_CPU_CLOCK;
    return "systick";
}

void counter_reset(void)
{
    if (source == PMU) {
        PMU_OVSCLR = PMU_CYCLES;
        PMU_CTRL |= PMU_CTRL_RESET_CYCLES;
    } else if (source == DWT) {
        DWT_CYCCNT = 0;
    } else {
        SYSTICK_VALUE = 0;
        (void)SYSTICK_CTRL;
    }
}

uint32_t counter_read(void)
{
    if (source == PMU) {
        const uint32_t cycles = PMU_CCNTR;
        return (PMU_OVSSET & PMU_CYCLES) != 0 ? COUNTER_OVERFLOWED : cycles;
    }
    if (source == DWT) {
        return DWT_CYCCNT;
    }
    const uint32_t passed = (0u - SYSTICK_VALUE) & SYSTICK_LARGEST;
    return (SYSTICK_CTRL & SYSTICK_CTRL_WRAPPED) != 0 ? COUNTER_OVERFLOWED : passed;
}
