/// A bounding volume hierarchy over the faces of a mesh.
///
/// Each node has four children. The faces are in Morton order, so that the construction takes linear time for any mesh,
/// and the nodes need no pointers. A class, since each query would otherwise count the references to all of its arrays.
final class FaceBVH: Sendable {
  let mesh: Mesh
  /// The drawable faces in Morton order.
  private let order: [UInt32]
  /// The corners of these faces: one cache line for the four of a leaf.
  private let corners: [SIMD4<UInt32>]
  /// Level by level: boxes of four faces first, of four boxes next, the root last.
  private let boxes: [BoundingBox]
  private let levelStarts: [Int]
  /// The largest magnitudes of x, y and z.
  private let maxMagnitude: SIMD3<Double>

  /// - Returns: nil if no face is drawable.
  init?(_ mesh: Mesh) {
    let order = mesh.facesInMortonOrder()
    guard !order.isEmpty else { return nil }
    let faces = mesh.faces
    (self.mesh, self.order, corners) = (mesh, order, order.map { faces[Int($0)].indices })
    var (boxes, starts) = (FaceBVH.leafBoxes(mesh, corners), [0])
    while boxes.count - starts[starts.count - 1] > 1 {
      let (start, end) = (starts[starts.count - 1], boxes.count)
      starts.append(end)
      for first in stride(from: start, to: end, by: 4) {
        var box = boxes[first]
        for index in first + 1..<max(first + 1, min(first + 4, end)) { box.extend(boxes[index]) }
        boxes.append(box)
      }
    }
    maxMagnitude = boxes[boxes.count - 1].maxMagnitude
    (self.boxes, levelStarts) = (boxes, starts)
  }

  private static func leafBoxes(_ mesh: Mesh, _ faces: [SIMD4<UInt32>]) -> [BoundingBox] {
    var boxes: [BoundingBox] = []
    boxes.reserveCapacity(faces.count / 3 + 16)
    mesh.vertices.withUnsafeBufferPointer { vertices in
      for start in stride(from: 0, to: faces.count, by: 4) {
        var box = BoundingBox(vertices[Int(faces[start].x)])
        for indices in faces[start..<min(start + 4, faces.count)] {
          for corner in 0..<4 { box.extend(vertices[Int(indices[corner])]) }
        }
        boxes.append(box)
      }
    }
    return boxes
  }

  /// The corners of the bounding box of all faces, in unit layer space.
  var boxCorners: [Point3D] { boxes[boxes.count - 1].corners }

  struct TriangleIntersection: Hashable {
    let face: Int
    /// The vertices of the face's corners 0...3.
    let corners: SIMD4<UInt32>
    /// 0 (0-1-2) or 1 (2-3-0).
    let triangle: Int
    let weights: SIMD3<Double>
    /// Whether the projection is clockwise, for triangles in front of the eye.
    let isClockwise: Bool
  }

  /// All triangles that the ray intersects, in front of the eye and behind it, in no order.
  func intersections(_ ray: PickRay) -> [TriangleIntersection] {
    let probe = BoundingBox.PreparedRay(ray, maxMagnitude: maxMagnitude)
    var intersections: [TriangleIntersection] = []
    visit(levelStarts.count - 1, 0, ray, probe, &intersections)
    return intersections
  }

  /// The recursion depth is that of the tree: at most 16 levels for 32-bit indices.
  private func visit(
    _ level: Int, _ index: Int, _ ray: PickRay, _ probe: BoundingBox.PreparedRay,
    _ intersections: inout [TriangleIntersection]
  ) {
    guard boxes[levelStarts[level] + index].mayIntersect(probe) else { return }
    let count = level == 0 ? order.count : levelStarts[level] - levelStarts[level - 1]
    for child in 4 * index..<min(4 * index + 4, count) {
      if level == 0 {
        append(child, ray, to: &intersections)
      } else {
        visit(level - 1, child, ray, probe, &intersections)
      }
    }
  }

  /// - Parameter place: the face's place in Morton order.
  @inline(__always)
  private func append(_ place: Int, _ ray: PickRay, to intersections: inout [TriangleIntersection]) {
    func append(_ triangle: Int, _ hit: (weights: SIMD3<Double>, isClockwise: Bool)) {
      intersections.append(
        TriangleIntersection(
          face: Int(order[place]), corners: corners[place], triangle: triangle, weights: hit.weights,
          isClockwise: hit.isClockwise))
    }
    let i = corners[place]
    let (a, c) = (ray.offset(of: mesh.vertices[Int(i.x)]), ray.offset(of: mesh.vertices[Int(i.z)]))
    if let hit = ray.intersection(a, ray.offset(of: mesh.vertices[Int(i.y)]), c) { append(0, hit) }
    if let hit = ray.intersection(c, ray.offset(of: mesh.vertices[Int(i.w)]), a) { append(1, hit) }
  }
}

extension Mesh {
  /// The corners of the triangle of an intersection.
  func corners(of hit: FaceBVH.TriangleIntersection) -> (Vertex, Vertex, Vertex) {
    let i = hit.corners
    return hit.triangle == 0
      ? (vertices[Int(i.x)], vertices[Int(i.y)], vertices[Int(i.z)])
      : (vertices[Int(i.z)], vertices[Int(i.w)], vertices[Int(i.x)])
  }
}
