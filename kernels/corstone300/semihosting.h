/* Files and exit through the debugger or simulator. Optional: without one, every call returns -1. */
#ifndef CMLIR_SEMIHOSTING_H
#define CMLIR_SEMIHOSTING_H

#include <stdbool.h>
#include <stdint.h>

/* Set by the HardFault handler at the first call that nobody answers. */
extern volatile bool semihosting_is_absent;

enum semihosting_mode { SEMIHOSTING_READ = 1, SEMIHOSTING_WRITE = 5 };

/* Copies the NUL-terminated command line into `line`. */
bool semihosting_command_line(char *line, uint32_t capacity);

/* Returns a handle, or -1. */
int32_t semihosting_open(const char *name, enum semihosting_mode mode);

/* True if all `size` bytes were transferred. */
bool semihosting_read(int32_t handle, void *data, uint32_t size);
bool semihosting_write(int32_t handle, const void *data, uint32_t size);

/* Flushes and closes; false if that failed. */
bool semihosting_close(int32_t handle);

/* Ends the simulation; returns only without one. */
void semihosting_exit(int32_t code);

#endif
