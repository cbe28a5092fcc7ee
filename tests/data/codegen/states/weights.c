/* Written by cmlir. */
#include "weights.h"

/* delayed */
CMLIR_WEIGHTS_SECTION CMLIR_WEIGHTS_ALIGNMENT
const int8_t model_delayed[3] = {
       1,   -2,    3,
};

/* places */
CMLIR_WEIGHTS_SECTION CMLIR_WEIGHTS_ALIGNMENT
const int32_t model_places[2] = {
    2, -1,
};

/* ages */
CMLIR_WEIGHTS_SECTION CMLIR_WEIGHTS_ALIGNMENT
const int64_t model_ages[3] = {
    0, 1, 2,
};
