/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Float loops that give the same bits everywhere.
 */
#ifndef CMLIR_FLOAT_H
#define CMLIR_FLOAT_H

/*
 * In the body of a loop: keeps the compiler from making vectors of it. MVE's float vectors take
 * subnormal numbers for 0, where the scalar unit and every host compute with them.
 */
#if defined(__ARM_FEATURE_MVE) && (__ARM_FEATURE_MVE & 2)
#define CMLIR_ONE_AT_A_TIME() __asm__ volatile("")
#else
#define CMLIR_ONE_AT_A_TIME() ((void)0)
#endif

#endif
