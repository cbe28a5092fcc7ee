#include "runner.h"

#include "board.h"
#include "console.h"
#include "counter.h"
#include "model.h"

#define POISON 0xA5u
#define GUARD_BYTES 16u /* after each buffer; they must keep the poison */
#define IO_ALIGNMENT 16u
#define STACK_MARGIN 1024u /* the last of the stack; a frame may have skipped its very end */

extern uint8_t __io_start[], __io_end[];
extern uint32_t __stack_limit[];

int32_t call_model(const void *const inputs[], void *const outputs[], void *arena, void *state);

/* Written by call_model. */
extern uintptr_t model_stack_base;
uintptr_t model_stack_base;

__attribute__((section(".cmlir_arena"), aligned(MODEL_ARENA_ALIGNMENT)))
static uint8_t arena_buffer[MODEL_ARENA_BYTES + GUARD_BYTES];
__attribute__((section(".cmlir_state"), aligned(16)))
uint8_t state_buffer[MODEL_STATE_BYTES + GUARD_BYTES];

/* Kept in the image, so that whoever runs it can read from its symbols what it takes and gives. */
#define INTERFACE __attribute__((section(".cmlir_interface"), used))

#if MODEL_NUM_INPUTS > 0
INTERFACE static const uint32_t model_input_bytes[MODEL_NUM_INPUTS] = MODEL_INPUT_BYTES;
static void *inputs[MODEL_NUM_INPUTS];
#else
static const uint32_t model_input_bytes[1];
static void *inputs[1];
#endif
#if defined(MODEL_RECEIVES_INPUTS)
static const int32_t arena_offsets[MODEL_NUM_INPUTS] = MODEL_INPUT_ARENA_OFFSETS;
#endif
#if MODEL_NUM_OUTPUTS > 0
INTERFACE static const uint32_t model_output_bytes[MODEL_NUM_OUTPUTS] = MODEL_OUTPUT_BYTES;
static void *outputs[MODEL_NUM_OUTPUTS];
#else
static const uint32_t model_output_bytes[1];
static void *outputs[1];
#endif

const uint32_t number_of_inputs = MODEL_NUM_INPUTS;
const uint32_t number_of_outputs = MODEL_NUM_OUTPUTS;
const uint32_t state_bytes = MODEL_STATE_BYTES;

void *input(uint32_t index)
{
    return inputs[index];
}

void *output(uint32_t index)
{
    return outputs[index];
}

uint32_t input_bytes(uint32_t index)
{
    return model_input_bytes[index];
}

uint32_t output_bytes(uint32_t index)
{
    return model_output_bytes[index];
}

void stop(const char *what, const char *name)
{
    put_text("ERROR ");
    put_text(what);
    put_text(" ");
    put_text(name);
    put_text("\n");
    finish(1);
}

/* Whether an input has its place in the arena. */
static bool is_in_arena(uint32_t index)
{
#if defined(MODEL_RECEIVES_INPUTS)
    return arena_offsets[index] >= 0;
#else
    (void)index;
    return false;
#endif
}

static void fill(uint8_t *data, uint32_t size, uint8_t value)
{
    for (uint32_t i = 0; i < size; i++) {
        data[i] = value;
    }
}

static bool is_guarded(const void *buffer, uint32_t size)
{
    const uint8_t *guard = (const uint8_t *)buffer + size;

    for (uint32_t i = 0; i < GUARD_BYTES; i++) {
        if (guard[i] != POISON) {
            return false;
        }
    }
    return true;
}

/* Takes the next piece of the section, filled with `value` and followed by a guard. */
static void *take(uint8_t **next, uint32_t size, uint8_t value)
{
    uint8_t *const data = *next;
    const uint32_t taken = (size + GUARD_BYTES + IO_ALIGNMENT - 1u) & ~(IO_ALIGNMENT - 1u);

    if (taken > (uint32_t)(__io_end - data)) {
        stop("no room for", "inputs and outputs");
    }
    fill(data, size, value);
    fill(data + size, taken - size, POISON);
    *next = data + taken;
    return data;
}

