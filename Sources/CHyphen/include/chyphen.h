// Hyphenation by the patterns of a language through Hunspell's libhyphen, loaded at its first use. Its header is no
// condition of building the package: the functions below keep the library's documented meaning.
#pragma once
#include <stddef.h>

typedef struct CHyphenPatterns CHyphenPatterns;

/// Loads the library once per process; safe from any thread.
/// - Returns: NULL if the library is loaded, else the dynamic loader's error message.
const char *_Nullable chyphen_load(void);

/// The name by which the dynamic loader finds the library.
const char *_Nonnull chyphen_library(void);

/// Reads a file of patterns. The library must be loaded.
/// - Returns: NULL without such a file, and for one in an unknown encoding. The patterns stay for the process.
CHyphenPatterns *_Nullable chyphen_read(const char *_Nonnull path);

/// Finds the places of a word at which a hyphen may be put without any other change of the letters.
/// - `word`: in lower case and UTF-8, ended by a zero.
/// - `places`: receives for each character whether a hyphen may follow; it has room for a byte for each byte of `word`.
/// - Returns: the number of characters; 0 where the patterns are about other letters, or memory is missing.
size_t chyphen_places(CHyphenPatterns *_Nonnull patterns, const char *_Nonnull word, char *_Nonnull places);
