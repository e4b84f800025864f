// Pictures for terminals as DEC's sixels through libsixel, loaded at its first use. Its header is no condition of
// building the package: the functions below keep the library's documented meaning.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Loads the library once per process; safe from any thread.
/// - Returns: NULL if the library is loaded, else the dynamic loader's error message.
const char *_Nullable csixel_load(void);

/// The name by which the dynamic loader finds the library.
const char *_Nonnull csixel_library(void);

/// Encodes RGB pixels, 3 bytes each, rows from the top, with a palette of at most 256 colors and error diffusion. The
/// library must be loaded.
/// - `sides`: 1...2^15.
/// - `count`: receives the number of bytes.
/// - Returns: a control sequence to write to a terminal, which the caller frees; NULL where the library fails.
uint8_t *_Nullable csixel_encode(const uint8_t *_Nonnull pixels, int width, int height, size_t *_Nonnull count);
