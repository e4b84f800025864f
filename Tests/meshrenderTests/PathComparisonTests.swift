import Foundation
import Testing

/// Paths and names are not compared as Strings, which are equal where bytes differ.
struct PathComparisonTests {
  /// Folders and files that handle paths, or names that are keys.
  private static let places = [
    "ImageFiles/FilePath.swift", "ImageFiles/FileWriter.swift", "ImageFiles/FolderScope.swift",
    "ImageFiles/InputFile.swift", "ImageFiles/OutputFile.swift", "ImageFiles/OutputFolders.swift",
    "ImageFiles/OutputScope.swift", "ImageFiles/OutputTarget.swift", "ImageFiles/PathWalk.swift",
    "ImageFiles/ReadScope.swift", "ImageFiles/StaleTemporaryFiles.swift", "meshrender/Batch",
    "meshrender/Watch",
    "meshrender/Support/InputCache.swift", "meshrender/Support/NumberedOutputs.swift",
    "meshrender/Support/OutputPlace.swift",
    "meshrender/Support/InputList.swift",
    "meshrender/Support/SceneFiles.swift", "meshrender/Support/ScenePaths.swift",
    "MeshTransform/Layers/Scene+Names.swift", "SceneDocument/JSON/JSONReader.swift",
    "SceneDocument/Scenes/SceneBuilder.swift",
  ]
  private static let forbidden = [
    "[String: ", "[[String]: ", "Set<String>", "Set<[String]>", ".hasPrefix(", ".hasSuffix(", "path == \"",
    "Path == \"",
  ]
  /// Texts of the program, not of files.
  private static let allowed = [
    "refused: [String: String]", "keys: Set<String> = [\"id\"", "name.hasPrefix(\"-\")",
    "words.hasPrefix(\"Error: \")", "path == \"-\"",
    "hasPrefix(\"\\u{FEFF}\")",
  ]

  @Test func sourcesCompareBytes() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources")
    var count = 0
    for place in Self.places {
      let url = sources.appendingPathComponent(place)
      let names =
        place.hasSuffix(".swift")
        ? [url.path]
        : try FileManager.default.contentsOfDirectory(atPath: url.path).map { url.path + "/" + $0 }
      for name in names {
        count += 1
        for (index, line) in try String(contentsOfFile: name, encoding: .utf8).split(
          separator: "\n", omittingEmptySubsequences: false
        ).enumerated() {
          for word in Self.forbidden where line.contains(word) && !Self.allowed.contains(where: line.contains)
          {
            Issue.record("\(name):\(index + 1): \"\(word)\" compares text; use FilePath or ByteString")
          }
        }
      }
    }
    #expect(count > 30)
  }
}
