import CPango
import MeshTransform

/// Finds the largest font size, at most the style's, at which a text fits into a box.
struct TextShrinking {
  let layout: OpaquePointer
  /// The style at the original font size.
  let style: TextStyle
  let attributes: TextAttributes
  /// In points.
  let box: Size

  /// The number of sizes that are tried between one that fits and one that does not: the result is within 1/1024 of
  /// the range.
  private static let steps = 10

  /// Leaves the layout at the size found. Letter spacing and outline shrink with the letters.
  ///
  /// Lines break between words only, because a broken word would fit at any size.
  /// - Parameter minimum: the smallest font size in points; a smaller original size stays.
  /// - Returns: the style of that size, and whether the text fits. One that does not has the smallest size, and its words
  ///   break where they must.
  func shrink(_ font: inout FontDescription, to minimum: Double) -> (style: TextStyle, fits: Bool) {
    let original = font.size
    var (low, high) = (min(minimum, original), original)
    cpango_pango_layout_set_wrap(layout, Int32(cpango_wrap_word))
    if fits(&font, high, of: original) { return (style, true) }
    guard low < high, fits(&font, low, of: original) else {
      cpango_pango_layout_set_wrap(layout, Int32(cpango_wrap_word_char))
      return (set(&font, low, of: original), false)
    }
    for _ in 0..<Self.steps {
      let middle = (low + high) / 2
      if fits(&font, middle, of: original) { low = middle } else { high = middle }
    }
    return (set(&font, low, of: original), true)
  }

  private func set(_ font: inout FontDescription, _ size: Double, of original: Double) -> TextStyle {
    let style = style.scaled(by: size / original)
    font.setSize(size)
    cpango_pango_layout_set_font_description(layout, font.pointer)
    attributes.apply(style, to: layout)
    attributes.placeSigns(style, in: layout)
    return style
  }

  private func fits(_ font: inout FontDescription, _ size: Double, of original: Double) -> Bool {
    var style = set(&font, size, of: original)
    style.width = nil
    let extents = TextLayout.extents(of: layout, style).size
    // Pango rounds the wrap width to 1/1024 of a point.
    let tolerance = 1 / Double(cpango_scale)
    return extents.width <= box.width + tolerance && extents.height <= box.height + tolerance
  }
}
