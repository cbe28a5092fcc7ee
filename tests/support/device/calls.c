#include "calls.h"

static const uint8_t *take_bytes(const uint32_t **words, uint32_t size)
{
    const uint8_t *bytes = (const uint8_t *)*words;

    *words += (size + 3) / 4;
    return bytes;
}

static const uint32_t *parse_block(const uint32_t *words, block *block)
{
    block->size = *words++;
    block->constant = (*words & 1) != 0;
    block->scratch = (*words++ & 2) != 0;
    block->structure = *words++ != 0;
    block->pointers = *words++;
    block->pointer = words;
    words += 2 * block->pointers;
    block->before = take_bytes(&words, block->size);
    block->after = block->constant ? block->before : take_bytes(&words, block->size);
    return words;
}

const uint32_t *parse_call(const uint32_t *words, recorded_call *call)
{
    call->function = *words++;
    call->has_float = *words++ != 0;
    call->float_bits = *words++;
    call->has_status = *words++ != 0;
    call->status = (int32_t)*words++;
    call->arguments = *words++;
    call->argument = words;
    words += 2 * call->arguments;
    call->blocks = *words++;
    for (uint32_t i = 0; i < call->blocks; i++) {
        words = parse_block(words, &call->block[i]);
    }
    return words;
}
