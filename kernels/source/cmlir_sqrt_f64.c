/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

double cmlir_sqrt_f64(double x)
{
    const double root = (double)cmlir_sqrt((float)x);
    if (!(root > 0.0) || root > 3.4028234663852886e38) {
        return root;
    }
    return 0.5 * (root + x / root);
}
