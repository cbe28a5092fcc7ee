/* Written by cmlir. */
#include "weights.h"

/* rows */
CMLIR_WEIGHTS_SECTION CMLIR_WEIGHTS_ALIGNMENT
const int8_t model_rows[15] = {
    -128,  127,    0,    5,   -7,    1,    2,    3,    4,    5,  100, -100,   50,  -50,   25,
};
