// The part of Pango, HarfBuzz, Cairo and Fontconfig that draws a text into an image, loaded at its first use.
//
// Linking Pango would load some forty libraries (GLib, HarfBuzz, Fontconfig, X11, ...) at the start of every
// process, 4 ms, also where no text is drawn, and would make its headers a condition of building the package.
// The functions below keep the libraries' names behind `cpango_` and their documented meaning; the libraries promise a
// stable ABI within the major versions named in cpango.c.
#pragma once
#include <stddef.h>

typedef struct _PangoContext CPangoContext;
typedef struct _PangoFont CPangoFont;
typedef struct _PangoFontDescription CPangoFontDescription;
typedef struct _PangoFontMap CPangoFontMap;
typedef struct _PangoLayout CPangoLayout;
typedef struct _PangoAttrList CPangoAttributes;
typedef struct _PangoLayoutIter CPangoLayoutIterator;
typedef struct hb_font_t CPangoShapingFont;
typedef struct hb_face_t CPangoShapingFace;
typedef struct _FcConfig CPangoFontConfig;
typedef struct _FcFontSet CPangoFontSet;
typedef struct _FcPattern CPangoFontPattern;
typedef struct hb_unicode_funcs_t CPangoUnicode;
typedef struct _cairo CPangoCairo;
typedef struct _cairo_surface CPangoSurface;
typedef struct _cairo_font_options CPangoFontOptions;

/// In Pango units: 1/1024 of a point.
typedef struct {
  int x, y, width, height;
} CPangoRectangle;

/// The public fields of Pango's structures, in their order. Lengths are in Pango units, offsets in bytes of the text.
typedef struct {
  const void *type;
  unsigned start, end;
} CPangoAttribute;
typedef struct {
  unsigned glyph;
  int width, x, y;
  unsigned flags;
} CPangoGlyph;
typedef struct {
  int count;
  CPangoGlyph *glyphs;
  /// For each glyph, the offset of its cluster in the text of its item.
  int *clusters;
  int space;
} CPangoGlyphs;
typedef struct {
  int offset, length, characters;
  struct {
    void *engines[2];
    CPangoFont *font;
    /// Odd from right to left.
    unsigned char level;
  } analysis;
} CPangoItem;
typedef struct {
  const CPangoItem *item;
  CPangoGlyphs *glyphs;
  int y, start, end;
} CPangoRun;
/// The runs of a line from left to right; NULL for none.
typedef struct CPangoRuns {
  CPangoRun *run;
  struct CPangoRuns *next;
} CPangoRuns;
typedef struct {
  CPangoLayout *layout;
  int start, length;
  CPangoRuns *runs;
} CPangoLine;
typedef struct CPangoLines {
  CPangoLine *line;
  struct CPangoLines *next;
} CPangoLines;
/// The properties of a character (PangoLogAttr).
typedef struct {
  unsigned breaks : 4;
  unsigned isCursorPosition : 1;
  unsigned others : 27;
} CPangoCharacter;

enum {
  /// A glyph without ink, such as that of a joiner.
  cpango_empty_glyph = 0x0FFFFFFF,
  cpango_scale = 1024,
  cpango_align_start = 0,
  cpango_align_center = 1,
  cpango_align_end = 2,
  cpango_wrap_word = 0,
  cpango_wrap_word_char = 2,
  cpango_font_mask_family = 1 << 0,
  cpango_format_argb32 = 0,
  cpango_format_a8 = 2,
  cpango_line_join_round = 1,
  cpango_operator_dest_out = 9,
  cpango_antialias_gray = 2,
  cpango_antialias_best = 6,
  cpango_hint_style_none = 1,
  cpango_hint_metrics_off = 1,
  cpango_font_set_system = 0,
};

/// Loads the libraries once per process; safe from any thread. Nothing else here may be called before it has
/// returned NULL.
/// - Returns: NULL if the library is loaded, else the dynamic loader's error message.
const char *cpango_load(void);
/// The name by which the dynamic loader finds the library.
const char *cpango_library(void);

