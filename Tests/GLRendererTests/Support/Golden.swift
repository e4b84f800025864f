import Foundation
import ImageFiles
import MeshTransform
import Testing

@testable import TestSupport

/// A picture kept in `Golden/`, and how near to it a drawn one must come.
///
/// `MESHRENDER_RECORD=1` records; a reference that is missing fails. A failure saves expected | difference | actual
/// under `Failures/`.
struct Golden: Sendable, CustomTestStringConvertible {
  /// `feature/variation`: the path of the PNG without its extension.
  let name: String
  let tolerance: ImageDifference.Tolerance
  var testDescription: String { name }

  /// Drawn edges and filters may round differently on another CPU: a stray sample of an edge, hardly a mean.
  init(_ name: String, _ tolerance: ImageDifference.Tolerance = .within(max: 70, mean: 0.15)) {
    (self.name, self.tolerance) = (name, tolerance)
  }

  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

  private var file: URL { Self.tests.appendingPathComponent("Golden/\(name).png") }

  func reference() throws -> Image { try PNG.read(from: .path(file.path)).premultiplied() }

  /// Compares, or records when asked to.
  func check(_ actual: Image, _ location: SourceLocation = #_sourceLocation) throws {
    if ProcessInfo.processInfo.environment["MESHRENDER_RECORD"] == "1" {
      try Self.write(actual, to: file)
      return
    }
    guard FileManager.default.fileExists(atPath: file.path) else {
      Issue.record(
        "there is no \(file.path); look at the picture, then record it with MESHRENDER_RECORD=1",
        sourceLocation: location)
      return
    }
    let expected = try reference()
    let difference = ImageDifference(try Self.throughPNG(actual), expected)
    guard !difference.isWithin(tolerance) else { return }
    let sheet = Self.tests.appendingPathComponent("Failures/\(name).png")
    try Self.write(Self.sheet(expected, actual.premultiplied()), to: sheet)
    Issue.record("\(name): \(difference); see \(sheet.path)", sourceLocation: location)
  }

  /// What the picture is once written and read: straight alpha loses digits.
  static func throughPNG(_ image: Image) throws -> Image {
    try PNG.read(from: .memory(PNG.encode(image).bytes, name: "the picture")).premultiplied()
  }

  private static func write(_ image: Image, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try PNG.write(image, to: .path(file.path), compression: .small)
  }

  /// Expected, four times the difference, and actual side by side.
  private static func sheet(_ expected: Image, _ actual: Image) -> Image {
    let (width, height) = (
      max(expected.size.width, actual.size.width), max(expected.size.height, actual.size.height)
    )
    func pixel(_ image: Image, _ x: Int, _ y: Int) -> Pixel {
      x < image.size.width && y < image.size.height ? image[x, y] : .zero
    }
    return Image(3 * width, height, alpha: .premultiplied) { x, y in
      let column = x % width
      let (a, b) = (pixel(expected, column, y), pixel(actual, column, y))
      if x < width { return a }
      if x >= 2 * width { return b }
      let delta = (0..<4).map { UInt8(min(255, 4 * abs(Int(a[$0]) - Int(b[$0])))) }
      return Pixel(max(delta[0], delta[3]), max(delta[1], delta[3]), max(delta[2], delta[3]), 255)
    }
  }
}
