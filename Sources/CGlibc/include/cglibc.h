// A function of libm in the version that glibc has had since before 2.34, and the version of glibc.
//
// Swift's static library for glibc refers to every function of <math.h>, used or not. A binary that is linked on glibc
// 2.35 or newer would ask for its new hypotf, and start on no older system; the definition here comes before libm's.
#pragma once
#include <gnu/libc-version.h>

float hypotf(float x, float y);
