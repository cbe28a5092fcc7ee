#include "semihosting.h"

/* Operation numbers of Arm's semihosting specification. */
enum operation {
    SYS_OPEN = 0x01,
    SYS_CLOSE = 0x02,
    SYS_WRITE = 0x05,
    SYS_READ = 0x06,
    SYS_GET_CMDLINE = 0x15,
    SYS_EXIT_EXTENDED = 0x20,
};

#define ADP_STOPPED_APPLICATION_EXIT 0x20026u

volatile bool semihosting_is_absent;

static int32_t call(enum operation operation, const void *arguments)
{
    register int32_t r0 __asm__("r0") = (int32_t)operation;
    register const void *r1 __asm__("r1") = arguments;

    if (semihosting_is_absent) {
        return -1;
    }
    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

static uint32_t length(const char *text)
{
    uint32_t count = 0;

    while (text[count] != '\0') {
        count++;
    }
    return count;
}

bool semihosting_command_line(char *line, uint32_t capacity)
{
    const uint32_t arguments[2] = {(uint32_t)(uintptr_t)line, capacity};

    return call(SYS_GET_CMDLINE, arguments) == 0;
}

int32_t semihosting_open(const char *name, enum semihosting_mode mode)
{
    const uint32_t arguments[3] = {(uint32_t)(uintptr_t)name, (uint32_t)mode, length(name)};

    return call(SYS_OPEN, arguments);
}

/* SYS_READ and SYS_WRITE return the number of bytes that were not transferred. */
bool semihosting_read(int32_t handle, void *data, uint32_t size)
{
    const uint32_t arguments[3] = {(uint32_t)handle, (uint32_t)(uintptr_t)data, size};

    return size == 0 || call(SYS_READ, arguments) == 0;
}

bool semihosting_write(int32_t handle, const void *data, uint32_t size)
{
    const uint32_t arguments[3] = {(uint32_t)handle, (uint32_t)(uintptr_t)data, size};

    return size == 0 || call(SYS_WRITE, arguments) == 0;
}

bool semihosting_close(int32_t handle)
{
    const uint32_t arguments[1] = {(uint32_t)handle};

    return call(SYS_CLOSE, arguments) == 0;
}

void semihosting_exit(int32_t code)
{
    const uint32_t arguments[2] = {ADP_STOPPED_APPLICATION_EXIT, (uint32_t)code};

    (void)call(SYS_EXIT_EXTENDED, arguments);
}
