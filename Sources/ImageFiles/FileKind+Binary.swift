extension InputFile {
  /// The kind of a file that is not text, by its first bytes, with its article: "a PNG picture"; nil for text and unknown
  /// kinds.
  package static func binaryKind(of bytes: [UInt8]) -> String? {
    bytes.prefix(200).withUnsafeBufferPointer { start in
      let kind = FileKind(start)
      return kind.isText(start) ? nil : kind.words
    }
  }
}
