#include "chyphen.h"

#include <iconv.h>
#include <stdlib.h>
#include <string.h>

#include "load.h"

static const char library[] = "libhyphen.so.0";

/// The first fields of the library's dictionary.
typedef struct {
  char minima[4];
  char *forbidden;
  int forbidden_count, states;
  char encoding[20];
  int is_utf8;
} Dictionary;

struct CHyphenPatterns {
  Dictionary *dictionary;
  /// From UTF-8 to the encoding of the patterns, which has one byte for each character; not used for UTF-8.
  iconv_t converter;
};

static Dictionary *(*load_hnj_hyphen_load)(const char *);
static int (*load_hnj_hyphen_hyphenate2)(
  Dictionary *, const char *, int, char *, char *, char ***, int **, int **);

static const char *problem;

static void load(void) {
  void *handle = load_library(library, &problem);
  LOAD(handle, load_hnj_hyphen_load, "hnj_hyphen_load", &problem);
  LOAD(handle, load_hnj_hyphen_hyphenate2, "hnj_hyphen_hyphenate2", &problem);
}

const char *chyphen_library(void) { return library; }

const char *chyphen_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return problem;
}

CHyphenPatterns *chyphen_read(const char *path) {
  Dictionary *dictionary = load_hnj_hyphen_load(path);
  CHyphenPatterns *patterns = dictionary ? malloc(sizeof *patterns) : NULL;
  if (!patterns) return NULL;
  patterns->dictionary = dictionary;
  if (dictionary->is_utf8) return patterns;
  // The files write ISO8859-1 for ISO-8859-1.
  char name[32] = "ISO-";
  int is_iso = !strncmp(dictionary->encoding, "ISO", 3) && dictionary->encoding[3] != '-';
  strncpy(name + (is_iso ? 4 : 0), dictionary->encoding + (is_iso ? 3 : 0), sizeof name - 5);
  patterns->converter = iconv_open(name, "UTF-8");
  if (patterns->converter != (iconv_t)-1) return patterns;
  free(patterns);
  return NULL;
}

size_t chyphen_places(CHyphenPatterns *patterns, const char *word, char *places) {
  size_t size = strlen(word), count = 0;
  char *copy = malloc(size + 1), *marks = malloc(size + 6);
  if (!copy || !marks) goto end;
  memcpy(copy, word, size + 1);
  if (patterns->dictionary->is_utf8) {
    for (size_t i = 0; i < size; i++) count += (word[i] & 0xC0) != 0x80;
  } else {
    char *from = (char *)word, *to = copy;
    size_t left = size, room = size;
    iconv(patterns->converter, NULL, NULL, NULL, NULL);
    if (iconv(patterns->converter, &from, &left, &to, &room) != 0) goto end;
    count = (size_t)(to - copy);
    copy[count] = 0;
    size = count;
  }
  // Replacements of letters: the library makes the arrays, one element for each byte.
  char **replacements = NULL;
  int *positions = NULL, *cuts = NULL;
  if (load_hnj_hyphen_hyphenate2(
        patterns->dictionary, copy, (int)size, marks, NULL, &replacements, &positions, &cuts)) {
    count = 0;
  }
  for (size_t i = 0; i < count; i++) places[i] = (marks[i] & 1) && !(replacements && replacements[i]);
  for (size_t i = 0; replacements && i < size; i++) free(replacements[i]);
  free(replacements);
  free(positions);
  free(cuts);
end:
  free(copy);
  free(marks);
  return count;
}
