/* Written by cmlir. How to run the model, and what its inputs and outputs are. */
#ifndef MODEL_H
#define MODEL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MODEL_TARGET "cortex-m55"

/* Working memory that model_run needs, and its alignment, in bytes. */
#define MODEL_ARENA_BYTES 0
#define MODEL_ARENA_ALIGNMENT 16
/* Memory that keeps its contents between runs. */
#define MODEL_STATE_BYTES 0
#define MODEL_NUM_INPUTS 3
#define MODEL_NUM_OUTPUTS 18
#define MODEL_NUM_OPS 18

/* A real value is SCALE * (element - ZERO_POINT). STEP is the difference of neighbouring values, also
 * of floats that become or were int8; 0 if they were not. */
#define MODEL_INPUT_BYTES {24, 32, 4}
#define MODEL_INPUT_0_NAME "x/\052evil*/?\?/\\\""
#define MODEL_INPUT_0_BYTES 24
#define MODEL_INPUT_0_SHAPE "2x3x4"
#define MODEL_INPUT_0_DTYPE "int8"
#define MODEL_INPUT_0_SCALE 1.0f
#define MODEL_INPUT_0_ZERO_POINT 0
#define MODEL_INPUT_0_STEP 1.0f
#define MODEL_INPUT_1_NAME "ids"
#define MODEL_INPUT_1_BYTES 32
#define MODEL_INPUT_1_SHAPE "2x2"
#define MODEL_INPUT_1_DTYPE "int64"
#define MODEL_INPUT_1_SCALE 1.0f
#define MODEL_INPUT_1_ZERO_POINT 0
#define MODEL_INPUT_1_STEP 0.0f
#define MODEL_INPUT_2_NAME "scalar"
#define MODEL_INPUT_2_BYTES 4
#define MODEL_INPUT_2_SHAPE ""
#define MODEL_INPUT_2_DTYPE "float32"
#define MODEL_INPUT_2_SCALE 1.0f
#define MODEL_INPUT_2_ZERO_POINT 0
#define MODEL_INPUT_2_STEP 0.0f
#define MODEL_OUTPUT_BYTES {24, 15, 32, 32, 4, 32, 3, 12, 8, 24, 8, 16, 3, 12, 24, 4, 48, 64}
#define MODEL_OUTPUT_0_NAME "out0"
#define MODEL_OUTPUT_0_BYTES 24
#define MODEL_OUTPUT_0_SHAPE "2x2x3x2"
#define MODEL_OUTPUT_0_DTYPE "int8"
#define MODEL_OUTPUT_0_SCALE 1.0f
#define MODEL_OUTPUT_0_ZERO_POINT 0
#define MODEL_OUTPUT_0_STEP 0.0f
#define MODEL_OUTPUT_1_NAME "out1"
#define MODEL_OUTPUT_1_BYTES 15
#define MODEL_OUTPUT_1_SHAPE "3x5"
#define MODEL_OUTPUT_1_DTYPE "int8"
#define MODEL_OUTPUT_1_SCALE 1.0f
#define MODEL_OUTPUT_1_ZERO_POINT 0
#define MODEL_OUTPUT_1_STEP 0.0f
#define MODEL_OUTPUT_2_NAME "out2"
#define MODEL_OUTPUT_2_BYTES 32
#define MODEL_OUTPUT_2_SHAPE "2x2"
#define MODEL_OUTPUT_2_DTYPE "int64"
#define MODEL_OUTPUT_2_SCALE 1.0f
#define MODEL_OUTPUT_2_ZERO_POINT 0
#define MODEL_OUTPUT_2_STEP 0.0f
#define MODEL_OUTPUT_3_NAME "out3"
#define MODEL_OUTPUT_3_BYTES 32
#define MODEL_OUTPUT_3_SHAPE "2x2"
#define MODEL_OUTPUT_3_DTYPE "int64"
#define MODEL_OUTPUT_3_SCALE 1.0f
#define MODEL_OUTPUT_3_ZERO_POINT 0
#define MODEL_OUTPUT_3_STEP 0.0f
#define MODEL_OUTPUT_4_NAME "out4"
#define MODEL_OUTPUT_4_BYTES 4
#define MODEL_OUTPUT_4_SHAPE ""
#define MODEL_OUTPUT_4_DTYPE "float32"
#define MODEL_OUTPUT_4_SCALE 1.0f
#define MODEL_OUTPUT_4_ZERO_POINT 0
#define MODEL_OUTPUT_4_STEP 0.0f
#define MODEL_OUTPUT_5_NAME "out5"
#define MODEL_OUTPUT_5_BYTES 32
#define MODEL_OUTPUT_5_SHAPE "4"
#define MODEL_OUTPUT_5_DTYPE "int64"
#define MODEL_OUTPUT_5_SCALE 1.0f
#define MODEL_OUTPUT_5_ZERO_POINT 0
#define MODEL_OUTPUT_5_STEP 0.0f
#define MODEL_OUTPUT_6_NAME "out6"
#define MODEL_OUTPUT_6_BYTES 3
#define MODEL_OUTPUT_6_SHAPE "3"
#define MODEL_OUTPUT_6_DTYPE "uint8"
#define MODEL_OUTPUT_6_SCALE 1.0f
#define MODEL_OUTPUT_6_ZERO_POINT 0
#define MODEL_OUTPUT_6_STEP 0.0f
#define MODEL_OUTPUT_7_NAME "out7"
#define MODEL_OUTPUT_7_BYTES 12
#define MODEL_OUTPUT_7_SHAPE "3"
#define MODEL_OUTPUT_7_DTYPE "float32"
#define MODEL_OUTPUT_7_SCALE 1.0f
#define MODEL_OUTPUT_7_ZERO_POINT 0
#define MODEL_OUTPUT_7_STEP 0.0f
#define MODEL_OUTPUT_8_NAME "out8"
#define MODEL_OUTPUT_8_BYTES 8
#define MODEL_OUTPUT_8_SHAPE "2"
#define MODEL_OUTPUT_8_DTYPE "int32"
#define MODEL_OUTPUT_8_SCALE 1.0f
#define MODEL_OUTPUT_8_ZERO_POINT 0
#define MODEL_OUTPUT_8_STEP 0.0f
#define MODEL_OUTPUT_9_NAME "out9"
#define MODEL_OUTPUT_9_BYTES 24
#define MODEL_OUTPUT_9_SHAPE "2x3"
#define MODEL_OUTPUT_9_DTYPE "float32"
#define MODEL_OUTPUT_9_SCALE 1.0f
#define MODEL_OUTPUT_9_ZERO_POINT 0
#define MODEL_OUTPUT_9_STEP 0.0f
#define MODEL_OUTPUT_10_NAME "out10"
#define MODEL_OUTPUT_10_BYTES 8
#define MODEL_OUTPUT_10_SHAPE "4"
#define MODEL_OUTPUT_10_DTYPE "int16"
#define MODEL_OUTPUT_10_SCALE 1.0f
#define MODEL_OUTPUT_10_ZERO_POINT 0
#define MODEL_OUTPUT_10_STEP 0.0f
#define MODEL_OUTPUT_11_NAME "out11"
#define MODEL_OUTPUT_11_BYTES 16
#define MODEL_OUTPUT_11_SHAPE "2"
#define MODEL_OUTPUT_11_DTYPE "int64"
#define MODEL_OUTPUT_11_SCALE 1.0f
#define MODEL_OUTPUT_11_ZERO_POINT 0
#define MODEL_OUTPUT_11_STEP 0.0f
#define MODEL_OUTPUT_12_NAME "out12"
#define MODEL_OUTPUT_12_BYTES 3
#define MODEL_OUTPUT_12_SHAPE "3"
#define MODEL_OUTPUT_12_DTYPE "uint8"
#define MODEL_OUTPUT_12_SCALE 1.0f
#define MODEL_OUTPUT_12_ZERO_POINT 0
#define MODEL_OUTPUT_12_STEP 0.0f
#define MODEL_OUTPUT_13_NAME "out13"
#define MODEL_OUTPUT_13_BYTES 12
#define MODEL_OUTPUT_13_SHAPE "12"
#define MODEL_OUTPUT_13_DTYPE "int8"
#define MODEL_OUTPUT_13_SCALE 1.0f
#define MODEL_OUTPUT_13_ZERO_POINT 0
#define MODEL_OUTPUT_13_STEP 0.0f
#define MODEL_OUTPUT_14_NAME "out14"
#define MODEL_OUTPUT_14_BYTES 24
#define MODEL_OUTPUT_14_SHAPE "4x3x2"
#define MODEL_OUTPUT_14_DTYPE "int8"
#define MODEL_OUTPUT_14_SCALE 1.0f
#define MODEL_OUTPUT_14_ZERO_POINT 0
#define MODEL_OUTPUT_14_STEP 0.0f
#define MODEL_OUTPUT_15_NAME "out15"
#define MODEL_OUTPUT_15_BYTES 4
#define MODEL_OUTPUT_15_SHAPE ""
#define MODEL_OUTPUT_15_DTYPE "float32"
#define MODEL_OUTPUT_15_SCALE 1.0f
#define MODEL_OUTPUT_15_ZERO_POINT 0
#define MODEL_OUTPUT_15_STEP 0.0f
#define MODEL_OUTPUT_16_NAME "out16"
#define MODEL_OUTPUT_16_BYTES 48
#define MODEL_OUTPUT_16_SHAPE "2x3x8"
#define MODEL_OUTPUT_16_DTYPE "int8"
#define MODEL_OUTPUT_16_SCALE 1.0f
#define MODEL_OUTPUT_16_ZERO_POINT 0
#define MODEL_OUTPUT_16_STEP 0.0f
#define MODEL_OUTPUT_17_NAME "out17"
#define MODEL_OUTPUT_17_BYTES 64
#define MODEL_OUTPUT_17_SHAPE "4x2"
#define MODEL_OUTPUT_17_DTYPE "int64"
#define MODEL_OUTPUT_17_SCALE 1.0f
#define MODEL_OUTPUT_17_ZERO_POINT 0
#define MODEL_OUTPUT_17_STEP 0.0f

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
