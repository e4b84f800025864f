import CPango

/// A style's font as Pango reads it. Owns the description.
struct FontDescription: ~Copyable {
  let pointer: OpaquePointer
  /// In points.
  let size: Double

  init(_ style: TextStyle) {
    var parsed: OpaquePointer = cpango_pango_font_description_from_string(style.font)
    if cpango_pango_font_description_get_family(parsed) == nil {
      // Only the style words and the size: Pango's default family would be a serif.
      cpango_pango_font_description_free(parsed)
      parsed = cpango_pango_font_description_from_string("Sans " + style.font)
    }
    let unit = Double(cpango_scale)
    let ownSize = Double(cpango_pango_font_description_get_size(parsed)) / unit
    pointer = parsed
    size = style.fontSize ?? (ownSize > 0 ? ownSize : TextStyle.defaultFontSize)
    // Absolute: one point of a layer is one unit of the layout, independent of the screen resolution of the system.
    cpango_pango_font_description_set_absolute_size(parsed, (size * unit).rounded())
  }

  deinit { cpango_pango_font_description_free(pointer) }

  /// The font that Pango substituted for the requested families, if any.
  func substitution(in context: OpaquePointer?) -> TextWarning? {
    guard let families = cpango_pango_font_description_get_family(pointer),
      let font = cpango_pango_context_load_font(context, pointer)
    else { return nil }
    defer { cpango_g_object_unref(UnsafeMutableRawPointer(font)) }
    guard let description = cpango_pango_font_describe(font) else { return nil }
    defer { cpango_pango_font_description_free(description) }
    guard let family = cpango_pango_font_description_get_family(description) else { return nil }

    let requested = String(cString: families)
    let used = String(cString: family)
    let names = requested.split(separator: ",").map { $0.trimmingSpaces.lowercased() }
    let isAsRequested = names.contains { $0 == used.lowercased() || Self.genericFamilies.contains($0) }
    return isAsRequested ? nil : .substitutedFamily(requested: requested, used: used)
  }

  /// Names of generic families, which the system maps to a font.
  static let genericFamilies: Set = [
    "sans", "sans-serif", "serif", "mono", "monospace", "cursive", "fantasy", "system-ui", "emoji", "math",
  ]
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    var trimmed = drop { $0 == " " }
    while trimmed.last == " " { trimmed.removeLast() }
    return trimmed
  }
}
