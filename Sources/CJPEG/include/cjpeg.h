// Reading and writing JPEG through libjpeg-turbo, loaded at its first use, without a long jump that leaves C.
//
// libjpeg reports errors by a callback that must not return. Every function here that calls libjpeg has its own setjmp,
// so a jump ends in the frame that Swift called; the message waits in the reader. Nothing is ever printed.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Loads the library once per process; safe from any thread. Nothing else here may be called before it has returned NULL.
/// - Returns: NULL if the library is loaded, else the dynamic loader's error message.
const char *_Nullable cjpeg_load(void);
/// The name by which the dynamic loader finds the library.
const char *_Nonnull cjpeg_library(void);

typedef struct cjpeg_reader cjpeg_reader;

typedef enum cjpeg_failure {
  cjpeg_failure_none,
  cjpeg_failure_broken,      // not a well-formed JPEG: see cjpeg_reader_message
  cjpeg_failure_ended,       // the data end before the picture does
  cjpeg_failure_unsupported, // a kind of JPEG that the library does not read: see cjpeg_reader_message
  cjpeg_failure_scans,       // more scans than cjpeg_scan_limit
  cjpeg_failure_memory,
} cjpeg_failure;

enum {
  /// A progressive picture has some ten scans; each takes time for the whole picture, however few bytes it has.
  cjpeg_scan_limit = 100,
  cjpeg_segment_limit = 4096, // segments of metadata; those of a file with more are ignored
};

typedef enum cjpeg_color { cjpeg_color_gray, cjpeg_color_rgb, cjpeg_color_cmyk } cjpeg_color;

typedef struct cjpeg_header {
  uint32_t width, height; // 1...65535
  cjpeg_color color;      // YCbCr counts as RGB, YCCK as CMYK
  /// Whether the samples of CMYK are stored inverted, as Adobe's programs do: 255 is no ink.
  bool is_inverted;
  /// Whether the picture is kept as coefficients while it is decoded: 2 bytes a sample.
  bool has_scans;
  /// The unit of the density as JFIF numbers it: 1 for pixels per inch, 2 for pixels per centimeter, 0 for none.
  int density_unit;
  uint32_t density[2]; // horizontal and vertical
} cjpeg_header;

/// Reads from memory, which must outlive the reader. With `is_lenient`, damage becomes a warning where the library can go
/// on: missing data are gray. NULL when there is no memory.
cjpeg_reader *_Nullable cjpeg_reader_create(const uint8_t *_Nullable bytes, size_t count, bool is_lenient);
void cjpeg_reader_destroy(cjpeg_reader *_Nonnull reader);

/// Reads all that stands before the pixels. First call.
bool cjpeg_reader_read_header(cjpeg_reader *_Nonnull reader, cjpeg_header *_Nonnull header);
/// The Exif data after their signature, from the TIFF header on; NULL where there are none. After the header, before the
/// pixels; lives as long as the reader.
const uint8_t *_Nullable cjpeg_reader_exif(const cjpeg_reader *_Nonnull reader, size_t *_Nonnull count);
/// The ICC profile, put together from its markers; NULL where there is none or parts are missing. As the Exif data.
const uint8_t *_Nullable cjpeg_reader_profile(cjpeg_reader *_Nonnull reader, size_t *_Nonnull count);
/// Reads the pixels as RGBA8, alpha 255, or as CMYK8, stored values unchanged; rows from the top without padding.
/// `pixels` has room for 4 * width * height bytes. Last call.
bool cjpeg_reader_read_pixels(cjpeg_reader *_Nonnull reader, uint8_t *_Nonnull pixels);

/// Why the last call that returned false did; after a success in a lenient reader the first damage, or none.
cjpeg_failure cjpeg_reader_failure(const cjpeg_reader *_Nonnull reader);
const char *_Nonnull cjpeg_reader_message(const cjpeg_reader *_Nonnull reader);

typedef struct cjpeg_settings {
  int quality;           // 1...100, as the library's
  bool halves_chroma;    // 4:2:0 instead of 4:4:4
  const uint8_t *_Nullable profile;
  size_t profile_size;
  uint16_t density[2]; // pixels per inch, horizontal and vertical; 0 states none
} cjpeg_settings;

typedef struct cjpeg_writer cjpeg_writer;

/// Takes encoded bytes; false stops the writing. Called below a libjpeg frame, returns before any jump.
typedef bool (*cjpeg_sink)(void *_Nullable context, const uint8_t *_Nonnull bytes, size_t count);

/// Writes a baseline JPEG. NULL when there is no memory.
cjpeg_writer *_Nullable cjpeg_writer_create(void *_Nullable context, cjpeg_sink _Nonnull sink);
void cjpeg_writer_destroy(cjpeg_writer *_Nonnull writer);

/// Writes all that stands before the pixels. First call.
bool cjpeg_writer_begin(cjpeg_writer *_Nonnull writer, uint32_t width, uint32_t height, cjpeg_settings settings);
/// Writes the next `count` rows of RGBA8, without padding, whose alpha is ignored.
bool cjpeg_writer_add_rows(cjpeg_writer *_Nonnull writer, const uint8_t *_Nonnull rows, size_t count);
/// Writes the rest, once all rows are written.
bool cjpeg_writer_end(cjpeg_writer *_Nonnull writer);

/// Why the last call that returned false did.
const char *_Nonnull cjpeg_writer_message(const cjpeg_writer *_Nonnull writer);
