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
  uint32_t loop_count; // how often an animation is shown, 0 without end
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

/// A frame of an animation.
typedef struct cwebp_frame {
  uint32_t x, y, width, height; // on the canvas, in pixels
  uint32_t duration;            // in ms
  size_t offset, size;          // of its data in the bytes of the file
  bool is_disposed;             // becomes transparent before the next frame
  bool is_blended;              // is drawn over the canvas, in place of replacing its pixels
  bool is_key;                  // depends on no earlier frame
} cwebp_frame;

/// All frames, in one pass.
/// - `count`: of the header.
/// - Returns: false where the file is damaged, or no animation.
bool cwebp_reader_frames(const cwebp_reader *_Nonnull reader, cwebp_frame *_Nonnull frames, size_t count);

/// Draws a frame on a canvas of straight RGBA8 that has the frame before it, or anything where the frame is a key frame.
/// Needs the reader's library. Takes memory of the size of a frame that is blended.
/// - `previous`: the frame before; NULL for the first one.
/// - `bytes`: of the whole file.
/// - Returns: false where the frame is damaged, or there is no memory; then the canvas is undefined.
bool cwebp_frame_draw(
  const cwebp_frame *_Nonnull frame, const cwebp_frame *_Nullable previous, const uint8_t *_Nonnull bytes,
  uint8_t *_Nonnull canvas, size_t width, size_t height);

/// Encodes straight RGBA8, sides of at most 16383, lossless where `quality` is below 0, else 0...100.
/// - `profile`: an ICC profile to embed; NULL for none.
/// - Returns: the bytes, for cwebp_free(); NULL on failure.
uint8_t *_Nullable cwebp_encode(
  const uint8_t *_Nonnull pixels, uint32_t width, uint32_t height, float quality, const uint8_t *_Nullable profile,
  size_t profile_size, size_t *_Nonnull count);
void cwebp_free(uint8_t *_Nullable bytes);
