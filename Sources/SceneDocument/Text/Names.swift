extension ColorText {
  /// The names of colors, sorted, and `transparent`.
  package static var names: [String] { NamedColors.values.keys.sorted() + ["transparent"] }
}

extension TimingText {
  /// One spelling of each timing function, as in CSS.
  package static var cssNames: [String] { names.filter { $0 == $0.lowercased() && $0 != "default" } }
}
