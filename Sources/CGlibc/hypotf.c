#include "cglibc.h"

#include <math.h>

// The squares of floats neither overflow nor vanish in a double.
__attribute__((visibility("hidden"))) float hypotf(float x, float y) {
  if (isinf(x) || isinf(y)) return INFINITY;
  return (float)sqrt((double)x * x + (double)y * y);
}
