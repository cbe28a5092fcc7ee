/* Written by cmlir. The constants of model.c, and where they are placed. */
#ifndef MODEL_WEIGHTS_H
#define MODEL_WEIGHTS_H

#include <stdint.h>

/* To put the weights into a section of their own: -D'CMLIR_WEIGHTS_SECTION=__attribute__((section(".x")))'. */
#ifndef CMLIR_WEIGHTS_SECTION
#define CMLIR_WEIGHTS_SECTION
#endif

#ifndef CMLIR_WEIGHTS_ALIGNMENT
#define CMLIR_WEIGHTS_ALIGNMENT _Alignas(16)
#endif

/* blk.0.q */
extern const int8_t model_blk_0_q[96];
/* blk_0_q */
extern const int8_t model_blk_0_q_2[96];
/* run */
extern const int8_t model_run_2[40];
/* sums_q */
extern const int32_t model_sums_q[8];
/* sums_o */
extern const int32_t model_sums_o[5];

#endif
