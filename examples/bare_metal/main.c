/* The smallest program around an emitted model: memory, inputs, one call, outputs.
 *
 * Everything that the model needs is here: it allocates nothing, and keeps nothing between calls but
 * what is in `state`, if it has any.
 */
#include <stddef.h>
#include <stdint.h>

#include "model.h"

/* Working memory. It may be used for other things between two calls. */
static _Alignas(MODEL_ARENA_ALIGNMENT) uint8_t arena[MODEL_ARENA_BYTES + 1];

/* Inputs and outputs are aligned to their elements. MODEL_INPUT_0_SHAPE and _DTYPE say what is in
 * them; a real value is MODEL_INPUT_0_SCALE * (element - MODEL_INPUT_0_ZERO_POINT). */
static _Alignas(16) uint8_t input[MODEL_INPUT_0_BYTES];
static _Alignas(16) uint8_t output[MODEL_OUTPUT_0_BYTES];

#if defined(MODEL_HAS_INIT)
/* What the model keeps from one call to the next. */
static _Alignas(MODEL_STATE_ALIGNMENT) uint8_t state[MODEL_STATE_BYTES];
#else
static uint8_t *const state = NULL;
#endif

int main(void)
{
#if defined(MODEL_HAS_INIT)
    if (model_init(state) != 0) {
        return 1;
    }
#endif
    for (size_t i = 0; i < sizeof input; i++) {
        input[i] = 0; /* from a sensor */
    }
    const void *const inputs[] = {input};
    void *const outputs[] = {output};
    if (model_run(inputs, outputs, arena, state) != 0) {
        return 1;
    }
    return 0; /* output holds MODEL_OUTPUT_0_SHAPE elements now */
}
