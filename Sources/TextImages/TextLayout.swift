import CPango
import MeshTransform

/// A text laid out by Pango in points. Owns Pango's and Cairo's objects; not thread-safe.
struct TextLayout: ~Copyable {
  private let surface: OpaquePointer, cairo: OpaquePointer, layout: OpaquePointer
  /// In points; contains the advance box, the ink and the wrap width.
  let extents: Rect
  let warnings: [TextWarning]
  private let drawsGlyphs: Bool

  init(_ text: String, style: TextStyle, limit: PixelSize) throws(TextError) {
    if let reason = cpango_load() { throw .libraryMissing(String(cString: reason)) }
    guard style.fontFile != nil || Self.anyFontIsInstalled else { throw .noFonts }
    let font = FontDescription(style)
    try TextStyle.check(fontSize: font.size, scale: style.scale)
    try Self.check(text, fontSize: font.size, letterSpacing: style.letterSpacing, width: style.width)
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
    var text = text
    text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) {
        cpango_pango_layout_set_text(layout, $0.baseAddress, Int32($0.count))
      }
    }

    extents = Self.extents(of: layout, width: style.width)
    let unknown = Int(cpango_pango_layout_get_unknown_glyphs_count(layout))
    var warnings: [TextWarning] = []
    if let warning = font.substitution(in: cpango_pango_layout_get_context(layout)) {
      warnings.append(warning)
    }
    if unknown > 0 { warnings.append(.unknownGlyphs(count: unknown)) }
    self.warnings = warnings
    // Outlines are placed at subpixel positions, glyph images at whole pixels; only the latter have color, as emoji and
    // the boxes of unknown glyphs do.
    drawsGlyphs =
      unknown > 0 || text.unicodeScalars.contains { $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" }
  }

  deinit {
    cpango_g_object_unref(UnsafeMutableRawPointer(layout))
    cpango_cairo_destroy(cairo)
    cpango_cairo_surface_destroy(surface)
  }

  /// Draws into new pixels: premultiplied RGBA over the style's background.
  func draw(_ frame: PixelFrame, style: TextStyle) throws(TextError) -> [UInt8] {
    let (width, height) = (Int32(frame.size.width), Int32(frame.size.height))
    var status: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 4 * frame.size.area) { pixels, count in
      pixels.initialize(repeating: 0)
      count = pixels.count
      let surface = cpango_cairo_image_surface_create_for_data(
        pixels.baseAddress, Int32(cpango_format_argb32), width, height, 4 * width)
      let cairo = cpango_cairo_create(surface)
      cpango_cairo_translate(cairo, -Double(frame.x), -Double(frame.y))
      cpango_cairo_scale(cairo, style.scale, style.scale)
      show(on: cairo, color: ByteColor(style.color))
      status = cpango_cairo_status(cairo)
      cpango_cairo_surface_flush(surface)
      cpango_cairo_destroy(cairo)
      cpango_cairo_surface_destroy(surface)
      CairoPixels.convert(
        pixels, alpha: ByteColor(style.color).alpha, background: ByteColor(style.background).premultiplied)
    }
    guard status == 0 else { throw .drawingFailed(String(cString: cpango_cairo_status_to_string(status))) }
    return bytes
  }

  private func show(on cairo: OpaquePointer?, color: ByteColor) {
    cpango_pango_cairo_update_layout(cairo, layout)
    // The conversion applies the color's alpha, because Cairo rounds a translucent color before blending.
    cpango_cairo_set_source_rgb(
      cairo, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
    if drawsGlyphs {
      cpango_pango_cairo_show_layout(cairo, layout)
    } else {
      cpango_cairo_set_antialias(cairo, Int32(cpango_antialias_best))
      cpango_pango_cairo_layout_path(cairo, layout)
      cpango_cairo_fill(cairo)
    }
  }
}

@available(*, unavailable) extension TextLayout: Sendable {}
