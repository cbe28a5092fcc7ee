/* Recorded kernel calls, as tests/support/device_calls.py writes them: 32-bit words throughout. */
#ifndef CALLS_H
#define CALLS_H

#include <stdbool.h>
#include <stdint.h>

#define MOST_ARGUMENTS 20
#define MOST_BLOCKS 24

typedef void (*any_function)(void);

/* The functions that calls name by index; generated for each set of calls. */
extern const any_function functions[];

/* An array in memory, or a structure with pointers to others */
typedef struct {
    uint32_t size;            /* bytes */
    bool constant;            /* what it holds must not change */
    bool scratch;             /* what it holds after the call is of no account */
    bool structure;           /* of arguments, not of data: accesses beyond it are not looked for */
    uint32_t pointers;        /* how many words of it are pointers */
    const uint32_t *pointer;  /* pairs: offset in bytes, index of the block pointed to */
    const uint8_t *before;
    const uint8_t *after;
    uint8_t *place;           /* for the call */
} block;

typedef struct {
    uint32_t function;
    bool has_float; /* one float argument, wherever it is among the others */
    uint32_t float_bits;
    bool has_status;
    int32_t status;
    uint32_t arguments;
    const uint32_t *argument; /* pairs: whether it is the index of a block, value */
    uint32_t blocks;
    block block[MOST_BLOCKS];
} recorded_call;

/* Returns the words behind the call. */
const uint32_t *parse_call(const uint32_t *words, recorded_call *call);

/* ------------------------------------------------------------------------------ execution --- */

/* What call_function saw besides the status */
typedef struct {
    uint32_t stack_bytes;
    bool kept_registers; /* r4-r11, d8-d15 and sp, as the procedure call standard demands */
} observation;

/* Calls the function with the memory protection unit on, between the markers of an instruction
 * counter. */
int32_t call_function(any_function function,
                      const uint32_t words[MOST_ARGUMENTS],
                      bool has_float,
                      uint32_t float_bits,
                      observation *seen);

/* ----------------------------------------------------------------------------- protection --- */

/* Makes program and data the only memory that may be accessed while protection is on. */
void protection_start(void);

/* Makes [first, end) accessible too, extended to multiples of PROTECTION_GRAIN; false if there is
 * no region left. */
#define PROTECTION_GRAIN 32u
bool protection_allow(const uint8_t *first, const uint8_t *end, bool writable);

void protection_on(void);
void protection_off(void);

#endif
