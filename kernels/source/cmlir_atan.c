/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

enum { TERMS = 22 };

/*
 * arctan(x) = pi / 2 - arctan(1 / x) above 1, and pi / 4 + arctan((x - 1) / (x + 1)) above
 * tan(pi / 8); what is left goes by Taylor's series.
 */
double cmlir_atan(double x)
{
    const double size = cmlir_magnitude(x);
    const double below_1 = size > 1.0 ? 1.0 / size : size;
    const int upper = below_1 > 0.41421356237309503;
    const double z = upper ? (below_1 - 1.0) / (below_1 + 1.0) : below_1;
    const double square = z * z;
    double sum = 1.0 / (2 * TERMS + 1);
    for (int i = TERMS - 1; i >= 0; i--) {
        sum = 1.0 / (2 * i + 1) - sum * square;
    }
    const double angle = upper ? 0.7853981633974483 + z * sum : z * sum;
    const double result = size > 1.0 ? 1.5707963267948966 - angle : angle;
    return x < 0.0 ? -result : result;
}
