#include "console.h"

#include <stdbool.h>

#include "board.h"
#include "semihosting.h"

/* CMSDK APB UART. */
#define UART_DATA REGISTER(BOARD_UART0 + 0x00u)
#define UART_STATE REGISTER(BOARD_UART0 + 0x04u)
#define UART_CTRL REGISTER(BOARD_UART0 + 0x08u)
#define UART_BAUDDIV REGISTER(BOARD_UART0 + 0x10u)

#define UART_STATE_TX_FULL 1u
#define UART_CTRL_TX_ENABLE 1u
#define UART_BAUDDIV_LEAST 16u

#define EOT '\004'

static void put_character(char character)
{
    if ((UART_CTRL & UART_CTRL_TX_ENABLE) == 0) {
        UART_BAUDDIV = UART_BAUDDIV_LEAST;
        UART_CTRL = UART_CTRL_TX_ENABLE;
    }
    while ((UART_STATE & UART_STATE_TX_FULL) != 0) {
    }
    UART_DATA = (uint32_t)(unsigned char)character;
}

void put_text(const char *text)
{
    for (; *text != '\0'; text++) {
        put_character(*text);
    }
}

void put_field(const char *name, uint32_t value)
{
    put_text(name);
    put_text("=0x");
    for (int shift = 28; shift >= 0; shift -= 4) {
        put_character("0123456789abcdef"[(value >> shift) & 0xFu]);
    }
}

void finish(int code)
{
    put_text(code == 0 ? "RESULT PASS\n" : "RESULT FAIL\n");
    put_character(EOT);
    semihosting_exit(code);
    while (true) {
    }
}
