/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

enum { DEGREE = 16 };

/*
 * For x >= 1/2: erfc(x) = t * e^(P(u) - x^2) with t = 2 / (2 + x), u running from -1 to 1 while t
 * does from 1/6 (x = 10) to 0.8 (x = 1/2). P interpolates the logarithm at Chebyshev's points and
 * is wrong by at most 7.4e-15. erfc(-x) = 2 - erfc(x).
 */
double cmlir_erfc(double x)
{
    static const double coefficients[DEGREE + 1] = {
        4.4480783762260745e-09, -6.733947414934173e-09, -4.472365902405181e-08,
        1.2233052390395928e-07, 2.2396439965938214e-07, -1.3146029335227553e-06,
        -2.573553803829828e-07, 1.1373618116666406e-05, -9.110478959656813e-06,
        -9.316893147463947e-05, 0.0001484058410398219, 0.0008578537130892478,
        -0.0018198558958896127, -0.011554265104153706, 0.0208432639869013,
        0.42391039425775917, -0.6941611968563774,
    };
    const double size = cmlir_magnitude(x);
    if (size < 0.5) {
        return 1.0 - cmlir_erf(x);
    }
    if (size > 10.0) {
        return x > 0.0 ? 0.0 : 2.0;
    }
    const double t = 2.0 / (2.0 + size);
    const double u = (t - 0.48333333333333334) / 0.31666666666666665;
    double sum = coefficients[0];
    for (int i = 1; i <= DEGREE; i++) {
        sum = sum * u + coefficients[i];
    }
    const double above = t * cmlir_exp(sum - size * size);
    return x < 0.0 ? 2.0 - above : above;
}
