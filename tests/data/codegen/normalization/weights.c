/* Written by cmlir. */
#include "weights.h"

/* norm_multipliers */
CMLIR_WEIGHTS_SECTION CMLIR_WEIGHTS_ALIGNMENT
const int32_t model_norm_multipliers[7] = {
    1610612736, -1073741824, 805306368, 1288490188, 53687091, 2147483647, -2147483647,
};

/* norm_bias */
CMLIR_WEIGHTS_SECTION CMLIR_WEIGHTS_ALIGNMENT
const int32_t model_norm_bias[7] = {
    -3145728, 2621440, 524288, 8912896, -41943040, 0, 1048576,
};