/* An input in memory of its own, or in the arena; gives the memory that it takes beside the arena. */
static uint32_t take_input(uint8_t **next, uint32_t index)
{
    const uint32_t size = model_input_bytes[index];

#if defined(MODEL_RECEIVES_INPUTS)
    if (is_in_arena(index)) {
        inputs[index] = arena_buffer + arena_offsets[index];
        fill(inputs[index], size, 0);
        return 0;
    }
#endif
    inputs[index] = take(next, size, 0);
    return size;
}

void prepare_buffers(void)
{
    uint8_t *next = __io_start;

    put_field("MODEL arena", MODEL_ARENA_BYTES);
    put_field(" state", MODEL_STATE_BYTES);
    put_text("\n");
    fill(arena_buffer, sizeof arena_buffer, POISON);
    for (uint32_t i = 0; i < number_of_inputs; i++) {
        put_field("INPUT bytes", take_input(&next, i));
        put_text("\n");
    }
    for (uint32_t i = 0; i < number_of_outputs; i++) {
        outputs[i] = take(&next, model_output_bytes[i], POISON);
        put_field("OUTPUT bytes", model_output_bytes[i]);
        put_text("\n");
    }
}

void initialise_state(void)
{
    fill(state_buffer, sizeof state_buffer, POISON);
#if defined(MODEL_HAS_INIT)
    (void)model_init(state_buffer);
#else
    fill(state_buffer, MODEL_STATE_BYTES, 0);
#endif
}

static void check_guards(void)
{
    if (!is_guarded(arena_buffer, MODEL_ARENA_BYTES)) {
        stop("the model wrote past the end of", "the arena");
    }
    if (!is_guarded(state_buffer, MODEL_STATE_BYTES)) {
        stop("the model wrote past the end of", "the state");
    }
    for (uint32_t i = 0; i < number_of_inputs; i++) {
        if (!is_in_arena(i) && !is_guarded(inputs[i], model_input_bytes[i])) {
            stop("the model wrote past the end of", "an input");
        }
    }
    for (uint32_t i = 0; i < number_of_outputs; i++) {
        if (!is_guarded(outputs[i], model_output_bytes[i])) {
            stop("the model wrote past the end of", "an output");
        }
    }
}

/* Bytes below the stack pointer at the call that lost their paint. */
static uint32_t stack_used(void)
{
    const volatile uint32_t *lowest = __stack_limit;

    while ((uintptr_t)lowest < model_stack_base && *lowest == STACK_PAINT) {
        lowest++;
    }
    if ((uintptr_t)lowest - (uintptr_t)__stack_limit < STACK_MARGIN) {
        stop("stack overflow:", "the model uses more than there is");
    }
    return (uint32_t)(model_stack_base - (uintptr_t)lowest);
}

bool run_sample(uint32_t sample)
{
    counter_reset();
    const int32_t status =
        call_model((const void *const *)inputs, outputs, arena_buffer, state_buffer);
    const uint32_t ticks = counter_read();
    const uint32_t stack = stack_used();

    put_field("SAMPLE index", sample);
    put_field(" status", (uint32_t)status);
    put_field(" ticks", ticks);
    put_field(" stack", stack);
    put_text("\n");
    check_guards();
    return status == 0;
}

/* The CRC-32 of zlib and IEEE 802.3. */
static uint32_t checksum(const uint8_t *data, uint32_t size)
{
    uint32_t crc = UINT32_MAX;

    for (uint32_t i = 0; i < size; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = (crc >> 1) ^ ((crc & 1u) != 0 ? 0xEDB88320u : 0u);
        }
    }
    return ~crc;
}

void put_checksums(void)
{
    for (uint32_t i = 0; i < number_of_outputs; i++) {
        put_field("CHECKSUM crc32", checksum(outputs[i], model_output_bytes[i]));
        put_text("\n");
    }
}
