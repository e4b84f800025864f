/// Something that subdivision makes means of: a vertex's five coordinates, or its brightness.
protocol SubdivisionValue: BitwiseCopyable, Sendable {
  static var zero: Self { get }
  static func + (a: Self, b: Self) -> Self
  static func * (a: Self, factor: Float) -> Self
  /// With every number that is too large for a Float replaced by the largest.
  var clamped: Self { get }
}

extension Float: SubdivisionValue {
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

  var clamped: Mesh.Vertex {
    var vertex = self
    (vertex.fromX, vertex.fromY) = (fromX.clamped, fromY.clamped)
    (vertex.toX, vertex.toY, vertex.toZ) = (toX.clamped, toY.clamped, toZ.clamped)
    return vertex
  }
}
