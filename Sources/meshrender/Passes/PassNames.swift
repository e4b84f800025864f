import ImageFiles
import MapFiles

/// The names of the files of passes: a pattern in which `{pass}` stands for the name of a pass, or one file.
struct PassNames: Hashable, Sendable {
  /// The pattern as it is given.
  let pattern: String
  /// The files of passes that have their own names.
  let files: [PicturePass: String]
  static let placeholder = "{pass}"

  init(pattern: String) { self.init(pattern: pattern, files: [:]) }

  init(pattern: String, files: [PicturePass: String]) { (self.pattern, self.files) = (pattern, files) }

  /// Whether each pass has its own file.
  var isPattern: Bool { pattern.contains(Self.placeholder) }

  /// The file of a pass. In a clip it is the pattern of the numbered files.
  func path(of pass: PicturePass) -> String { files[pass] ?? filled(pass.rawValue) }

  private func filled(_ name: String) -> String { pattern.replacing(Self.placeholder, with: name) }

  /// The JSON file that describes the files: `passes` in place of the pass and `all` in place of a frame's number; for
  /// folders of passes beside them, and for one file its name with the ending `.passes.json`.
  var report: String {
    let parts = pattern.components(of: "/")
    if let folder = parts.dropLast().firstIndex(where: { $0.contains(Self.placeholder) }) {
      return PassNames(pattern: parts[...folder].joined(separator: "/")).filled("passes") + ".json"
    }
    var path = filled("passes")
    if SequenceFileNames.isPattern(path), let numbered = try? SequenceFileNames(path) {
      path = numbered.directory + numbered.prefix + "all" + numbered.suffix
    }
    let stem = path.lastIndex(of: ".").map { path[..<$0] } ?? path[...]
    return stem + (isPattern ? ".json" : ".passes.json")
  }

  /// A file, or a pattern of files, in the folder before the name of a pass. The folders of patterns are made.
  var placeOfOutputs: String {
    let start = pattern.firstRange(of: Self.placeholder)?.lowerBound ?? pattern.endIndex
    let slash = pattern[..<start].utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = isPattern || SequenceFileNames.isPattern(pattern) ? "passes-%d.json" : "passes.json"
    return (slash.map { String(pattern[...$0]) } ?? "") + name
  }

  /// The problem of names for the frames of a clip; nil where they have a number.
  var problemOfNumber: String? {
    do throws(SequenceFileNames.Fault) {
      guard SequenceFileNames.isPattern(pattern) else {
        let ending = PassFormat(path: pattern)?.rawValue ?? "npy"
        return "there are files for each frame; use a pattern such as {pass}-%04d.\(ending)"
      }
      _ = try SequenceFileNames(pattern)
      return nil
    } catch { return error.problem }
  }

  /// The files of some passes, and the report unless it is elsewhere.
  func outputs(_ passes: [PicturePass], report other: String?) -> [String] {
    (isPattern ? passes.map(path) : [pattern]) + [other ?? report]
  }
}

extension String {
  /// The parts between separators, also empty ones.
  fileprivate func components(of separator: Character) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}
