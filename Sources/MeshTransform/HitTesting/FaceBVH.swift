/// A bounding volume hierarchy over the faces of a mesh.
///
/// Each node has four children. The faces are in Morton order, so that the construction takes linear time for any mesh,
/// and the nodes need no pointers.
struct FaceBVH: Sendable {
  let mesh: Mesh
  /// The faces of the mesh.
  private let faces: [Mesh.Face]
  /// The drawable faces in Morton order.
  private let order: [UInt32]
  /// Level by level: boxes of four faces first, of four boxes next, the root last.
  private let boxes: [BoundingBox]
  private let levelStarts: [Int]
  /// The largest magnitudes of x, y and z.
  private let maxMagnitude: SIMD3<Double>

  /// - Returns: nil if no face is drawable.
  init?(_ mesh: Mesh) {
    let order = mesh.facesInMortonOrder()
    guard !order.isEmpty else { return nil }
    (self.mesh, faces, self.order) = (mesh, mesh.faces, order)
    var (boxes, starts) = (FaceBVH.leafBoxes(mesh, order), [0])
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

  private static func leafBoxes(_ mesh: Mesh, _ order: [UInt32]) -> [BoundingBox] {
    var boxes: [BoundingBox] = []
    boxes.reserveCapacity(order.count / 3 + 16)
    mesh.vertices.withUnsafeBufferPointer { vertices in
      mesh.faces.withUnsafeBufferPointer { faces in
        for start in stride(from: 0, to: order.count, by: 4) {
          var box = BoundingBox(vertices[Int(faces[Int(order[start])].indices.x)])
          for i in start..<min(start + 4, order.count) {
            let indices = faces[Int(order[i])].indices
            for corner in 0..<4 { box.extend(vertices[Int(indices[corner])]) }
          }
          boxes.append(box)
        }
      }
    }
    return boxes
  }

  /// The corners of the bounding box of all faces, in unit layer space.
  var corners: [Point3D] { boxes[boxes.count - 1].corners }

  /// The vertex indices of a face. Unlike the mesh's own list, this one needs no lock.
  func indices(of face: Int) -> SIMD4<UInt32> { faces[face].indices }

  /// The corners of a face's triangle 0 (0-1-2) or 1 (2-3-0).
  func corners(of face: Int, triangle: Int) -> (Mesh.Vertex, Mesh.Vertex, Mesh.Vertex) {
    let i = faces[face].indices
    return triangle == 0
      ? (mesh.vertices[Int(i.x)], mesh.vertices[Int(i.y)], mesh.vertices[Int(i.z)])
      : (mesh.vertices[Int(i.z)], mesh.vertices[Int(i.w)], mesh.vertices[Int(i.x)])
  }

  struct TriangleIntersection: Hashable {
    let face: Int
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

  /// The same by a test of every face.
  func bruteForceIntersections(_ ray: PickRay) -> [TriangleIntersection] {
    var intersections: [TriangleIntersection] = []
    for face in faces.indices { append(face, ray, to: &intersections) }
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
        append(Int(order[child]), ray, to: &intersections)
      } else {
        visit(level - 1, child, ray, probe, &intersections)
      }
    }
  }

  @inline(__always)
  private func append(_ face: Int, _ ray: PickRay, to intersections: inout [TriangleIntersection]) {
    let i = faces[face].indices
    let (a, c) = (ray.offset(of: mesh.vertices[Int(i.x)]), ray.offset(of: mesh.vertices[Int(i.z)]))
    if let hit = ray.intersection(a, ray.offset(of: mesh.vertices[Int(i.y)]), c) {
      intersections.append(
        TriangleIntersection(face: face, triangle: 0, weights: hit.weights, isClockwise: hit.isClockwise))
    }
    if let hit = ray.intersection(c, ray.offset(of: mesh.vertices[Int(i.w)]), a) {
      intersections.append(
        TriangleIntersection(face: face, triangle: 1, weights: hit.weights, isClockwise: hit.isClockwise))
    }
  }
}
