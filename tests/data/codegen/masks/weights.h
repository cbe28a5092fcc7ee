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

/* exponentials */
extern const int32_t model_exponentials[256];

#endif
