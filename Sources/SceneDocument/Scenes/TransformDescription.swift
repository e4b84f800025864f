import MeshTransform

/// A transform as a scene file describes it: a CSS list, whose percentages refer to the layer's size, or a matrix.
public enum TransformDescription: Hashable, Sendable {
  /// A CSS transform list, whose percentages refer to the layer's size.
  case list(String)
  /// A matrix.
  case matrix(Transform3D)

  init(_ reader: inout JSONReader) throws(DocumentError) {
    reader.skipSpaces()
    let start = reader.offset
    if reader.isAtArray() {
      let names = (1...4).flatMap { row in (1...4).map { "m\(row)\($0)" } }
      let m = try reader.readNumbers(names, in: -1e15...1e15)
      self = .matrix(
        Transform3D(rows: SIMD4(m[0..<4]), SIMD4(m[4..<8]), SIMD4(m[8..<12]), SIMD4(m[12..<16])))
      return
    }
    self = .list(
      try reader.readString("a transform list such as \"rotateX(-45deg)\", or sixteen numbers m11...m44"))
    // Parsing succeeds or fails independently of the size.
    do { _ = try value(layerSize: Size(1, 1)) } catch { throw reader.error(at: start, error.description) }
  }

  func value(layerSize: Size) throws(SyntaxError) -> Transform3D {
    switch self {
    case .list(let text): try TransformList.parse(text, layerSize: layerSize)
    case .matrix(let matrix): matrix
    }
  }

  static let schema = JSONSchema.any(JSONSchema.string, JSONSchema.numbers(16, in: -1e15...1e15))

  var json: JSONValue {
    switch self {
    case .list(let text): .string(text)
    case .matrix(let matrix): .numbers((0..<4).flatMap { row in (0..<4).map { matrix[row, $0] } })
    }
  }
}
