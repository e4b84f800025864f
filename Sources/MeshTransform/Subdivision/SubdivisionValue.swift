/// A value that subdivision averages: a vertex's five coordinates, or its brightness.
protocol SubdivisionValue: BitwiseCopyable, Sendable {
  static var zero: Self { get }
  static func + (a: Self, b: Self) -> Self
  static func * (a: Self, factor: Float) -> Self
  /// The value with numbers clamped to the range of Float.
  var clamped: Self { get }
  /// Whether a sum of a few such values can overflow.
  var isHuge: Bool { get }
}

extension Float: SubdivisionValue {
  var isHuge: Bool { magnitude > 0x1p120 }
  var clamped: Float { Swift.min(Swift.max(self, -.greatestFiniteMagnitude), .greatestFiniteMagnitude) }
}

extension Mesh.Vertex: SubdivisionValue {
  static let zero = Mesh.Vertex(from: .zero, to: .zero)

  @inline(__always)
  static func + (a: Mesh.Vertex, b: Mesh.Vertex) -> Mesh.Vertex {
    var sum = a
    sum.fromX += b.fromX
    sum.fromY += b.fromY
    sum.toX += b.toX
    sum.toY += b.toY
    sum.toZ += b.toZ
    return sum
  }

  @inline(__always)
  static func * (a: Mesh.Vertex, factor: Float) -> Mesh.Vertex {
    var product = a
    product.fromX *= factor
    product.fromY *= factor
    product.toX *= factor
    product.toY *= factor
    product.toZ *= factor
    return product
  }

  var isHuge: Bool { fromX.isHuge || fromY.isHuge || toX.isHuge || toY.isHuge || toZ.isHuge }

  var clamped: Mesh.Vertex {
    var vertex = self
    (vertex.fromX, vertex.fromY) = (fromX.clamped, fromY.clamped)
    (vertex.toX, vertex.toY, vertex.toZ) = (toX.clamped, toY.clamped, toZ.clamped)
    return vertex
  }
}
