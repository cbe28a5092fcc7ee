/* A cycle counter, the best that the machine has. */
#ifndef CMLIR_COUNTER_H
#define CMLIR_COUNTER_H

#include <stdint.h>

#define COUNTER_OVERFLOWED UINT32_MAX

/* Chooses and starts the counter; returns its name: pmu, dwt or systick. */
const char *counter_start(void);

/* Restarts the count. */
void counter_reset(void);

/* Ticks since the reset, or COUNTER_OVERFLOWED. */
uint32_t counter_read(void);

#endif
