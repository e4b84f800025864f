import CPango
import MeshTransform

extension TextLayout {
  /// Whether there is a family besides the generic ones, which Pango always lists.
  static var anyFontIsInstalled: Bool {
    var families: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    var count: Int32 = 0
    cpango_pango_font_map_list_families(cpango_pango_cairo_font_map_get_default(), &families, &count)
    defer { cpango_g_free(families) }
    return UnsafeBufferPointer(start: families, count: Int(count)).contains { family in
      guard let name = cpango_pango_font_family_get_name(family) else { return false }
      return !FontDescription.genericFamilies.contains(String(cString: name).lowercased())
    }
  }

  /// An empty layout, with the fonts of the system and that of a file.
  static func makeLayout(for cairo: OpaquePointer, _ file: FontFile?) -> OpaquePointer {
    guard let file else { return cpango_pango_cairo_create_layout(cairo) }
    let context = file.makeContext()
    cpango_pango_cairo_update_context(cairo, context)
    defer { cpango_g_object_unref(UnsafeMutableRawPointer(context)) }
    return cpango_pango_layout_new(context)
  }

  /// Pango uses 1/1024 of a point in 32 bits without overflow checks, so a line is limited to two million points; half
  /// of that at one em per character leaves a margin for wide scripts.
  static func check(
    _ text: String, fontSize: Double, letterSpacing: Double, width: Double?
  ) throws(TextError) {
    let length = text.unicodeScalars.count
    let limit = min(100_000, Int(clamping: 1_000_000 / (fontSize + abs(letterSpacing))))
    guard length <= limit else {
      throw letterSpacing == 0
        ? .tooLong(characters: length, limit: limit, fontSize: fontSize)
        : .tooLongWith(.letterSpacing, letterSpacing, characters: length, limit: limit)
    }

    // Each run of one script, and each line that Pango breaks, costs a pass over the rest of the paragraph: 0.1 to 0.5
    // microseconds per character. A line has at least one character.
    let longest =
      text.unicodeScalars.split { $0.properties.generalCategory == .control }.map(\.count).max() ?? 0
    let linesPerCharacter = width.map { min(1, fontSize / $0) } ?? 0
    let longestLimit = Int(clamping: min(20_000, (5_000_000 / linesPerCharacter).squareRoot()))
    guard longest <= longestLimit else { throw .paragraphTooLong(characters: longest, limit: longestLimit) }
  }

  /// A text is laid out several times until it fits.
  static func checkShrinking(_ text: String) throws(TextError) {
    let (length, limit) = (text.unicodeScalars.count, 10_000)
    guard length <= limit else { throw .tooLongToShrink(characters: length, limit: limit) }
  }

  /// Cairo takes up to a millisecond for the line around a letter of ten pixels, and more the wider it is.
  static func check(_ outline: TextOutline, of text: String, fontSize: Double) throws(TextError) {
    guard outline.width <= fontSize else { throw .outlineTooWide(outline.width, fontSize: fontSize) }
    let (length, limit) = (text.unicodeScalars.count, 10_000)
    guard length <= limit else {
      throw .tooLongWith(.outlineWidth, outline.width, characters: length, limit: limit)
    }
  }

  /// Hinting would adjust outlines and advances to the pixels of one scale.
  static func disableHinting(_ layout: OpaquePointer) {
    let options = cpango_cairo_font_options_create()
    cpango_cairo_font_options_set_antialias(options, Int32(cpango_antialias_gray))
    cpango_cairo_font_options_set_hint_style(options, Int32(cpango_hint_style_none))
    cpango_cairo_font_options_set_hint_metrics(options, Int32(cpango_hint_metrics_off))
    let context = cpango_pango_layout_get_context(layout)
    cpango_pango_cairo_context_set_font_options(context, options)
    cpango_cairo_font_options_destroy(options)
    cpango_pango_context_set_round_glyph_positions(context, 0)
    cpango_pango_layout_context_changed(layout)
  }

  static func apply(_ style: TextStyle, to layout: OpaquePointer) {
    if let width = style.wrapWidth {
      cpango_pango_layout_set_width(layout, Int32(clamping: (width * Double(cpango_scale)).rounded()))
    }
    cpango_pango_layout_set_wrap(layout, Int32(cpango_wrap_word_char))
    let alignment =
      switch style.alignment {
      case .start, .justify: cpango_align_start
      case .center: cpango_align_center
      case .end: cpango_align_end
      }
    cpango_pango_layout_set_alignment(layout, Int32(alignment))
    cpango_pango_layout_set_justify(layout, style.alignment == .justify ? 1 : 0)
    // Zero selects the font's own distance; the factor 1 would lose the line gap.
    cpango_pango_layout_set_line_spacing(layout, style.lineSpacing == 1 ? 0 : Float(style.lineSpacing))
  }

  /// The smallest box in points that contains the advance box, the ink with its outline, and the style's width.
  static func extents(of layout: OpaquePointer, _ style: TextStyle) -> Rect {
    var ink = CPangoRectangle()
    var logical = CPangoRectangle()
    cpango_pango_layout_get_extents(layout, &ink, &logical)
    var box = union(Rect(logical), ink: ink, outline: style.outline?.width ?? 0)
    if let width = style.width { box = box.union(Rect(0, box.minY, width, box.size.height)) }
    return box
  }

  /// The smallest box that contains a box and ink with its outline.
  static func union(_ box: Rect, ink: CPangoRectangle, outline: Double) -> Rect {
    // A text of spaces has no ink.
    guard ink.width > 0 && ink.height > 0 else { return box }
    let ink = Rect(ink)
    return box.union(
      Rect(
        ink.minX - outline, ink.minY - outline, ink.size.width + 2 * outline, ink.size.height + 2 * outline)
    )
  }
}

extension Rect {
  /// Converts Pango units. An overflowed side is negative; it becomes the maximum that the units can represent.
  init(_ rectangle: CPangoRectangle) {
    let unit = Double(cpango_scale)
    func length(_ side: Int32) -> Double { Double(side < 0 ? .max : side) / unit }
    self.init(
      Double(rectangle.x) / unit, Double(rectangle.y) / unit, length(rectangle.width),
      length(rectangle.height))
  }
}
