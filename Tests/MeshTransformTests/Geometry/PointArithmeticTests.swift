import MeshTransform
import Testing

/// Closures that compute in double precision.
struct PointArithmeticTests {
  @Test func vectors() {
    #expect(2 * (Point(1, 2) + Point(3, 5)) / 4 - Point(1, 1) == Point(1, 2.5))
    var point = -Point3D(1, 2, 3) * 2
    point += Point3D(2, 4, 7)
    point -= Point3D(0, 0, 1) / 2
    #expect(point == Point3D(0, 0, 0.5))
  }

  /// As ported from a block of `CGFloat`.
  @Test func verticesInDoublePrecision() throws {
    let (width, amplitude) = (320.0, 0.1)
    let mesh = try Mesh.grid(rows: 1, columns: 2).mappingVertices { vertex, _ in
      var vertex = vertex
      let x = vertex.fromPoint.x * width
      vertex.toPoint.z = amplitude * x / width
      vertex.toPoint += Point3D(0, 0.5, 0)
      return vertex
    }
    #expect(mesh.vertices[1].to == SIMD3(0.5, 0.5, 0.05))
    #expect(
      Mesh.Vertex(from: Point(0.25, 1), to: Point3D(1, 2, 3)) == Mesh.Vertex(from: [0.25, 1], to: [1, 2, 3]))
  }
}
