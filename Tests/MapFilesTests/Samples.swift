import Foundation
import ImageFiles
import MapFiles
import MeshTransform
import Testing

/// The positions of the fixtures, which Fixtures/make.py has made with NumPy and OpenCV.
enum Sample {
  static let size = PixelSize(5, 3)
  /// The picture to which the positions refer.
  static let picture = PixelSize(8, 4)

  /// x = 1.5 column - 0.25 and y = 0.75 row + 0.125.
  static func position(_ column: Int, _ row: Int) -> SIMD2<Float> {
    SIMD2(1.5 * Float(column) - 0.25, 0.75 * Float(row) + 0.125)
  }

  /// With a hole at column 2 of row 1.
  static let map = CoordinateMap(
    size: size,
    values: (0..<15).flatMap { index -> [Float] in
      let position = position(index % 5, index / 5)
      return index == 7 ? [.nan, .nan] : [position.x, position.y]
    })

  static func file(_ name: String) -> InputFile { .path("\(folder)/\(name)") }

  static func bytes(_ name: String) throws -> [UInt8] { try file(name).readAll() }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Fixtures"

  /// The positions of files in the picture of the samples.
  static func read(_ names: String..., overrides: MapOverrides = MapOverrides()) throws -> CoordinateMap {
    try MapFile.read(names.map(file), overrides: overrides).map.coordinates(picture: picture)
  }
}

extension CoordinateMap {
  /// Whether both have the same size and holes, and positions that differ by at most `tolerance` pixels.
  func isClose(to other: CoordinateMap, within tolerance: Float) -> Bool {
    size == other.size
      && zip(values, other.values).allSatisfy { a, b in
        a.isNaN || b.isNaN ? a.isNaN && b.isNaN : abs(a - b) <= tolerance
      }
  }
}

/// Reads bytes as a map.
func readMap(
  _ bytes: [UInt8], overrides: MapOverrides = MapOverrides(), limits: ImageLimits = .standard
) throws(MapFileError) -> MeasuredMap {
  try MapFile.read([.memory(bytes, name: "m")], overrides: overrides, limits: limits).map
}
