import CPango
import MeshTransform

extension TextLayout {
  static var anyFontIsInstalled: Bool {
    var families: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    var count: Int32 = 0
    cpango_pango_font_map_list_families(cpango_pango_cairo_font_map_get_default(), &families, &count)
    cpango_g_free(families)
    return count > 0
  }

  /// Pango counts in 1/1024 of a point in 32 bits without a check, so that a line ends at two million points:
  /// half of that at one em a character leaves room for wide scripts.
  static func check(length: Int, fontSize: Double) throws(TextError) {
    let limit = min(100_000, Int(1_000_000 / fontSize))
    guard length <= limit else { throw .tooLong(characters: length, limit: limit, fontSize: fontSize) }
  }

  /// Hinting would fit outlines and advances to the pixels of one scale.
  static func leaveUnhinted(_ layout: OpaquePointer) {
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
    if let width = style.width {
      cpango_pango_layout_set_width(layout, Int32((width * Double(cpango_scale)).rounded()))
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
    // Zero means the font's own distance, of which the factor 1 would lose the line gap.
    cpango_pango_layout_set_line_spacing(layout, style.lineSpacing == 1 ? 0 : Float(style.lineSpacing))
  }

  /// The smallest box of points that holds the advance box, the ink and the wrap width.
  static func extents(of layout: OpaquePointer, width: Double?) -> Rect {
    var ink = CPangoRectangle()
    var logical = CPangoRectangle()
    cpango_pango_layout_get_extents(layout, &ink, &logical)
    var box = Rect(logical)
    // A text of spaces has no ink.
    if ink.width > 0 && ink.height > 0 { box = box.union(Rect(ink)) }
    if let width { box = box.union(Rect(0, box.minY, width, box.size.height)) }
    return box
  }
}

extension Rect {
  /// From Pango units. A side that overflowed there comes back negative; it is as long as such units reach.
  fileprivate init(_ rectangle: CPangoRectangle) {
    let unit = Double(cpango_scale)
    func length(_ side: Int32) -> Double { Double(side < 0 ? .max : side) / unit }
    self.init(
      Double(rectangle.x) / unit, Double(rectangle.y) / unit, length(rectangle.width),
      length(rectangle.height))
  }
}
