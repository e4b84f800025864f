extension Double {
  /// The number in a message: whole numbers without a trailing `.0`.
  package var shortText: String { Int(exactly: self).map(String.init) ?? String(self) }
}
