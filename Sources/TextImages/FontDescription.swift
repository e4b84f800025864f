import CPango

/// A style's font as Pango reads it. Owns the description.
struct FontDescription: ~Copyable {
  let pointer: OpaquePointer
  /// In points.
  private(set) var size: Double
  /// The families of the style's text, separated by commas; nil if there are none.
  private let families: String?
  private let file: FontFile?

  init(_ style: TextStyle) {
    var parsed: OpaquePointer = cpango_pango_font_description_from_string(style.font)
    families = cpango_pango_font_description_get_family(parsed).map { String(cString: $0) }
    file = style.fontFile
    if let file {
      cpango_pango_font_description_set_family(parsed, file.family(for: families).alias)
    } else if families == nil {
      // Only the style words and the size: Pango's default family would be a serif.
      cpango_pango_font_description_free(parsed)
      parsed = cpango_pango_font_description_from_string("Sans " + style.font)
    }
    let unit = Double(cpango_scale)
    let ownSize = Double(cpango_pango_font_description_get_size(parsed)) / unit
    pointer = parsed
    size = style.fontSize ?? (ownSize > 0 ? ownSize : TextStyle.defaultFontSize)
    setSize(size)
  }

  /// Absolute: one point of a layer is one unit of the layout, independent of the screen resolution of the system.
  mutating func setSize(_ size: Double) {
    self.size = size
    cpango_pango_font_description_set_absolute_size(pointer, (size * Double(cpango_scale)).rounded())
  }

  deinit { cpango_pango_font_description_free(pointer) }

  /// The font that Pango substituted for the requested families, if any.
  func substitution(in context: OpaquePointer?) -> TextWarning? {
    guard let families else { return nil }
    if let file {
      let family = file.family(for: families)
      guard !family.isNamed(in: families) else { return nil }
      return .familyNotInFile(requested: families, used: family.name, file: file.name)
    }
    guard let font = cpango_pango_context_load_font(context, pointer) else { return nil }
    defer { cpango_g_object_unref(UnsafeMutableRawPointer(font)) }
    guard let used = Self.family(of: font) else { return nil }
    let names = families.familyNames
    let isAsRequested = names.contains { $0 == used.lowercased() || Self.genericFamilies.contains($0) }
    return isAsRequested ? nil : .substitutedFamily(requested: families, used: used)
  }

  static func family(of font: OpaquePointer) -> String? {
    guard let description = cpango_pango_font_describe(font) else { return nil }
    defer { cpango_pango_font_description_free(description) }
    return cpango_pango_font_description_get_family(description).map { String(cString: $0) }
  }

  /// Names of generic families, which the system maps to a font.
  static let genericFamilies: Set = [
    "sans", "sans-serif", "serif", "mono", "monospace", "cursive", "fantasy", "system-ui", "emoji", "math",
  ]
}

extension String {
  /// The families of a list that is separated by commas, in lower case.
  var familyNames: [String] { split(separator: ",").map { $0.trimmingSpaces.lowercased() } }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    var trimmed = drop { $0 == " " }
    while trimmed.last == " " { trimmed.removeLast() }
    return trimmed
  }
}
