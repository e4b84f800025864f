import CPango

/// The faces of a font file as Fontconfig describes them, at least one. Owns the descriptions.
struct FontFaces: ~Copyable {
  private var patterns: [OpaquePointer] = []

  /// - Parameters:
  ///   - path: the font's file.
  ///   - name: its name in errors.
  init(_ path: String, name: String, limit: Int) throws(TextError) {
    var count: Int32 = 0
    guard let first = Self.face(0, of: path, &count) else { throw .notAFont(name: name) }
    patterns.append(first)
    guard count <= limit else { throw .tooManyFaces(name: name, count: Int(count), limit: limit) }
    for index in 1..<max(UInt32(count), 1) {
      if let pattern = Self.face(index, of: path, &count) { patterns.append(pattern) }
    }
  }

  deinit { for pattern in patterns { cpango_FcPatternDestroy(pattern) } }

  /// A face; a variable one with the ranges of its axes, so that weights can be chosen.
  private static func face(_ index: UInt32, of path: String, _ count: inout Int32) -> OpaquePointer? {
    let variable: UInt32 = 0x8000 << 16
    return cpango_FcFreeTypeQuery(path, variable | index, nil, &count)
      ?? cpango_FcFreeTypeQuery(path, index, nil, &count)
  }

  /// Moves the faces into a set of fonts, with an alias for each family.
  consuming func add(to set: OpaquePointer) -> [FontFile.Family] {
    var families: [FontFile.Family] = []
    for pattern in patterns {
      let names = Self.names(of: pattern)
      let known = families.first { $0.names.first == names.first }
      let family = known ?? FontFile.Family(alias: "meshrender font \(families.count)", names: names)
      if known == nil { families.append(family) }
      for key in ["family", "familylang"] { _ = cpango_FcPatternDel(pattern, key) }
      _ = cpango_FcPatternAddString(pattern, "family", family.alias)
      _ = cpango_FcFontSetAdd(set, pattern)
    }
    patterns = []
    return families
  }

  private static func names(of pattern: OpaquePointer) -> [String] {
    var names: [String] = []
    var text: UnsafeMutablePointer<UInt8>?
    while cpango_FcPatternGetString(pattern, "family", Int32(names.count), &text) == 0, let text {
      names.append(String(cString: text))
    }
    return names
  }
}
