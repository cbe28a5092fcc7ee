/* Written by cmlir. */
#include <math.h>

#include "weights.h"

/* wide */
CMLIR_WEIGHTS_SECTION CMLIR_WEIGHTS_ALIGNMENT
const int64_t model_wide[4] = {
    INT64_MIN, 1, -2, 9223372036854775807,
};

/* mask */
CMLIR_WEIGHTS_SECTION CMLIR_WEIGHTS_ALIGNMENT
const uint8_t model_mask[3] = {
    1, 0, 1,
};

/* reals */
CMLIR_WEIGHTS_SECTION CMLIR_WEIGHTS_ALIGNMENT
const float model_reals[6] = {
    0x1.99999ap-4f, -0x1.4p+1f, INFINITY, -INFINITY, 0x1.16c2p-133f, NAN,
};

/* least */
CMLIR_WEIGHTS_SECTION CMLIR_WEIGHTS_ALIGNMENT
const int32_t model_least[2] = {
    INT32_MIN, 7,
};
