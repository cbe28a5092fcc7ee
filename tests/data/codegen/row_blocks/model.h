/* Written by cmlir. How to run the model, and what its inputs and outputs are. */
#ifndef MODEL_H
#define MODEL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MODEL_TARGET "cortex-m55"

/* Working memory that model_run needs, and its alignment, in bytes. */
#define MODEL_ARENA_BYTES 128
#define MODEL_ARENA_ALIGNMENT 16
/* Memory that keeps its contents between runs. */
#define MODEL_STATE_BYTES 0
#define MODEL_NUM_INPUTS 3
#define MODEL_NUM_OUTPUTS 8
#define MODEL_NUM_OPS 8

/* A real value is SCALE * (element - ZERO_POINT). STEP is the difference of neighbouring values, also
 * of floats that become or were int8; 0 if they were not. */
#define MODEL_INPUT_BYTES {48, 84, 8}
#define MODEL_INPUT_0_NAME "x"
#define MODEL_INPUT_0_BYTES 48
#define MODEL_INPUT_0_SHAPE "8x6"
#define MODEL_INPUT_0_DTYPE "int8"
#define MODEL_INPUT_0_SCALE 1.0f
#define MODEL_INPUT_0_ZERO_POINT 0
#define MODEL_INPUT_0_STEP 0.0f
#define MODEL_INPUT_1_NAME "kv"
#define MODEL_INPUT_1_BYTES 84
#define MODEL_INPUT_1_SHAPE "7x12"
#define MODEL_INPUT_1_DTYPE "int8"
#define MODEL_INPUT_1_SCALE 1.0f
#define MODEL_INPUT_1_ZERO_POINT 0
#define MODEL_INPUT_1_STEP 0.0f
#define MODEL_INPUT_2_NAME "keep"
#define MODEL_INPUT_2_BYTES 8
#define MODEL_INPUT_2_SHAPE "8"
#define MODEL_INPUT_2_DTYPE "uint8"
#define MODEL_INPUT_2_SCALE 1.0f
#define MODEL_INPUT_2_ZERO_POINT 0
#define MODEL_INPUT_2_STEP 0.0f
#define MODEL_OUTPUT_BYTES {48, 48, 48, 48, 48, 48, 48, 48}
#define MODEL_OUTPUT_0_NAME "out0"
#define MODEL_OUTPUT_0_BYTES 48
#define MODEL_OUTPUT_0_SHAPE "8x6"
#define MODEL_OUTPUT_0_DTYPE "int8"
#define MODEL_OUTPUT_0_SCALE 1.0f
#define MODEL_OUTPUT_0_ZERO_POINT 0
#define MODEL_OUTPUT_0_STEP 0.0f
#define MODEL_OUTPUT_1_NAME "out1"
#define MODEL_OUTPUT_1_BYTES 48
#define MODEL_OUTPUT_1_SHAPE "8x6"
#define MODEL_OUTPUT_1_DTYPE "int8"
#define MODEL_OUTPUT_1_SCALE 1.0f
#define MODEL_OUTPUT_1_ZERO_POINT 0
#define MODEL_OUTPUT_1_STEP 0.0f
#define MODEL_OUTPUT_2_NAME "out2"
#define MODEL_OUTPUT_2_BYTES 48
#define MODEL_OUTPUT_2_SHAPE "8x6"
#define MODEL_OUTPUT_2_DTYPE "int8"
#define MODEL_OUTPUT_2_SCALE 1.0f
#define MODEL_OUTPUT_2_ZERO_POINT 0
#define MODEL_OUTPUT_2_STEP 0.0f
#define MODEL_OUTPUT_3_NAME "out3"
#define MODEL_OUTPUT_3_BYTES 48
#define MODEL_OUTPUT_3_SHAPE "8x6"
#define MODEL_OUTPUT_3_DTYPE "int8"
#define MODEL_OUTPUT_3_SCALE 1.0f
#define MODEL_OUTPUT_3_ZERO_POINT 0
#define MODEL_OUTPUT_3_STEP 0.0f
#define MODEL_OUTPUT_4_NAME "out4"
#define MODEL_OUTPUT_4_BYTES 48
#define MODEL_OUTPUT_4_SHAPE "8x6"
#define MODEL_OUTPUT_4_DTYPE "int8"
#define MODEL_OUTPUT_4_SCALE 1.0f
#define MODEL_OUTPUT_4_ZERO_POINT 0
#define MODEL_OUTPUT_4_STEP 0.0f
#define MODEL_OUTPUT_5_NAME "out5"
#define MODEL_OUTPUT_5_BYTES 48
#define MODEL_OUTPUT_5_SHAPE "8x6"
#define MODEL_OUTPUT_5_DTYPE "int8"
#define MODEL_OUTPUT_5_SCALE 1.0f
#define MODEL_OUTPUT_5_ZERO_POINT 0
#define MODEL_OUTPUT_5_STEP 0.0f
#define MODEL_OUTPUT_6_NAME "out6"
#define MODEL_OUTPUT_6_BYTES 48
#define MODEL_OUTPUT_6_SHAPE "8x6"
#define MODEL_OUTPUT_6_DTYPE "int8"
#define MODEL_OUTPUT_6_SCALE 1.0f
#define MODEL_OUTPUT_6_ZERO_POINT 0
#define MODEL_OUTPUT_6_STEP 0.0f
#define MODEL_OUTPUT_7_NAME "out7"
#define MODEL_OUTPUT_7_BYTES 48
#define MODEL_OUTPUT_7_SHAPE "8x6"
#define MODEL_OUTPUT_7_DTYPE "int8"
#define MODEL_OUTPUT_7_SCALE 1.0f
#define MODEL_OUTPUT_7_ZERO_POINT 0
#define MODEL_OUTPUT_7_STEP 0.0f

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
