import MeshTransform

/// A second renderer, on the CPU and written from the definitions alone: it shares no code with the one that it checks
/// beyond plain values. For each pixel's center it finds the nearest point of the mesh along the line of sight, its
/// texel by perspective-correct weights, and its shade by Phong's formula. No edges are antialiased.
struct ReferenceRenderer {
  typealias Vector = SIMD3<Double>

  let image: Image
  let mesh: Mesh
  /// Of the layer in points; its middle lies at the origin of the superlayer.
  let size: SIMD2<Double>
  /// Where the layer's axes go in the superlayer, and by how much it moves.
  let axes: (x: Vector, y: Vector, z: Vector), offset: Vector
  /// The eye is this far above the origin; nil for none.
  let eyeDistance: Double?
  let phong: ReferencePhong

  /// What is seen at a pixel.
  struct Hit {
    var depth: Double
    /// Unit layer space.
    var content: SIMD2<Double>
    var color: SIMD4<Double>
  }

  /// The superlayer from `corner` on, `scale` pixels a point.
  func render(_ width: Int, _ height: Int, corner: SIMD2<Double>, scale: Double) -> [Hit?] {
    var hits = [Hit?](repeating: nil, count: width * height)
    let positions = mesh.vertices.map { vertex -> Vector in
      let points = mesh.depthNormalization.length(of: size)
      let p = SIMD2(Double(vertex.toX) - 0.5, Double(vertex.toY) - 0.5) * size
      return p.x * axes.x + p.y * axes.y + Double(vertex.toZ) * points * axes.z + offset
    }
    let normals = worldNormals()
    for face in mesh.faces {
      for corners in [[0, 1, 2], [2, 3, 0]] {
        let indices = corners.map { Int(face.indices[$0]) }
        fill(Triangle(self, indices, positions, normals), &hits, width, height, corner, scale)
      }
    }
    return hits
  }

  /// Means of the faces' normals by area, in layer points, then carried along with the surface: cross products of the
  /// mapped axes.
  private func worldNormals() -> [Vector] {
    let scale = Vector(size.x, size.y, mesh.depthNormalization.length(of: size))
    func points(_ i: Int) -> Vector {
      let v = mesh.vertices[i]
      return Vector(Double(v.toX), Double(v.toY), Double(v.toZ)) * scale
    }
    var sums = [Vector](repeating: .zero, count: mesh.vertices.count)
    for face in mesh.faces {
      for corners in [[0, 1, 2], [2, 3, 0]] {
        let i = corners.map { Int(face.indices[$0]) }
        let normal = cross(points(i[1]) - points(i[0]), points(i[2]) - points(i[0])) * turn(i)
        for index in i { sums[index] += normal }
      }
    }
    let (yz, zx, xy) = (cross(axes.y, axes.z), cross(axes.z, axes.x), cross(axes.x, axes.y))
    return sums.map {
      let n = normalize($0)
      return normalize(n.x * yz + n.y * zx + n.z * xy)
    }
  }

  /// 1 for a triangle that runs clockwise over the content, y down; -1 for one that runs the other way.
  fileprivate func turn(_ i: [Int]) -> Double {
    let (a, b, c) = (mesh.vertices[i[0]].from, mesh.vertices[i[1]].from, mesh.vertices[i[2]].from)
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) < 0 ? -1 : 1
  }

  private func fill(
    _ triangle: Triangle, _ hits: inout [Hit?], _ width: Int, _ height: Int, _ corner: SIMD2<Double>,
    _ scale: Double
  ) {
    let low = ((triangle.low - corner) * scale).rounded(.down)
    let high = ((triangle.high - corner) * scale).rounded(.up)
    guard high.x > 0, high.y > 0, low.x < Double(width), low.y < Double(height) else { return }
    for y in max(0, Int(low.y))..<min(height, Int(high.y)) {
      for x in max(0, Int(low.x))..<min(width, Int(high.x)) {
        let p = corner + SIMD2(Double(x) + 0.5, Double(y) + 0.5) / scale
        guard let weights = triangle.weights(p) else { continue }
        let content = triangle.content(weights)
        let isInside = content.x >= 0 && content.x <= 1 && content.y >= 0 && content.y <= 1
        guard mesh.replicatesEdges || isInside else { continue }
        let position = triangle.position(weights)
        let depth = position.z
        if let old = hits[y * width + x], old.depth > depth { continue }
        hits[y * width + x] = Hit(
          depth: depth, content: content,
          color: shade(content, position, triangle.normal(weights), triangle.front))
      }
    }
  }

  private func shade(_ content: SIMD2<Double>, _ position: Vector, _ normal: Vector, _ front: Vector)
    -> SIMD4<Double>
  {
    let viewer = eyeDistance.map { normalize(Vector(0, 0, $0) - position) } ?? Vector(0, 0, 1)
    return phong.shade(
      image.bilinearTexel(at: content), at: position, normal: dot(front, viewer) < 0 ? -normal : normal,
      viewer: viewer)
  }
}

extension ReferenceRenderer {
  /// One triangle in the superlayer, ready to be met by lines of sight. All of it lies before the eye.
  fileprivate struct Triangle {
    let positions: [Vector], normals: [Vector], contents: [SIMD2<Double>]
    /// The content's front.
    let front: Vector
    private let seen: [SIMD2<Double>], w: [Double]
    private let area: Double

    var low: SIMD2<Double> { pointwiseMin(pointwiseMin(seen[0], seen[1]), seen[2]) }
    var high: SIMD2<Double> { pointwiseMax(pointwiseMax(seen[0], seen[1]), seen[2]) }

    init(_ renderer: ReferenceRenderer, _ indices: [Int], _ positions: [Vector], _ normals: [Vector]) {
      let corners = indices.map { positions[$0] }
      let divisors = corners.map { p in renderer.eyeDistance.map { 1 - p.z / $0 } ?? 1 }
      precondition(divisors.allSatisfy { $0 > 0.01 }, "the reference does not clip at the eye")
      (self.positions, w) = (corners, divisors)
      self.normals = indices.map { normals[$0] }
      contents = indices.map { SIMD2<Double>(renderer.mesh.vertices[$0].from) }
      front = cross(corners[1] - corners[0], corners[2] - corners[0]) * renderer.turn(indices)
      let flat = zip(corners, divisors).map { SIMD2($0.x, $0.y) / $1 }
      seen = flat
      area = Self.area(flat[1] - flat[0], flat[2] - flat[0])
    }

    private static func area(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { a.x * b.y - a.y * b.x }

    /// The corners' shares in the point that is seen at `p`; nil outside. Shares on the screen, divided by each
    /// corner's w and made to sum to 1, are those in space.
    func weights(_ p: SIMD2<Double>) -> SIMD3<Double>? {
      guard area != 0 else { return nil }
      let b = Self.area(p - seen[0], seen[2] - seen[0]) / area
      let c = Self.area(seen[1] - seen[0], p - seen[0]) / area
      guard b >= 0, c >= 0, b + c <= 1 else { return nil }
      let weights = SIMD3(1 - b - c, b, c) / SIMD3(w[0], w[1], w[2])
      return weights / weights.sum()
    }

    func content(_ t: SIMD3<Double>) -> SIMD2<Double> {
      contents[0] * t.x + contents[1] * t.y + contents[2] * t.z
    }
    func position(_ t: SIMD3<Double>) -> Vector {
      positions[0] * t.x + positions[1] * t.y + positions[2] * t.z
    }
    func normal(_ t: SIMD3<Double>) -> Vector {
      normalize(normals[0] * t.x + normals[1] * t.y + normals[2] * t.z)
    }
  }
}
