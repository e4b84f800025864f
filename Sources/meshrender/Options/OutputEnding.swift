import ArgumentParser
import MeshTransform
import SceneDocument

/// The ending of an output's name, which says what the file is. An unknown one is a mistake; without one the command's own
/// format is written.
struct OutputEnding {
  /// The name of the file, without its folders.
  let name: Substring
  /// The name without the ending.
  let stem: Substring
  /// The part of a name after its last dot.
  private let suffix: Substring

  /// Nil for a name without an ending: without a dot, or with one at its beginning or end only.
  init?(of path: String) {
    name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    (stem, suffix) = (name[..<dot], name[name.index(after: dot)...])
    guard !stem.isEmpty, !suffix.isEmpty else { return nil }
  }

  /// The ending in small letters, with its dot.
  var text: String { ".\(suffix.lowercased())" }

  /// Refuses a name with another ending than `known`.
  /// - `format`: what the command writes, with its article: "a picture".
  /// - `hint`: what else can be done, from its comma on.
  static func require(
    _ known: [String], of path: String, for format: String, hint: String = ""
  ) throws(ValidationError) {
    guard let ending = OutputEnding(of: path), !known.contains(ending.text) else { return }
    let others = known.count > 1 ? " (\(NearestName.list(known)))" : ""
    throw ValidationError(
      "\(ending.name.excerpt) has the file extension \(ending.text.excerpt), which is not that of \(format)\(others); "
        + "use \(ending.renamed(to: known).excerpt)\(hint).")
  }

  /// The name with the nearest known ending, or with the first one.
  private func renamed(to known: [String]) -> String {
    if let near = NearestName.match(String(suffix), in: known.map { String($0.dropFirst()) }) {
      return "\(stem).\(near)"
    }
    // What has no letters, or a space, belongs to the name: "Fig. 2".
    let isEnding =
      suffix.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
      && suffix.utf8.contains { $0 >= 0x41 }
    return (isEnding ? stem : name) + known[0]
  }
}
