// The events of a YAML text by libyaml, loaded at its first use.
#pragma once
#include <stddef.h>

typedef struct CYAMLParser CYAMLParser;

typedef enum {
  CYAMLEnd,
  CYAMLScalar,
  CYAMLAlias,
  CYAMLSequenceStart,
  CYAMLSequenceEnd,
  CYAMLMappingStart,
  CYAMLMappingEnd,
  CYAMLDocumentStart,
  CYAMLFailure
} CYAMLKind;

/// One event. Its texts stay until the next event is read.
typedef struct {
  CYAMLKind kind;
  /// The line on which the event starts, from 1.
  size_t line;
  /// The text of a scalar, which may contain zeros, or the reason of a failure; NULL for other events.
  const char *_Nullable text;
  /// The bytes of the text.
  size_t count;
  /// The tag as the parser resolves it, or NULL.
  const char *_Nullable tag;
  /// Whether a scalar has no quotation marks.
  int is_plain;
} CYAMLEvent;

/// Loads the library once per process; safe from any thread.
/// - Returns: NULL if the library is loaded, else the dynamic loader's error message.
const char *_Nullable cyaml_load(void);

/// The name by which the dynamic loader finds the library.
const char *_Nonnull cyaml_library(void);

/// Starts to read a text, which must stay until the parser is freed. The library must be loaded.
/// - Returns: NULL if memory is missing.
CYAMLParser *_Nullable cyaml_new(const void *_Nonnull bytes, size_t count);

/// Reads the next event. After `CYAMLEnd` and `CYAMLFailure` there is none.
CYAMLEvent cyaml_next(CYAMLParser *_Nonnull parser);

void cyaml_free(CYAMLParser *_Nonnull parser);
