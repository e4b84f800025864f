// SHA-256 by OpenSSL's libcrypto, loaded at its first use. Version 3 has a stable ABI.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Loads the library once per process; safe from any thread. Nothing else here may be called before it has returned NULL.
/// - Returns: NULL if the library is loaded, else the dynamic loader's error message.
const char *_Nullable cdigest_load(void);
/// The name by which the dynamic loader finds the library.
const char *_Nonnull cdigest_library(void);

/// A digest in progress; NULL without memory.
typedef struct cdigest cdigest;
cdigest *_Nullable cdigest_begin(void);

void cdigest_add(cdigest *_Nonnull digest, const void *_Nonnull bytes, size_t count);

/// Writes the 32 bytes of the digest and frees it.
void cdigest_end(cdigest *_Nonnull digest, uint8_t *_Nonnull result);
