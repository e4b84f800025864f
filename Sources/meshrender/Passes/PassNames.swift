import ImageFiles
import MapFiles

/// The names of the files of passes: a pattern in which `{pass}` stands for the name of a pass, or one file.
struct PassNames: Hashable, Sendable {
  /// The pattern as it is given.
  let pattern: String
  static let placeholder = "{pass}"

  /// Whether each pass has its own file.
  var isPattern: Bool { pattern.contains(Self.placeholder) }

  /// The file of a pass. In a clip it is the pattern of the numbered files.
  func path(of pass: PicturePass) -> String { filled(pass.rawValue) }

  private func filled(_ name: String) -> String { pattern.replacing(Self.placeholder, with: name) }

  /// The JSON file that describes the files: `passes` in place of the pass and `all` in place of a frame's number, or for
  /// one file its name with the ending `.passes.json`.
  var report: String {
    let name = isPattern ? filled("passes") : pattern
    var path = name
    if let numbered = try? SequenceFileNames(name), SequenceFileNames.isPattern(name) {
      path = numbered.directory + numbered.prefix + "all" + numbered.suffix
    }
    let stem = path.lastIndex(of: ".").map { path[..<$0] } ?? path[...]
    return stem + (isPattern ? ".json" : ".passes.json")
  }

  /// A file in the folder that is to exist: folders that contain the name of a pass are made.
  var placeOfOutputs: String {
    let start = pattern.range(of: Self.placeholder)?.lowerBound ?? pattern.endIndex
    let slash = pattern[..<start].utf8.lastIndex(of: UInt8(ascii: "/"))
    return (slash.map { String(pattern[...$0]) } ?? "") + "passes.json"
  }

  /// The files of some passes, and the report unless it is elsewhere.
  func outputs(_ passes: [PicturePass], report other: String?) -> [String] {
    (isPattern ? passes.map(path) : [pattern]) + [other ?? report]
  }
}

extension String {
  /// The range of the first occurrence.
  fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }
}
