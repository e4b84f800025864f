// File names are bytes, which need not be UTF-8; paths are text everywhere in this package. A byte of a name that is not
// UTF-8 stands in the text as a character of its own, so that every name keeps its bytes. The 128 characters are the
// private ones U+10FE80...U+10FEFF; a name that has such characters itself has their bytes one by one, too.

extension String {
  /// The text of a file name or a path.
  package init(fileName bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    if let text = String(validating: bytes, as: UTF8.self), !text.hasForeignBytes {
      self = text
      return
    }
    var (scalars, rest) = (String.UnicodeScalarView(), bytes[...])
    while !rest.isEmpty {
      var (parser, iterator) = (Unicode.UTF8.ForwardParser(), rest.makeIterator())
      let scalar: Unicode.Scalar
      let count: Int
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded): (scalar, count) = (Unicode.UTF8.decode(encoded), encoded.count)
      case .error(let length): (scalar, count) = ("\u{0}", Swift.max(length, 1))
      case .emptyInput: (scalar, count) = ("\u{0}", rest.count)
      }
      let isText = scalar.value != 0 && scalar.foreignByte == nil
      if isText {
        scalars.append(scalar)
      } else {
        scalars.append(contentsOf: rest.prefix(count).map(\.asForeign))
      }
      rest = rest.dropFirst(count)
    }
    self.init(scalars)
  }

  /// The bytes of the file name or path, ended by a zero, for functions of the system.
  package var fileName: [CChar] {
    guard hasForeignBytes else { return Array(utf8CString) }
    var bytes: [UInt8] = []
    for scalar in unicodeScalars {
      if let byte = scalar.foreignByte { bytes.append(byte) } else { bytes += Array(String(scalar).utf8) }
    }
    return (bytes + [0]).map(CChar.init(bitPattern:))
  }

  /// Whether the text has bytes of a file name that are not UTF-8.
  package var hasForeignBytes: Bool {
    // All of these characters begin with the same byte.
    utf8.contains(0xF4) && unicodeScalars.contains { $0.foreignByte != nil }
  }

  /// The text for people, in which a byte that is not UTF-8 is `\xFF`.
  package var withReadableBytes: String {
    guard hasForeignBytes else { return self }
    return unicodeScalars.map { scalar in
      scalar.foreignByte.map { "\\x" + String($0, radix: 16, uppercase: true) } ?? String(scalar)
    }.joined()
  }

  /// The first byte that is not UTF-8, and its offset among the bytes of the name; nil if there is none.
  package var foreignByte: (value: UInt8, offset: Int)? {
    guard hasForeignBytes else { return nil }
    var offset = 0
    for scalar in unicodeScalars {
      if let byte = scalar.foreignByte { return (byte, offset) }
      offset += UTF8.width(scalar)
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// The byte of a file name for which the character stands; nil for others.
  fileprivate var foreignByte: UInt8? {
    (0x10FE80...0x10FEFF).contains(value) ? UInt8(value - 0x10FE00) : nil
  }
}

extension UInt8 {
  /// The character that stands for the byte. Bytes below 0x80 are UTF-8 and stay.
  fileprivate var asForeign: Unicode.Scalar {
    self < 0x80 ? Unicode.Scalar(self) : Unicode.Scalar(0x10FE00 + UInt32(self)) ?? "\u{FFFD}"
  }
}
