/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_broadcast_f32.h"

#include "cmlir_real.h"

#define PI 3.141592653589793

/* arctan(y / x) in the right half; of two infinite numbers the signs count. */
static double angle_of(double y, double x)
{
    if (x != x || y != y) {
        return __builtin_nan("");
    }
    if (cmlir_magnitude(y) == __builtin_inf() && cmlir_magnitude(x) == __builtin_inf()) {
        y = __builtin_copysign(1.0, y);
        x = __builtin_copysign(1.0, x);
    }
    if (x == 0.0 && y != 0.0) {
        return __builtin_copysign(0.5 * PI, y);
    }
    const double angle = y == 0.0 && x == 0.0 ? y : cmlir_atan(y / x);
    if (!__builtin_signbit(x)) {
        return angle;
    }
    return __builtin_signbit(y) ? angle - PI : angle + PI;
}

CMLIR_BROADCAST_F32(cmlir_broadcast_atan2_f32, (float)angle_of((double)a, (double)b))
