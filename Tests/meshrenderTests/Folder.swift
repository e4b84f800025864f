import Foundation
import ImageFiles
import MeshTransform
import Testing

/// A temporary folder that its owner removes.
final class Folder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/meshrenderTests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  func entries() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

  /// The names in a folder, without those of hidden files.
  func entries(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file(name)).filter { !$0.hasPrefix(".") }.sorted()
  }

  func bytes(_ name: String) throws -> [UInt8] { try Self.read(file(name)) }

  static func read(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
  }

  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  /// Writes a shell script that can be run. A separate process makes the file: another test's child would otherwise hold it
  /// open for writing, and such a file cannot be executed.
  func writeProgram(_ script: String, to name: String) throws {
    let text = UUID().uuidString
    try write("#!/bin/sh\n" + script + "\n", to: text)
    let copy = try Tool.start([text, name], in: self, executable: "/bin/cp").wait()
    try #require(copy.code == 0, "\(copy.words)")
    try FileManager.default.removeItem(atPath: file(text))
    chmod(file(name), 0o755)
  }

  /// The bytes of every file.
  func contents() throws -> [String: [UInt8]] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path)
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: file(name), isDirectory: &isFolder)
        return (name, isThere && isFolder.boolValue ? [] : try bytes(name))
      })
  }

  func image(_ name: String) throws -> Image { try PNG.read(from: .path(file(name))) }

  /// Writes a picture whose pixels are all different, with the given alpha.
  func writePicture(_ width: Int, _ height: Int, alpha: UInt8 = 255, to name: String) throws {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        bytes += [UInt8(truncatingIfNeeded: 7 * x + 13), UInt8(truncatingIfNeeded: 11 * y), 99, alpha]
      }
    }
    let image = Image(
      size: PixelSize(width, height), alpha: alpha == 255 ? .opaque : .straight, bytes: bytes)
    try PNG.write(image, to: .path(file(name)))
  }
}

extension Image {
  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let start = 4 * (y * size.width + x)
    return Array(bytes[start..<start + 4])
  }

  /// The smallest range of columns and rows that contains all pixels that are not transparent.
  var ink: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
    let shown = (0..<size.area).filter { bytes[4 * $0 + 3] > 0 }
    guard let first = shown.first, let last = shown.last else { return nil }
    let columns = shown.map { $0 % size.width }
    return (columns.min()!...columns.max()!, first / size.width...last / size.width)
  }
}

/// The pictures of the PNG tests.
func fixture(_ name: String) -> String {
  URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
    + "/ImageFilesTests/Fixtures/\(name).png"
}
