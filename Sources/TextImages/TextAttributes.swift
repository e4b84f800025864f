import CPango

/// What a layout is told of the letters of a text: their spacing, and where hyphens may be.
struct TextAttributes {
  /// The ranges that letter spacing leaves out, in bytes.
  private let unspaced: [Range<Int>]
  /// The ends of the soft hyphens (U+00AD), in bytes.
  private let softHyphens: [Int]

  init(_ text: String, _ style: TextStyle) {
    unspaced = style.letterSpacing == 0 ? [] : JoinedLetters.ranges(in: text, withSoftHyphens: true)
    var (ends, last): ([Int], UInt8) = ([], 0)
    for (offset, byte) in text.utf8.enumerated() {
      if last == 0xC2, byte == 0xAD { ends.append(offset + 1) }
      last = byte
    }
    softHyphens = ends
  }

  /// Pango puts no character into the text but the hyphens of soft hyphens at which lines break.
  func apply(_ style: TextStyle, to layout: OpaquePointer) {
    let attributes = cpango_pango_attr_list_new()
    // Pango forbids hyphens inside of a range, not at its ends.
    var start = 0
    for end in softHyphens + [Int(UInt32.max)] {
      Self.add(cpango_pango_attr_insert_hyphens_new(0), start..<end, to: attributes)
      start = end
    }
    if style.letterSpacing != 0 {
      let spacing = Int32(clamping: (style.letterSpacing * Double(cpango_scale)).rounded())
      start = 0
      for range in unspaced + [Int(UInt32.max)..<Int(UInt32.max)] {
        Self.add(cpango_pango_attr_letter_spacing_new(spacing), start..<range.lowerBound, to: attributes)
        start = range.upperBound
      }
    }
    cpango_pango_layout_set_attributes(layout, attributes)
    cpango_pango_attr_list_unref(attributes)
  }

  /// The list owns the attribute. An empty range has no effect.
  private static func add(
    _ attribute: UnsafeMutablePointer<CPangoAttribute>?, _ range: Range<Int>, to attributes: OpaquePointer?
  ) {
    attribute?.pointee.start = UInt32(range.lowerBound)
    attribute?.pointee.end = UInt32(range.upperBound)
    cpango_pango_attr_list_insert(attributes, attribute)
  }
}
