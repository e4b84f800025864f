import CPango
import MeshTransform

extension TextLayout {
  /// What is drawn of a text.
  enum Part {
    case all
    case glyphs([TextGlyphs])
  }

  /// Draws into a new image over the style's background.
  func draw(_ frame: PixelFrame, _ part: Part = .all) throws(TextError) -> Image {
    let outline = style.outline.flatMap { $0.width > 0 ? $0 : nil }
    let mask = try outline.map { outline throws(TextError) in
      try drawOutline(outline.width, frame, part)
    }
    let background = ByteColor(style.background).premultiplied
    var status: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 4 * frame.size.area) { pixels, count in
      pixels.initialize(repeating: 0)
      count = pixels.count
      status = draw(into: pixels, cpango_format_argb32, stride: 4 * frame.size.width, frame) {
        show(part, on: $0, color: ByteColor(style.color))
      }
      let alpha = ByteColor(style.color).alpha
      if let mask, let outline {
        CairoPixels.convert(pixels, alpha: alpha, background: ByteColor(.clear))
        CairoPixels.blend(pixels, over: mask, color: ByteColor(outline.color), background: background)
      } else {
        CairoPixels.convert(pixels, alpha: alpha, background: background)
      }
    }
    try Self.check(status)
    return Image(size: frame.size, alpha: background.alpha == 255 ? .opaque : .premultiplied, bytes: bytes)
  }

  /// The coverage of a line around the letters, without the letters themselves.
  ///
  /// Coverage is a weight: where a letter covers a part f of a pixel and the stroke a part s, the line has `s (1 - f)`.
  /// That is exact for lines of a pixel or more, which cover the pixels of an edge completely. Thinner lines are within
  /// a fifth of their weight.
  private func drawOutline(
    _ width: Double, _ frame: PixelFrame, _ part: Part
  ) throws(TextError) -> CairoMask {
    let stride = Int(
      cpango_cairo_format_stride_for_width(Int32(cpango_format_a8), Int32(frame.size.width)))
    var status: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: stride * frame.size.height) { pixels, count in
      pixels.initialize(repeating: 0)
      count = pixels.count
      status = draw(into: pixels, cpango_format_a8, stride: stride, frame) { cairo in
        cpango_cairo_set_antialias(cairo, Int32(cpango_antialias_best))
        cpango_cairo_set_line_join(cairo, Int32(cpango_line_join_round))
        // A stroke lies half on either side of the outlines.
        cpango_cairo_set_line_width(cairo, 2 * width)
        addPath(of: part, to: cairo)
        cpango_cairo_stroke(cairo)
        cpango_cairo_set_operator(cairo, Int32(cpango_operator_dest_out))
        show(part, on: cairo, color: ByteColor(.black))
      }
    }
    try Self.check(status)
    return CairoMask(width: frame.size.width, stride: stride, bytes: bytes)
  }

  /// Calls `body` with a drawing context in points on an image in memory.
  /// - Returns: Cairo's status.
  private func draw(
    into pixels: UnsafeMutableBufferPointer<UInt8>, _ format: Int, stride: Int, _ frame: PixelFrame,
    _ body: (OpaquePointer?) -> Void
  ) -> Int32 {
    let surface = cpango_cairo_image_surface_create_for_data(
      pixels.baseAddress, Int32(format), Int32(frame.size.width), Int32(frame.size.height), Int32(stride))
    let cairo = cpango_cairo_create(surface)
    cpango_cairo_translate(cairo, -frame.x, -frame.y)
    cpango_cairo_scale(cairo, style.scale, style.scale)
    body(cairo)
    let status = cpango_cairo_status(cairo)
    cpango_cairo_surface_flush(surface)
    cpango_cairo_destroy(cairo)
    cpango_cairo_surface_destroy(surface)
    return status
  }

  private static func check(_ status: Int32) throws(TextError) {
    guard status == 0 else { throw .drawingFailed(String(cString: cpango_cairo_status_to_string(status))) }
  }

  private func show(_ part: Part, on cairo: OpaquePointer?, color: ByteColor) {
    // The conversion applies the color's alpha, because Cairo rounds a translucent color before blending.
    cpango_cairo_set_source_rgb(
      cairo, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
    guard drawsGlyphs else {
      cpango_cairo_set_antialias(cairo, Int32(cpango_antialias_best))
      addPath(of: part, to: cairo)
      return cpango_cairo_fill(cairo)
    }
    switch part {
    case .all:
      cpango_pango_cairo_show_layout(cairo, layout)
    case .glyphs(let ranges):
      for range in ranges { range.draw(on: cairo, cpango_pango_cairo_show_glyph_string) }
    }
  }

  private func addPath(of part: Part, to cairo: OpaquePointer?) {
    switch part {
    case .all:
      cpango_pango_cairo_layout_path(cairo, layout)
    case .glyphs(let ranges):
      for range in ranges { range.draw(on: cairo, cpango_pango_cairo_glyph_string_path) }
    }
  }
}