// Result, name without the prefix, parameters, arguments.
#define CPANGO_FUNCTIONS(X) \
  X(CPangoFontMap *, pango_cairo_font_map_get_default, (void), ()) \
  X(CPangoFontMap *, pango_cairo_font_map_new, (void), ()) \
  X(void, pango_fc_font_map_set_config, (CPangoFontMap * map, CPangoFontConfig *config), (map, config)) \
  X(CPangoContext *, pango_font_map_create_context, (CPangoFontMap * map), (map)) \
  X(void, pango_font_map_list_families, (CPangoFontMap * map, void ***families, int *count), \
    (map, families, count)) \
  X(const char *, pango_font_family_get_name, (void *family), (family)) \
  X(CPangoLayout *, pango_cairo_create_layout, (CPangoCairo * cr), (cr)) \
  X(void, pango_cairo_update_context, (CPangoCairo * cr, CPangoContext *context), (cr, context)) \
  X(void, pango_cairo_show_layout, (CPangoCairo * cr, CPangoLayout *layout), (cr, layout)) \
  X(void, pango_cairo_layout_path, (CPangoCairo * cr, CPangoLayout *layout), (cr, layout)) \
  X(void, pango_cairo_context_set_resolution, (CPangoContext * context, double dpi), (context, dpi)) \
  X(void, pango_cairo_context_set_font_options, (CPangoContext * context, const CPangoFontOptions *options), \
    (context, options)) \
  X(void, pango_context_set_round_glyph_positions, (CPangoContext * context, int round), (context, round)) \
  X(CPangoFont *, pango_context_load_font, (CPangoContext * context, const CPangoFontDescription *font), \
    (context, font)) \
  X(CPangoShapingFont *, pango_font_get_hb_font, (CPangoFont * font), (font)) \
  X(CPangoShapingFace *, hb_font_get_face, (CPangoShapingFont * font), (font)) \
  X(unsigned, hb_face_get_glyph_count, (const CPangoShapingFace *face), (face)) \
  X(CPangoFontDescription *, pango_font_describe, (CPangoFont * font), (font)) \
  X(CPangoFontDescription *, pango_font_description_from_string, (const char *text), (text)) \
  X(void, pango_font_description_free, (CPangoFontDescription * font), (font)) \
  X(const char *, pango_font_description_get_family, (const CPangoFontDescription *font), (font)) \
  X(void, pango_font_description_set_family, (CPangoFontDescription * font, const char *family), (font, family)) \
  X(int, pango_font_description_get_size, (const CPangoFontDescription *font), (font)) \
  X(void, pango_font_description_set_absolute_size, (CPangoFontDescription * font, double size), (font, size)) \
  X(CPangoLayout *, pango_layout_new, (CPangoContext * context), (context)) \
  X(CPangoContext *, pango_layout_get_context, (CPangoLayout * layout), (layout)) \
  X(void, pango_layout_context_changed, (CPangoLayout * layout), (layout)) \
  X(void, pango_layout_set_text, (CPangoLayout * layout, const char *text, int length), (layout, text, length)) \
  X(void, pango_layout_set_font_description, (CPangoLayout * layout, const CPangoFontDescription *font), \
    (layout, font)) \
  X(void, pango_layout_set_width, (CPangoLayout * layout, int width), (layout, width)) \
  X(void, pango_layout_set_wrap, (CPangoLayout * layout, int mode), (layout, mode)) \
  X(void, pango_layout_set_alignment, (CPangoLayout * layout, int alignment), (layout, alignment)) \
  X(void, pango_layout_set_justify, (CPangoLayout * layout, int justify), (layout, justify)) \
  X(void, pango_layout_set_line_spacing, (CPangoLayout * layout, float factor), (layout, factor)) \
  X(CPangoAttribute *, pango_attr_letter_spacing_new, (int spacing), (spacing)) \
  X(CPangoAttribute *, pango_attr_insert_hyphens_new, (int inserts), (inserts)) \
  X(CPangoAttributes *, pango_attr_list_new, (void), ()) \
  X(void, pango_attr_list_insert, (CPangoAttributes * list, CPangoAttribute *attribute), (list, attribute)) \
  X(void, pango_attr_list_unref, (CPangoAttributes * list), (list)) \
  X(void, pango_layout_set_attributes, (CPangoLayout * layout, CPangoAttributes *list), (layout, list)) \
  X(CPangoLines *, pango_layout_get_lines, (CPangoLayout * layout), (layout)) \
  X(const CPangoCharacter *, pango_layout_get_log_attrs_readonly, (CPangoLayout * layout, int *count), (layout, count)) \
  X(int, pango_layout_get_unknown_glyphs_count, (CPangoLayout * layout), (layout)) \
  X(void, pango_layout_get_extents, (CPangoLayout * layout, CPangoRectangle *ink, CPangoRectangle *logical), \
    (layout, ink, logical)) \
  X(CPangoLayoutIterator *, pango_layout_get_iter, (CPangoLayout * layout), (layout)) \
  X(void, pango_layout_iter_free, (CPangoLayoutIterator * iterator), (iterator)) \
  X(int, pango_layout_iter_next_run, (CPangoLayoutIterator * iterator), (iterator)) \
  X(CPangoRun *, pango_layout_iter_get_run_readonly, (CPangoLayoutIterator * iterator), (iterator)) \
  X(int, pango_layout_iter_get_baseline, (CPangoLayoutIterator * iterator), (iterator)) \
  X(void, pango_layout_iter_get_run_extents, \
    (CPangoLayoutIterator * iterator, CPangoRectangle *ink, CPangoRectangle *logical), (iterator, ink, logical)) \
  X(void, pango_layout_iter_get_line_extents, \
    (CPangoLayoutIterator * iterator, CPangoRectangle *ink, CPangoRectangle *logical), (iterator, ink, logical)) \
  X(void, pango_glyph_string_extents, \
    (const CPangoGlyphs *glyphs, CPangoFont *font, CPangoRectangle *ink, CPangoRectangle *logical), \
    (glyphs, font, ink, logical)) \
  X(void, pango_cairo_show_glyph_string, (CPangoCairo * cr, CPangoFont *font, const CPangoGlyphs *glyphs), \
    (cr, font, glyphs)) \
  X(void, pango_cairo_glyph_string_path, (CPangoCairo * cr, CPangoFont *font, const CPangoGlyphs *glyphs), \
    (cr, font, glyphs)) \
  X(CPangoUnicode *, hb_unicode_funcs_get_default, (void), ()) \
  X(unsigned, hb_unicode_script, (const CPangoUnicode *functions, unsigned scalar), (functions, scalar)) \
  X(CPangoSurface *, cairo_image_surface_create_for_data, \
    (unsigned char *data, int format, int width, int height, int stride), (data, format, width, height, stride)) \
  X(void, cairo_surface_flush, (CPangoSurface * surface), (surface)) \
  X(void, cairo_surface_destroy, (CPangoSurface * surface), (surface)) \
  X(CPangoCairo *, cairo_create, (CPangoSurface * surface), (surface)) \
  X(int, cairo_status, (CPangoCairo * cr), (cr)) \
  X(const char *, cairo_status_to_string, (int status), (status)) \
  X(void, cairo_destroy, (CPangoCairo * cr), (cr)) \
  X(void, cairo_move_to, (CPangoCairo * cr, double x, double y), (cr, x, y)) \
  X(void, cairo_translate, (CPangoCairo * cr, double x, double y), (cr, x, y)) \
  X(void, cairo_scale, (CPangoCairo * cr, double x, double y), (cr, x, y)) \
  X(void, cairo_set_source_rgb, (CPangoCairo * cr, double red, double green, double blue), (cr, red, green, blue)) \
  X(void, cairo_set_operator, (CPangoCairo * cr, int operator), (cr, operator)) \
  X(void, cairo_set_line_width, (CPangoCairo * cr, double width), (cr, width)) \
  X(void, cairo_set_line_join, (CPangoCairo * cr, int join), (cr, join)) \
  X(void, cairo_stroke, (CPangoCairo * cr), (cr)) \
  X(int, cairo_format_stride_for_width, (int format, int width), (format, width)) \
  X(void, cairo_set_antialias, (CPangoCairo * cr, int antialias), (cr, antialias)) \
  X(void, cairo_fill, (CPangoCairo * cr), (cr)) \
  X(CPangoFontOptions *, cairo_font_options_create, (void), ()) \
  X(void, cairo_font_options_destroy, (CPangoFontOptions * options), (options)) \
  X(void, cairo_font_options_set_antialias, (CPangoFontOptions * options, int antialias), (options, antialias)) \
  X(void, cairo_font_options_set_hint_style, (CPangoFontOptions * options, int style), (options, style)) \
  X(void, cairo_font_options_set_hint_metrics, (CPangoFontOptions * options, int metrics), (options, metrics)) \
  X(CPangoFontConfig *, FcInitLoadConfigAndFonts, (void), ()) \
  X(void, FcConfigDestroy, (CPangoFontConfig * config), (config)) \
  X(CPangoFontSet *, FcConfigGetFonts, (CPangoFontConfig * config, int set), (config, set)) \
  X(int, FcFontSetAdd, (CPangoFontSet * set, CPangoFontPattern *font), (set, font)) \
  X(CPangoFontPattern *, FcFreeTypeQuery, \
    (const unsigned char *file, unsigned index, void *blanks, int *count), (file, index, blanks, count)) \
  X(void, FcPatternDestroy, (CPangoFontPattern * pattern), (pattern)) \
  X(int, FcPatternGetString, \
    (const CPangoFontPattern *pattern, const char *object, int n, unsigned char **string), \
    (pattern, object, n, string)) \
  X(int, FcPatternAddString, (CPangoFontPattern * pattern, const char *object, const unsigned char *string), \
    (pattern, object, string)) \
  X(int, FcPatternDel, (CPangoFontPattern * pattern, const char *object), (pattern, object)) \
  X(void, g_object_unref, (void *object), (object)) \
  X(void, g_free, (void *memory), (memory))

#define CPANGO_DECLARE(result, name, parameters, arguments) result cpango_##name parameters;
CPANGO_FUNCTIONS(CPANGO_DECLARE)
#undef CPANGO_DECLARE
