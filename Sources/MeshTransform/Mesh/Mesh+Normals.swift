extension Mesh {
  /// A direction of unit length: x to the right, y down, z toward the viewer. Twelve packed bytes.
  public struct Normal: Hashable, Sendable {
    public var x: Float, y: Float, z: Float

    @inlinable public init(_ x: Float, _ y: Float, _ z: Float) { (self.x, self.y, self.z) = (x, y, z) }

    /// Toward the viewer: the normal of an untilted sheet.
    public static let towardViewer = Normal(0, 0, 1)
  }

  /// One normal for each vertex: the mean, weighted by area, of those of the triangles around it.
  ///
  /// Areas and directions are measured in points, after depth normalization, for a layer whose bounds have `size`.
  /// A normal stands on the front of the content, whatever the order of a face's indices: it is (0, 0, 1) for the
  /// identity and (0, 0, -1) where the mesh mirrors the content. A vertex without a triangle, or whose triangles
  /// have no area, has (0, 0, 1).
  ///
  /// - Complexity: O(V + F); about 10 ms for a million vertices in a release build.
  public func normals(inBoundsOf size: Size) -> [Normal] {
    var normals: [Normal] = []
    computeNormals(inBoundsOf: size, into: &normals)
    return normals
  }

  /// ``normals(inBoundsOf:)`` into an array that keeps its memory, for one mesh after another.
  public func computeNormals(inBoundsOf size: Size, into normals: inout [Normal]) {
    normals.removeAll(keepingCapacity: true)
    normals.append(contentsOf: repeatElement(Normal(0, 0, 0), count: vertices.count))
    let scale = Self.relativeScale(size, depthNormalization)
    normals.withUnsafeMutableBufferPointer { normals in
      vertices.withUnsafeBufferPointer { vertices in
        faces.withUnsafeBufferPointer { faces in
          for face in faces {
            let i = face.indices
            Self.scatter(i.x, i.y, i.z, vertices, scale, normals)
            Self.scatter(i.z, i.w, i.x, vertices, scale, normals)
          }
        }
      }
      for i in 0..<normals.count { normals[i] = normals[i].normalized }
    }
  }

  /// Points per unit in x, y and z, divided by the largest of them: directions stay, and products of coordinates
  /// do not overflow.
  private static func relativeScale(_ size: Size, _ normalization: DepthNormalization) -> SIMD3<Float> {
    let (x, y, z) = (abs(size.width), abs(size.height), abs(normalization.pointsPerUnit(for: size)))
    let largest = max(x, y, z)
    guard largest > 0, largest.isFinite else { return SIMD3(repeating: 1) }
    return SIMD3(Float(x / largest), Float(y / largest), Float(z / largest))
  }

  /// Adds the triangle's cross product, which is twice its area long, to its three vertices.
  @inline(__always)
  private static func scatter(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ vertices: UnsafeBufferPointer<Vertex>, _ scale: SIMD3<Float>,
    _ normals: UnsafeMutableBufferPointer<Normal>
  ) {
    let (p, q, r) = (vertices[Int(a)], vertices[Int(b)], vertices[Int(c)])
    let (ux, uy, uz) = ((q.toX - p.toX) * scale.x, (q.toY - p.toY) * scale.y, (q.toZ - p.toZ) * scale.z)
    let (vx, vy, vz) = ((r.toX - p.toX) * scale.x, (r.toY - p.toY) * scale.y, (r.toZ - p.toZ) * scale.z)
    // The sign of the triangle's area in the content makes the normal independent of the order of its corners.
    let content = (q.fromX - p.fromX) * (r.fromY - p.fromY) - (q.fromY - p.fromY) * (r.fromX - p.fromX)
    let sign: Float = content < 0 ? -1 : 1
    let x = (uy * vz - uz * vy) * sign
    let y = (uz * vx - ux * vz) * sign
    let z = (ux * vy - uy * vx) * sign
    let normal = Normal(x, y, z)
    normals[Int(a)].add(normal)
    normals[Int(b)].add(normal)
    normals[Int(c)].add(normal)
  }
}

extension Mesh.Normal {
  @inline(__always)
  fileprivate mutating func add(_ other: Mesh.Normal) {
    x += other.x
    y += other.y
    z += other.z
  }

  /// Of unit length; toward the viewer when there is no direction, or none that a Float can hold.
  fileprivate var normalized: Mesh.Normal {
    // Dividing by the largest part first keeps the squares of small faces' sums above zero.
    let largest = max(abs(x), abs(y), abs(z))
    guard largest > 0, largest.isFinite else { return .towardViewer }
    let (x, y, z) = (x / largest, y / largest, z / largest)
    let length = (x * x + y * y + z * z).squareRoot()
    return Mesh.Normal(x / length, y / length, z / length)
  }
}
