#include "cyaml.h"

#include <stdlib.h>
#include <yaml.h>

#include "load.h"

static const char library[] = "libyaml-0.so.2";

struct CYAMLParser {
  yaml_parser_t parser;
  yaml_event_t event;
  int has_event;
};

static int (*load_yaml_parser_initialize)(yaml_parser_t *);
static void (*load_yaml_parser_delete)(yaml_parser_t *);
static void (*load_yaml_parser_set_input_string)(yaml_parser_t *, const unsigned char *, size_t);
static void (*load_yaml_parser_set_encoding)(yaml_parser_t *, yaml_encoding_t);
static int (*load_yaml_parser_parse)(yaml_parser_t *, yaml_event_t *);
static void (*load_yaml_event_delete)(yaml_event_t *);

static const char *problem;

static void load(void) {
  void *handle = load_library(library, &problem);
  LOAD(handle, load_yaml_parser_initialize, "yaml_parser_initialize", &problem);
  LOAD(handle, load_yaml_parser_delete, "yaml_parser_delete", &problem);
  LOAD(handle, load_yaml_parser_set_input_string, "yaml_parser_set_input_string", &problem);
  LOAD(handle, load_yaml_parser_set_encoding, "yaml_parser_set_encoding", &problem);
  LOAD(handle, load_yaml_parser_parse, "yaml_parser_parse", &problem);
  LOAD(handle, load_yaml_event_delete, "yaml_event_delete", &problem);
}

const char *cyaml_library(void) { return library; }

const char *cyaml_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return problem;
}

CYAMLParser *cyaml_new(const void *bytes, size_t count) {
  CYAMLParser *parser = calloc(1, sizeof *parser);
  if (!parser) return NULL;
  if (!load_yaml_parser_initialize(&parser->parser)) {
    free(parser);
    return NULL;
  }
  load_yaml_parser_set_encoding(&parser->parser, YAML_UTF8_ENCODING);
  load_yaml_parser_set_input_string(&parser->parser, bytes, count);
  return parser;
}

static CYAMLEvent failure(const yaml_parser_t *parser) {
  const char *reason = parser->problem ? parser->problem : "memory is missing";
  // A reader's problem has no mark.
  size_t line = parser->error == YAML_READER_ERROR ? parser->mark.line : parser->problem_mark.line;
  return (CYAMLEvent){.kind = CYAMLFailure, .line = line + 1, .text = reason};
}

CYAMLEvent cyaml_next(CYAMLParser *parser) {
  for (;;) {
    if (parser->has_event) load_yaml_event_delete(&parser->event);
    parser->has_event = load_yaml_parser_parse(&parser->parser, &parser->event);
    if (!parser->has_event) return failure(&parser->parser);
    const yaml_event_t *event = &parser->event;
    CYAMLEvent next = {.line = event->start_mark.line + 1};
    switch (event->type) {
    case YAML_SCALAR_EVENT:
      next.kind = CYAMLScalar;
      next.text = (const char *)event->data.scalar.value;
      next.count = event->data.scalar.length;
      next.tag = (const char *)event->data.scalar.tag;
      next.is_plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
      return next;
    case YAML_ALIAS_EVENT: next.kind = CYAMLAlias; return next;
    case YAML_SEQUENCE_START_EVENT:
      next.kind = CYAMLSequenceStart;
      next.tag = (const char *)event->data.sequence_start.tag;
      return next;
    case YAML_MAPPING_START_EVENT:
      next.kind = CYAMLMappingStart;
      next.tag = (const char *)event->data.mapping_start.tag;
      return next;
    case YAML_SEQUENCE_END_EVENT: next.kind = CYAMLSequenceEnd; return next;
    case YAML_MAPPING_END_EVENT: next.kind = CYAMLMappingEnd; return next;
    case YAML_DOCUMENT_START_EVENT: next.kind = CYAMLDocumentStart; return next;
    case YAML_STREAM_END_EVENT: next.kind = CYAMLEnd; return next;
    default: break; // the start of the stream, the end of a document
    }
  }
}

void cyaml_free(CYAMLParser *parser) {
  if (parser->has_event) load_yaml_event_delete(&parser->event);
  load_yaml_parser_delete(&parser->parser);
  free(parser);
}
