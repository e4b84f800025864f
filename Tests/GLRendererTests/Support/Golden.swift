import Foundation
import GLRenderer
import ImageFiles
import MeshTransform
import Testing

@testable import TestSupport

/// A picture kept in `Golden/`, and how near to it a drawn one must come.
///
/// The kept edges have their exact area. Where the drawn ones have *n* samples a pixel, the pixels of edges have a tolerance
/// of their own: two samples of a pixel may lie on a line parallel to an edge, and change together, so that an area is off
/// by at most 1/n, and on average by half of that. All other pixels have to come as near as they do everywhere.
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
    let differences = Differences(try Self.throughPNG(actual), expected)
    guard !differences.areWithin(tolerance) else { return }
    let sheet = Self.tests.appendingPathComponent("Failures/\(name).png")
    try Self.write(Self.sheet(expected, actual.premultiplied()), to: sheet)
    Issue.record("\(name): \(differences); see \(sheet.path)", sourceLocation: location)
  }

  /// The differences of a picture from a kept one.
  struct Differences: CustomStringConvertible {
    /// At the pixels beside edges; nil where edges have their exact area as the kept ones, and count as the others.
    private let edges: ImageDifference?
    private let others: ImageDifference
    private let samples: Double

    init(_ actual: Image, _ expected: Image) {
      samples = Double(Renderer.edgeSamples ?? 1)
      guard Renderer.edgeSamples != nil, actual.size == expected.size else {
        (edges, others) = (nil, ImageDifference(actual, expected))
        return
      }
      // The alpha of contents changes by less from pixel to pixel.
      func isEdge(_ x: Int, _ y: Int) -> Bool { !expected.isAlphaSteady(x, y, within: 32) }
      edges = ImageDifference(actual) { isEdge($0, $1) ? SIMD4<Double>(expected[$0, $1]) : nil }
      others = ImageDifference(actual) { isEdge($0, $1) ? nil : SIMD4<Double>(expected[$0, $1]) }
    }

    func areWithin(_ tolerance: ImageDifference.Tolerance) -> Bool {
      guard others.isWithin(tolerance) else { return false }
      guard let edges, edges.count > 0, case .within = tolerance else { return true }
      // Six levels are those of the content, whose place in the pixel is another one.
      return edges.isWithin(.within(max: 255 / samples + 6, mean: 255 / samples / 2))
    }

    var description: String { "\(others)" + (edges.map { "; at edges \($0)" } ?? "") }
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
