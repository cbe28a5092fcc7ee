/* Replays recorded kernel calls and compares everything they did.
 *
 * Command line (through semihosting): replay FILE BYTES
 * The file: the number of calls, then the calls (calls.h).
 *
 * Each call is made twice: with all operands ending where memory that may be accessed ends, and
 * with all beginning where it begins. Reports on UART0, line by line:
 *   CALL index=.. place=..          before each call, so that a fault can be traced to it
 *   WRONG what=.. ..                for each difference
 *   STACK function=.. bytes=..      the most that any call of the function used */
#include "board.h"
#include "calls.h"
#include "console.h"
#include "semihosting.h"

#define MOST_FUNCTIONS 64
#define MOST_WRONG 20
#define POISON 0xA5u

enum place { AT_END, AT_BEGIN, PLACES };

/* Given to the linker: free memory for the operands, and for the file */
extern uint8_t __pool_start[], __pool_end[];
extern uint32_t __file_start[];

static uint8_t structures[1024] __attribute__((aligned(8)));
static uint32_t stack_bytes[MOST_FUNCTIONS];
static uint32_t wrong;
static recorded_call call;

static void report_wrong(const char *what, uint32_t value, uint32_t expected)
{
    put_text("WRONG what=");
    put_text(what);
    put_field(" got", value);
    put_field(" expected", expected);
    put_text("\n");
    wrong++;
}

static void copy(uint8_t *to, const uint8_t *from, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++) {
        to[i] = from[i];
    }
}

static uint8_t *rounded_up(uint8_t *address)
{
    const uint32_t grain = PROTECTION_GRAIN;

    return (uint8_t *)(((uintptr_t)address + grain - 1) & ~(uintptr_t)(grain - 1));
}

/* Puts an array behind `free`, and returns what is free then. An empty one gets an address at which
 * nothing may be accessed. */
static uint8_t *place_array(block *block, uint8_t *free, enum place place)
{
    uint8_t *const first = rounded_up(free + PROTECTION_GRAIN);
    uint8_t *const end = rounded_up(first + block->size);

    for (uint8_t *byte = first; byte < end; byte++) {
        *byte = POISON;
    }
    block->place = place == AT_END ? end - block->size : first;
    copy(block->place, block->before, block->size);
    return end;
}

static uint8_t *place_structure(block *block, uint8_t *free)
{
    block->place = free;
    copy(free, block->before, block->size);
    return free + (block->size + 3) / 4 * 4;
}

static bool place_blocks(enum place place)
{
    uint8_t *free = __pool_start;
    uint8_t *free_structure = structures;

    for (uint32_t i = 0; i < call.blocks; i++) {
        block *const block = &call.block[i];
        if (block->structure) {
            free_structure = place_structure(block, free_structure);
        } else {
            free = place_array(block, free, place);
        }
    }
    return free < __pool_end && free_structure < structures + sizeof structures;
}

static void set_pointers(void)
{
    for (uint32_t i = 0; i < call.blocks; i++) {
        const block *const block = &call.block[i];
        for (uint32_t k = 0; k < block->pointers; k++) {
            uint32_t *const word = (uint32_t *)(void *)(block->place + block->pointer[2 * k]);
            *word = (uint32_t)(uintptr_t)call.block[block->pointer[2 * k + 1]].place;
        }
    }
}

static bool protect_arrays(void)
{
    bool enough = true;

    protection_start();
    for (uint32_t i = 0; i < call.blocks; i++) {
        const block *const block = &call.block[i];
        if (!block->structure && block->size != 0) {
            const uint8_t *const end = block->place + block->size;
            enough &= protection_allow(block->place, end, !block->constant);
        }
    }
    return enough;
}

static void check_block(uint32_t index)
{
    const block *const block = &call.block[index];
    const uint8_t *const end = rounded_up(block->place + block->size);
    const uint8_t *byte = (uint8_t *)((uintptr_t)block->place & ~(PROTECTION_GRAIN - 1));

    if (block->size == 0 || block->structure) {
        return;
    }
    for (; byte < end && wrong < MOST_WRONG; byte++) {
        const uint32_t offset = (uint32_t)(byte - block->place);
        const bool inside = offset < block->size;
        if (inside && block->scratch) {
            continue;
        }
        if (*byte != (inside ? block->after[offset] : POISON)) {
            put_field("block", index);
            put_field(" offset", offset);
            put_text(" ");
            report_wrong(inside ? "value" : "surroundings", *byte,
                         inside ? block->after[offset] : POISON);
            return;
        }
    }
}

static void make_call(void)
{
    uint32_t words[MOST_ARGUMENTS] = {0};
    observation seen;

    for (uint32_t i = 0; i < call.arguments; i++) {
        const uint32_t value = call.argument[2 * i + 1];
        const bool pointer = call.argument[2 * i] != 0;
        words[i] = pointer ? (uint32_t)(uintptr_t)call.block[value].place : value;
    }
    const int32_t status = call_function(functions[call.function], words, call.has_float,
                                         call.float_bits, &seen);
    if (call.has_status && status != call.status) {
        report_wrong("status", (uint32_t)status, (uint32_t)call.status);
    }
    if (!seen.kept_registers) {
        report_wrong("registers", 0, 1);
    }
    if (seen.stack_bytes > stack_bytes[call.function]) {
        stack_bytes[call.function] = seen.stack_bytes;
    }
}

static void replay(uint32_t index, enum place place)
{
    put_field("CALL index", index);
    put_text(place == AT_END ? " place=end\n" : " place=begin\n");
    if (!place_blocks(place)) {
        report_wrong("pool", 0, 0);
        return;
    }
    set_pointers();
    if (!protect_arrays()) {
        report_wrong("regions", 0, 0);
        return;
    }
    make_call();
    for (uint32_t i = 0; i < call.blocks; i++) {
        check_block(i);
    }
}

static uint32_t number(const char *text)
{
    uint32_t value = 0;

    for (; *text >= '0' && *text <= '9'; text++) {
        value = value * 10u + (uint32_t)(*text - '0');
    }
    return value;
}

/* Splits "replay FILE BYTES" in place. */
static bool read_file(void)
{
    char line[256];
    char *words[3] = {line, line, line};
    uint32_t count = 1;

    if (!semihosting_command_line(line, sizeof line)) {
        return false;
    }
    for (char *text = line; *text != '\0' && count < 3; text++) {
        if (*text == ' ') {
            *text = '\0';
            words[count++] = text + 1;
        }
    }
    const int32_t file = semihosting_open(words[1], SEMIHOSTING_READ);
    return file >= 0 && semihosting_read(file, __file_start, number(words[2]));
}

int main(void)
{
    const uint32_t *words = __file_start;

    if (!read_file()) {
        put_text("cannot read the calls\n");
        return 1;
    }
    const uint32_t calls = *words++;
    for (uint32_t index = 0; index < calls && wrong < MOST_WRONG; index++) {
        words = parse_call(words, &call);
        for (enum place place = AT_END; place < PLACES; place++) {
            replay(index, place);
        }
    }
    for (uint32_t i = 0; i < MOST_FUNCTIONS; i++) {
        if (stack_bytes[i] != 0) {
            put_field("STACK function", i);
            put_field(" bytes", stack_bytes[i]);
            put_text("\n");
        }
    }
    return wrong == 0 ? 0 : 1;
}
