/* Text on UART0. Numbers are hexadecimal, so that no division is needed. */
#ifndef CMLIR_CONSOLE_H
#define CMLIR_CONSOLE_H

#include <stdint.h>

void put_text(const char *text);

/* name=0x0000abcd */
void put_field(const char *name, uint32_t value);

/* Prints RESULT PASS (code 0) or RESULT FAIL, then EOT, and ends the simulation: whoever runs the
 * image goes by what comes first. Files must be closed before. */
_Noreturn void finish(int code);

#endif
