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

/* up_w */
extern const int8_t model_up_w[54];
/* up_s */
extern const int32_t model_up_s[9];
/* down_w */
extern const int8_t model_down_w[54];
/* down_s */
extern const int32_t model_down_s[6];
/* same_w */
extern const int8_t model_same_w[36];
/* same_s */
extern const int32_t model_same_s[6];
/* exponentials */
extern const int32_t model_exponentials[256];
/* wide_exponentials */
extern const int32_t model_wide_exponentials[512];

#endif
