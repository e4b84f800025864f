import CPango

/// Letters of scripts that join them, as Arabic does: nothing may move them apart.
enum JoinedLetters {
  /// The ranges of joined letters with their marks, in bytes of UTF-8, in rising order.
  ///
  /// Whether two letters really join depends on their forms; words of these scripts are ranges as a whole.
  /// - Parameter withSoftHyphens: whether soft hyphens of other words are ranges, too; they are no letters.
  /// - Precondition: the library is loaded.
  static func ranges(in text: String, withSoftHyphens: Bool = false) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    let functions = cpango_hb_unicode_funcs_get_default()
    var (offset, isInside) = (0, false)
    for scalar in text.unicodeScalars {
      let end = offset + UTF8.width(scalar)
      isInside =
        isInside && continues(scalar) || isLetter(scalar, functions) || withSoftHyphens && scalar == "\u{AD}"
      if isInside {
        if let last = ranges.last, last.upperBound == offset {
          ranges[ranges.count - 1] = last.lowerBound..<end
        } else {
          ranges.append(offset..<end)
        }
      }
      offset = end
    }
    return ranges
  }

  /// The scripts of Unicode whose letters have joining forms.
  private static let scripts = Set(
    [
      "Adlm", "Arab", "Chrs", "Mand", "Mani", "Mong", "Nkoo", "Ougr", "Phag", "Phlp", "Rohg", "Sogd", "Syrc",
    ].map { name in name.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } })

  private static func isLetter(_ scalar: Unicode.Scalar, _ functions: OpaquePointer?) -> Bool {
    let tatweel: Unicode.Scalar = "\u{640}"
    // Letters before these blocks do not join.
    return scalar >= "\u{600}"
      && (scalar == tatweel || scripts.contains(cpango_hb_unicode_script(functions, scalar.value)))
  }

  /// Marks, and characters that only choose a form, such as U+200D.
  private static func continues(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format: true
    default: false
    }
  }
}
