/* Written by cmlir. How to run the model, and what its inputs and outputs are. */
#ifndef MODEL_H
#define MODEL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MODEL_TARGET "cortex-m55"

/* Working memory that model_run needs, and its alignment, in bytes. */
#define MODEL_ARENA_BYTES 16
#define MODEL_ARENA_ALIGNMENT 16
/* Memory that keeps its contents between runs. */
#define MODEL_STATE_BYTES 0
#define MODEL_NUM_INPUTS 3
#define MODEL_NUM_OUTPUTS 4
#define MODEL_NUM_OPS 9

/* A real value is SCALE * (element - ZERO_POINT). STEP is the difference of neighbouring values, also
 * of floats that become or were int8; 0 if they were not. */
#define MODEL_INPUT_BYTES {24, 12, 48}
#define MODEL_INPUT_0_NAME "x"
#define MODEL_INPUT_0_BYTES 24
#define MODEL_INPUT_0_SHAPE "2x4x3"
#define MODEL_INPUT_0_DTYPE "int8"
#define MODEL_INPUT_0_SCALE 0.100000001f
#define MODEL_INPUT_0_ZERO_POINT (-5)
#define MODEL_INPUT_0_STEP 0.100000001f
#define MODEL_INPUT_1_NAME "keep"
#define MODEL_INPUT_1_BYTES 12
#define MODEL_INPUT_1_SHAPE "1x4x3"
#define MODEL_INPUT_1_DTYPE "bool"
#define MODEL_INPUT_1_SCALE 1.0f
#define MODEL_INPUT_1_ZERO_POINT 0
#define MODEL_INPUT_1_STEP 0.0f
#define MODEL_INPUT_2_NAME "number"
#define MODEL_INPUT_2_BYTES 48
#define MODEL_INPUT_2_SHAPE "4x3"
#define MODEL_INPUT_2_DTYPE "float32"
#define MODEL_INPUT_2_SCALE 1.0f
#define MODEL_INPUT_2_ZERO_POINT 0
#define MODEL_INPUT_2_STEP 0.0f
#define MODEL_OUTPUT_BYTES {24, 24, 24, 3}
#define MODEL_OUTPUT_0_NAME "masked"
#define MODEL_OUTPUT_0_BYTES 24
#define MODEL_OUTPUT_0_SHAPE "2x4x3"
#define MODEL_OUTPUT_0_DTYPE "int8"
#define MODEL_OUTPUT_0_SCALE 0.00390625f
#define MODEL_OUTPUT_0_ZERO_POINT (-128)
#define MODEL_OUTPUT_0_STEP 0.00390625f
#define MODEL_OUTPUT_1_NAME "causal"
#define MODEL_OUTPUT_1_BYTES 24
#define MODEL_OUTPUT_1_SHAPE "2x4x3"
#define MODEL_OUTPUT_1_DTYPE "int8"
#define MODEL_OUTPUT_1_SCALE 0.00390625f
#define MODEL_OUTPUT_1_ZERO_POINT (-128)
#define MODEL_OUTPUT_1_STEP 0.00390625f
#define MODEL_OUTPUT_2_NAME "chosen"
#define MODEL_OUTPUT_2_BYTES 24
#define MODEL_OUTPUT_2_SHAPE "2x4x3"
#define MODEL_OUTPUT_2_DTYPE "int8"
#define MODEL_OUTPUT_2_SCALE 0.100000001f
#define MODEL_OUTPUT_2_ZERO_POINT (-5)
#define MODEL_OUTPUT_2_STEP 0.100000001f
#define MODEL_OUTPUT_3_NAME "any"
#define MODEL_OUTPUT_3_BYTES 3
#define MODEL_OUTPUT_3_SHAPE "1x3"
#define MODEL_OUTPUT_3_DTYPE "bool"
#define MODEL_OUTPUT_3_SCALE 1.0f
#define MODEL_OUTPUT_3_ZERO_POINT 0
#define MODEL_OUTPUT_3_STEP 0.0f

/*
 * One inference. inputs and outputs are arrays of pointers, each aligned to its elements; no two of
 * all these memories may overlap. state is not used and may be NULL. Returns 0, or the status
 * (arm_cmsis_nn_status) of the kernel that failed. Keeps nothing between calls: runs with different
 * arenas and outputs may be made at the same time.
 */
int32_t model_run(const void *const inputs[], void *const outputs[], void *arena, void *state);

#ifdef __cplusplus
}
#endif

#endif
