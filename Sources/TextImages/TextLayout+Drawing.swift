import CPango

extension TextLayout {
  /// Draws into new pixels: premultiplied RGBA over the style's background.
  func draw(_ frame: PixelFrame, style: TextStyle) throws(TextError) -> [UInt8] {
    let outline = style.outline.flatMap { $0.width > 0 ? $0 : nil }
    let mask = try outline.map { outline throws(TextError) in
      try drawOutline(outline.width, frame, scale: style.scale)
    }
    let background = ByteColor(style.background).premultiplied
    var status: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 4 * frame.size.area) { pixels, count in
      pixels.initialize(repeating: 0)
      count = pixels.count
      status = draw(into: pixels, cpango_format_argb32, stride: 4 * frame.size.width, frame, style.scale) {
        show(on: $0, color: ByteColor(style.color))
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
    return bytes
  }

  /// The coverage of a line around the letters, without the letters themselves.
  ///
  /// Coverage is a weight: where a letter covers a part f of a pixel and the stroke a part s, the line has `s (1 - f)`.
  /// That is exact for lines of a pixel or more, which cover the pixels of an edge completely. Thinner lines are within
  /// a fifth of their weight.
  private func drawOutline(
    _ width: Double, _ frame: PixelFrame, scale: Double
  ) throws(TextError) -> CairoMask {
    let stride = Int(
      cpango_cairo_format_stride_for_width(Int32(cpango_format_a8), Int32(frame.size.width)))
    var status: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: stride * frame.size.height) { pixels, count in
      pixels.initialize(repeating: 0)
      count = pixels.count
      status = draw(into: pixels, cpango_format_a8, stride: stride, frame, scale) { cairo in
        cpango_pango_cairo_update_layout(cairo, layout)
        cpango_cairo_set_antialias(cairo, Int32(cpango_antialias_best))
        cpango_cairo_set_line_join(cairo, Int32(cpango_line_join_round))
        // A stroke lies half on either side of the outlines.
        cpango_cairo_set_line_width(cairo, 2 * width)
        cpango_pango_cairo_layout_path(cairo, layout)
        cpango_cairo_stroke(cairo)
        cpango_cairo_set_operator(cairo, Int32(cpango_operator_dest_out))
        show(on: cairo, color: ByteColor(.black))
      }
    }
    try Self.check(status)
    return CairoMask(width: frame.size.width, stride: stride, bytes: bytes)
  }

  /// Calls `body` with a drawing context in points on an image in memory.
  /// - Returns: Cairo's status.
  private func draw(
    into pixels: UnsafeMutableBufferPointer<UInt8>, _ format: Int, stride: Int, _ frame: PixelFrame,
    _ scale: Double, _ body: (OpaquePointer?) -> Void
  ) -> Int32 {
    let surface = cpango_cairo_image_surface_create_for_data(
      pixels.baseAddress, Int32(format), Int32(frame.size.width), Int32(frame.size.height), Int32(stride))
    let cairo = cpango_cairo_create(surface)
    cpango_cairo_translate(cairo, -Double(frame.x), -Double(frame.y))
    cpango_cairo_scale(cairo, scale, scale)
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
