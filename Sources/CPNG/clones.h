// Functions compiled twice: for every x86-64, and for those since 2013 with AVX2 and BMI2. The loader of the C library
// chooses one when the program starts.
#pragma once
#include <stdint.h> // says which C library this is

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CLONES_CRASH // choosing comes before that sanitizer's own start
#endif
#endif

#if defined(__x86_64__) && defined(__GLIBC__) && !defined(CLONES_CRASH)
#define CLONED __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define CLONED
#endif
