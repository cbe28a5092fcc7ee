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
#define MODEL_STATE_BYTES 32
#define MODEL_STATE_ALIGNMENT 16
#define MODEL_HAS_INIT 1
#define MODEL_STATE_0_NAME "window"
#define MODEL_STATE_0_OFFSET 0
#define MODEL_STATE_0_BYTES 12
#define MODEL_STATE_1_NAME "blk.delayed"
#define MODEL_STATE_1_OFFSET 16
#define MODEL_STATE_1_BYTES 3
#define MODEL_NUM_INPUTS 3
#define MODEL_NUM_OUTPUTS 4
#define MODEL_NUM_OPS 7

/* A real value is SCALE * (element - ZERO_POINT). STEP is the difference of neighbouring values, also
 * of floats that become or were int8; 0 if they were not. */
#define MODEL_INPUT_BYTES {6, 24, 8}
#define MODEL_INPUT_0_NAME "x"
#define MODEL_INPUT_0_BYTES 6
#define MODEL_INPUT_0_SHAPE "2x3"
#define MODEL_INPUT_0_DTYPE "int8"
#define MODEL_INPUT_0_SCALE 1.0f
#define MODEL_INPUT_0_ZERO_POINT 0
#define MODEL_INPUT_0_STEP 0.0f
#define MODEL_INPUT_1_NAME "n"
#define MODEL_INPUT_1_BYTES 24
#define MODEL_INPUT_1_SHAPE "3"
#define MODEL_INPUT_1_DTYPE "int64"
#define MODEL_INPUT_1_SCALE 1.0f
#define MODEL_INPUT_1_ZERO_POINT 0
#define MODEL_INPUT_1_STEP 0.0f
#define MODEL_INPUT_2_NAME "m"
#define MODEL_INPUT_2_BYTES 8
#define MODEL_INPUT_2_SHAPE "2"
#define MODEL_INPUT_2_DTYPE "int32"
#define MODEL_INPUT_2_SCALE 1.0f
#define MODEL_INPUT_2_ZERO_POINT 0
#define MODEL_INPUT_2_STEP 0.0f
#define MODEL_OUTPUT_BYTES {12, 3, 3, 2}
#define MODEL_OUTPUT_0_NAME "y"
#define MODEL_OUTPUT_0_BYTES 12
#define MODEL_OUTPUT_0_SHAPE "4x3"
#define MODEL_OUTPUT_0_DTYPE "int8"
#define MODEL_OUTPUT_0_SCALE 1.0f
#define MODEL_OUTPUT_0_ZERO_POINT 0
#define MODEL_OUTPUT_0_STEP 0.0f
#define MODEL_OUTPUT_1_NAME "before"
#define MODEL_OUTPUT_1_BYTES 3
#define MODEL_OUTPUT_1_SHAPE "3"
#define MODEL_OUTPUT_1_DTYPE "int8"
#define MODEL_OUTPUT_1_SCALE 1.0f
#define MODEL_OUTPUT_1_ZERO_POINT 0
#define MODEL_OUTPUT_1_STEP 0.0f
#define MODEL_OUTPUT_2_NAME "old"
#define MODEL_OUTPUT_2_BYTES 3
#define MODEL_OUTPUT_2_SHAPE "3"
#define MODEL_OUTPUT_2_DTYPE "bool"
#define MODEL_OUTPUT_2_SCALE 1.0f
#define MODEL_OUTPUT_2_ZERO_POINT 0
#define MODEL_OUTPUT_2_STEP 0.0f
#define MODEL_OUTPUT_3_NAME "equal"
#define MODEL_OUTPUT_3_BYTES 2
#define MODEL_OUTPUT_3_SHAPE "2"
#define MODEL_OUTPUT_3_DTYPE "bool"
#define MODEL_OUTPUT_3_SCALE 1.0f
#define MODEL_OUTPUT_3_ZERO_POINT 0
#define MODEL_OUTPUT_3_STEP 0.0f

/* Makes the first state, in MODEL_STATE_BYTES bytes. Returns 0. */
int32_t model_init(void *state);

/*
 * One inference. inputs and outputs are arrays of pointers, each aligned to its elements; no two of
 * all these memories may overlap. Returns 0, or the status (arm_cmsis_nn_status) of the kernel
 * that failed. Runs with different arenas, outputs and states may be made at the same time.
 *
 * state is what model_init made, or the run before left; it must be made anew after a failure.
 */
int32_t model_run(const void *const inputs[], void *const outputs[], void *arena, void *state);

#ifdef __cplusplus
}
#endif

#endif
