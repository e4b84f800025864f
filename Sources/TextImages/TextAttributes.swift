import CPango

/// What a layout is told of the letters of a text: their spacing, and where hyphens may be.
struct TextAttributes {
  private let text: String
  /// The ranges that letter spacing leaves out, in bytes.
  private let unspaced: [Range<Int>]
  /// The ends of the soft hyphens (U+00AD), in bytes.
  private let softHyphens: [Int]

  init(_ text: String, _ style: TextStyle) {
    self.text = text
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
      let spacing = SignSpacing(style).whole
      start = 0
      for range in unspaced + [Int(UInt32.max)..<Int(UInt32.max)] {
        Self.add(cpango_pango_attr_letter_spacing_new(spacing), start..<range.lowerBound, to: attributes)
        start = range.upperBound
      }
    }
    cpango_pango_layout_set_attributes(layout, attributes)
    cpango_pango_attr_list_unref(attributes)
  }

  /// Places signs with their letters where letter spacing has moved them apart. Precedes all measuring of the layout.
  func placeSigns(_ style: TextStyle, in layout: OpaquePointer) {
    guard style.letterSpacing != 0 else { return }
    var (signs, offset) = ([Bool](repeating: false, count: text.utf8.count), 0)
    let characters = cpango_pango_layout_get_log_attrs_readonly(layout, nil)
    for (index, scalar) in text.unicodeScalars.enumerated() {
      signs[offset] = characters?[index].isCursorPosition == 0
      offset += UTF8.width(scalar)
    }
    for range in unspaced { for offset in range { signs[offset] = false } }
    if signs.contains(true) { SignSpacing(style).placeSigns(signs, in: layout) }
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
