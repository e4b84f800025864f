// The functions of libjpeg that are used, by pointers that cjpeg_load() sets.
#pragma once
// jpeglib.h asks for size_t and FILE.
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#define CJPEG_FUNCTIONS(X) \
  X(struct jpeg_error_mgr *, jpeg_std_error, (struct jpeg_error_mgr *)) \
  X(void, jpeg_CreateDecompress, (j_decompress_ptr, int, size_t)) \
  X(void, jpeg_destroy_decompress, (j_decompress_ptr)) \
  X(void, jpeg_mem_src, (j_decompress_ptr, const unsigned char *, unsigned long)) \
  X(void, jpeg_save_markers, (j_decompress_ptr, int, unsigned int)) \
  X(int, jpeg_read_header, (j_decompress_ptr, boolean)) \
  X(boolean, jpeg_has_multiple_scans, (j_decompress_ptr)) \
  X(boolean, jpeg_read_icc_profile, (j_decompress_ptr, JOCTET **, unsigned int *)) \
  X(boolean, jpeg_start_decompress, (j_decompress_ptr)) \
  X(JDIMENSION, jpeg_read_scanlines, (j_decompress_ptr, JSAMPARRAY, JDIMENSION)) \
  X(boolean, jpeg_finish_decompress, (j_decompress_ptr)) \
  X(void, jpeg_CreateCompress, (j_compress_ptr, int, size_t)) \
  X(void, jpeg_destroy_compress, (j_compress_ptr)) \
  X(void, jpeg_set_defaults, (j_compress_ptr)) \
  X(void, jpeg_set_quality, (j_compress_ptr, int, boolean)) \
  X(void, jpeg_start_compress, (j_compress_ptr, boolean)) \
  X(void, jpeg_write_icc_profile, (j_compress_ptr, const JOCTET *, unsigned int)) \
  X(JDIMENSION, jpeg_write_scanlines, (j_compress_ptr, JSAMPARRAY, JDIMENSION)) \
  X(void, jpeg_finish_compress, (j_compress_ptr))

#define CJPEG_DECLARE(result, name, parameters) extern result(*cjpeg_##name) parameters;
CJPEG_FUNCTIONS(CJPEG_DECLARE)
