import Foundation
import ImageFiles
import MeshTransform
import Testing

/// Each example is run as a reader runs it, and its picture compared with the one that was looked at.
///
/// `MESHRENDER_RECORD=1` records. A failure saves the actual, expected and difference pictures under `Failures/`.
@Suite("Examples", .serialized)
struct ExamplesTests {
  @Test(arguments: Example.all)
  func drawsItsPicture(_ example: Example) throws {
    let folder = try TemporaryFolder()
    let said = try example.run(["picture.png"], in: folder)
    #expect(said.hasPrefix("wrote picture.png, "))
    let actual = try PNG.read(from: .path(folder.file("picture.png")))

    let isExact = example.name == "01-identity"
    if ProcessInfo.processInfo.environment["MESHRENDER_RECORD"] == "1", !isExact {
      try PNG.write(actual, to: .path(example.reference.path), compression: .small)
      return
    }
    guard FileManager.default.fileExists(atPath: example.reference.path) else {
      Issue.record(
        "no \(example.reference.path); look at the picture, then record it with MESHRENDER_RECORD=1")
      return
    }
    let expected = try PNG.read(from: .path(example.reference.path))
    let difference = PictureDifference(actual, expected)
    guard isExact ? !difference.isNone : !difference.isInvisible else { return }
    let failures = try save(actual, expected, as: example.name)
    Issue.record("\(example.name): \(difference); see \(failures.path)")
  }

  private func save(_ actual: Image, _ expected: Image, as name: String) throws -> URL {
    let folder = Example.tests.appendingPathComponent("Failures/\(name)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try PNG.write(actual, to: .path(folder.appendingPathComponent("actual.png").path))
    try PNG.write(expected, to: .path(folder.appendingPathComponent("expected.png").path))
    guard actual.size == expected.size else { return folder }
    // Four times as strong, on black.
    let difference = actual.mapChannels { x, y, channel in
      guard channel < 3 else { return 255 }
      return UInt8(
        min(255, 4 * abs(Int(actual.channel(x, y, channel)) - Int(expected.channel(x, y, channel)))))
    }
    try PNG.write(difference, to: .path(folder.appendingPathComponent("difference.png").path))
    return folder
  }

  /// Six were there once: an empty list would pass everything above.
  @Test func areAllFound() { #expect(Example.all.count >= 6) }

  @Test(arguments: Example.all)
  func saysWhatItShowsAndHowToRunIt(_ example: Example) throws {
    let lines = try example.source().split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.first)
    #expect(first.hasPrefix("// ") && first.contains(". Run: swift run \(example.name) "))
    #expect(lines.count <= 55, "an example fits a screen")
  }

  @Test func writesIntoTheCurrentFolderByDefault() throws {
    let folder = try TemporaryFolder()
    #expect(try Example(name: "02-wavy-label").run(in: folder) == "wrote wavy.png, 320x152\n")
    #expect(FileManager.default.fileExists(atPath: folder.file("wavy.png")))
  }
}

/// A program that fails makes the test fail, in the program's words.
struct ExampleFailureTests {
  private func failure(_ arguments: [String] = [], environment: [String: String] = [:]) throws -> String {
    let folder = try TemporaryFolder()
    let error = #expect(throws: ExampleFailure.self) {
      try Example(name: "01-identity").run(arguments, in: folder, environment: environment)
    }
    return error?.description ?? ""
  }

  @Test func machineWithoutEGL() throws {
    let words = try failure(environment: ["__EGL_VENDOR_LIBRARY_FILENAMES": "/nowhere/egl.json"])
    #expect(words.contains("EGL"))
  }

  @Test func outputThatCannotBeWritten() throws {
    #expect(try failure(["/dev/null/picture.png"]).contains("/dev/null/picture.png"))
  }

  @Test func programThatWasNotBuilt() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: ExampleFailure.self) { try Example(name: "99-none").run(in: folder) }
    #expect(error?.description.contains("swift build") == true)
  }
}
