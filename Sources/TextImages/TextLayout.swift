import CPango
import MeshTransform

/// A text laid out by Pango in points. Owns Pango's and Cairo's objects; not thread-safe.
struct TextLayout: ~Copyable {
  private let surface: OpaquePointer, cairo: OpaquePointer
  let layout: OpaquePointer
  /// The style with the lengths at which the text is drawn.
  let style: TextStyle
  /// In points; contains the advance box, the ink with its outline, and the style's width.
  let extents: Rect
  let warnings: [TextWarning]
  /// Whether glyphs are drawn as images instead of outlines. Outlines are placed at subpixel positions, images at whole
  /// pixels; only the latter have color, as emoji and the boxes of unknown glyphs do.
  let drawsGlyphs: Bool

  init(_ text: String, style: TextStyle, limit: PixelSize) throws(TextError) {
    if let reason = cpango_load() { throw .libraryMissing(String(cString: reason)) }
    guard style.fontFile != nil || Self.anyFontIsInstalled else { throw .noFonts }
    var font = FontDescription(style)
    try TextStyle.check(fontSize: font.size, scale: style.scale)
    try Self.check(text, fontSize: font.size, letterSpacing: style.letterSpacing, width: style.wrapWidth)
    if style.box?.minimumFontSize != nil { try Self.checkShrinking(text) }
    if let outline = style.outline { try Self.check(outline, of: text, fontSize: font.size) }
    guard font.size * style.scale <= Double(limit.height) else {
      throw .tooLarge(width: font.size * style.scale, height: font.size * style.scale, limit: limit)
    }

    // Pango takes the scale from a Cairo context, which requires a surface.
    surface = cpango_cairo_image_surface_create_for_data(nil, Int32(cpango_format_argb32), 0, 0, 0)
    cairo = cpango_cairo_create(surface)
    cpango_cairo_scale(cairo, style.scale, style.scale)
    let layout = Self.makeLayout(for: cairo, style.fontFile)
    self.layout = layout
    Self.disableHinting(layout)
    cpango_pango_layout_set_font_description(layout, font.pointer)
    Self.apply(style, to: layout)
    let attributes = TextAttributes(text, style)
    attributes.apply(style, to: layout)
    var text = text
    text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) {
        cpango_pango_layout_set_text(layout, $0.baseAddress, Int32($0.count))
      }
    }

    var warnings: [TextWarning] = []
    var drawn = style
    if let box = style.box, let minimum = box.minimumFontSize {
      let shrinking = TextShrinking(layout: layout, style: style, attributes: attributes, box: box.size)
      let fits: Bool
      (drawn, fits) = shrinking.shrink(&font, to: minimum)
      if !fits { warnings.append(.doesNotFit(minimum: font.size)) }
    } else {
      attributes.placeSigns(style, in: layout)
    }
    self.style = drawn
    extents = Self.extents(of: layout, drawn)
    let unknown = Int(cpango_pango_layout_get_unknown_glyphs_count(layout))
    if let warning = font.substitution(in: cpango_pango_layout_get_context(layout)) {
      warnings.append(warning)
    }
    if unknown > 0 { warnings.append(.unknownGlyphs(count: unknown)) }
    self.warnings = warnings
    drawsGlyphs =
      unknown > 0 || text.unicodeScalars.contains { $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" }
  }

  deinit {
    cpango_g_object_unref(UnsafeMutableRawPointer(layout))
    cpango_cairo_destroy(cairo)
    cpango_cairo_surface_destroy(surface)
  }
}

@available(*, unavailable) extension TextLayout: Sendable {}
