// Still pictures of WebP and the frames of animated ones through libwebp, libwebpdemux and libwebpmux, loaded at their
// first use. Their headers are no condition of building the package: the functions below keep the libraries' documented
// meaning.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Load the libraries once per process; safe from any thread. Reading needs the first, writing the second, before any of
/// its other functions is called.
/// - Returns: NULL if the library is loaded, else the dynamic loader's error message.
const char *_Nullable cwebp_load_reader(void);
const char *_Nullable cwebp_load_writer(void);
/// The names by which the dynamic loader finds the libraries.
const char *_Nonnull cwebp_reader_library(void);
const char *_Nonnull cwebp_writer_library(void);

typedef struct cwebp_reader cwebp_reader;

typedef enum cwebp_state { cwebp_state_damaged, cwebp_state_truncated, cwebp_state_whole } cwebp_state;

typedef struct cwebp_header {
  uint32_t width, height; // of the canvas, 1...2^24
  uint32_t frame_count;
} cwebp_header;

/// Reads from memory, which must outlive the reader.
/// - Returns: NULL where `state` is not whole, or there is no memory.
cwebp_reader *_Nullable cwebp_reader_create(
  const uint8_t *_Nonnull bytes, size_t count, cwebp_header *_Nonnull header, cwebp_state *_Nonnull state);
void cwebp_reader_destroy(cwebp_reader *_Nonnull reader);
/// The content of the first chunk of that name, of four characters; NULL where there is none. Lives as long as the bytes.
const uint8_t *_Nullable cwebp_reader_chunk(
  const cwebp_reader *_Nonnull reader, const char *_Nonnull name, size_t *_Nonnull count);
/// Decodes the first frame as straight RGBA8 to its place on the canvas, rows from the top without padding. `pixels` has
/// 4 * width * height bytes of the header, all 0.
bool cwebp_reader_read_pixels(const cwebp_reader *_Nonnull reader, uint8_t *_Nonnull pixels);

/// The durations of the first `count` frames in ms.
bool cwebp_reader_durations(const cwebp_reader *_Nonnull reader, uint32_t *_Nonnull durations, size_t count);

typedef struct cwebp_animation cwebp_animation;

/// Decodes the frames of a whole file in order. Needs the reader's library; the bytes must outlive it.
/// - Returns: NULL where the file is damaged, or there is no memory.
cwebp_animation *_Nullable cwebp_animation_create(const uint8_t *_Nonnull bytes, size_t count);
void cwebp_animation_destroy(cwebp_animation *_Nonnull animation);
/// The next frame is the first one again.
void cwebp_animation_rewind(cwebp_animation *_Nonnull animation);
/// The canvas after the next frame, straight RGBA8, until the next call. NULL after the last frame, or where it is
/// damaged.
const uint8_t *_Nullable cwebp_animation_next(cwebp_animation *_Nonnull animation);

/// Encodes straight RGBA8, sides of at most 16383, lossless where `quality` is below 0, else 0...100.
/// - `profile`: an ICC profile to embed; NULL for none.
/// - Returns: the bytes, for cwebp_free(); NULL on failure.
uint8_t *_Nullable cwebp_encode(
  const uint8_t *_Nonnull pixels, uint32_t width, uint32_t height, float quality, const uint8_t *_Nullable profile,
  size_t profile_size, size_t *_Nonnull count);
void cwebp_free(uint8_t *_Nullable bytes);
