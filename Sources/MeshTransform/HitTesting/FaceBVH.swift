/// A bounding volume hierarchy over the faces of a mesh.
///
/// Each node has four children, whose boxes are tested together. The faces are in Morton order, so that the construction
/// takes linear time for any mesh, and the nodes need no pointers. A class, since each query would otherwise count the
/// references to all of its arrays.
final class FaceBVH: Sendable {
  let mesh: Mesh
  /// The drawable faces in Morton order.
  private let order: [UInt32]
  /// The corners of these faces: one cache line for the four of a leaf.
  private let corners: [SIMD4<UInt32>]
  /// Level by level: the boxes of up to four leaves first, those of up to four nodes next, the root last. A leaf has up to
  /// four faces.
  private let nodes: [FourBoxes]
  /// The start of each level in `nodes`.
  private let levelStarts: [Int]
  /// The box of all faces.
  private let box: BoundingBox

  /// - Returns: nil if no face is drawable.
  init?(_ mesh: Mesh) {
    let order = mesh.facesInMortonOrder()
    guard !order.isEmpty else { return nil }
    let faces = mesh.faces
    (self.mesh, self.order, corners) = (mesh, order, order.map { faces[Int($0)].indices })
    var boxes = FaceBVH.leafBoxes(mesh, corners)
    var (nodes, starts): ([FourBoxes], [Int]) = ([], [])
    nodes.reserveCapacity(boxes.count / 3 + 16)
    while boxes.count > 1 {
      starts.append(nodes.count)
      boxes = stride(from: 0, to: boxes.count, by: 4).map { first in
        let children = boxes[first..<min(first + 4, boxes.count)]
        nodes.append(FourBoxes(children))
        return children.dropFirst().reduce(into: boxes[first]) { $0.extend($1) }
      }
    }
    (self.nodes, levelStarts, box) = (nodes, starts, boxes[0])
  }

  private static func leafBoxes(_ mesh: Mesh, _ faces: [SIMD4<UInt32>]) -> [BoundingBox] {
    var boxes: [BoundingBox] = []
    boxes.reserveCapacity(faces.count / 4 + 1)
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
  var boxCorners: [Point3D] { box.corners }

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
    let probe = FourBoxes.PreparedRay(ray)
    var found: [TriangleIntersection] = []
    nodes.withUnsafeBufferPointer { nodes in
      levelStarts.withUnsafeBufferPointer { levelStarts in
        order.withUnsafeBufferPointer { order in
          corners.withUnsafeBufferPointer { corners in
            mesh.vertices.withUnsafeBufferPointer { vertices in
              let search = Search(
                ray: ray, probe: probe, nodes: nodes, levelStarts: levelStarts, order: order,
                corners: corners, vertices: vertices)
              search.visit(levelStarts.count, 0, &found)
            }
          }
        }
      }
    }
    return found
  }

  /// A search for the intersections with one ray. It has buffers, since each visit would retain and release the arrays of the
  /// tree. They are valid during the search.
  private struct Search {
    let ray: PickRay
    let probe: FourBoxes.PreparedRay
    let nodes: UnsafeBufferPointer<FourBoxes>
    let levelStarts: UnsafeBufferPointer<Int>
    let order: UnsafeBufferPointer<UInt32>
    let corners: UnsafeBufferPointer<SIMD4<UInt32>>
    let vertices: UnsafeBufferPointer<Mesh.Vertex>

    /// Visits a node, or a leaf on level 0. The recursion depth is that of the tree: at most 16 levels for 32-bit indices.
    func visit(_ level: Int, _ index: Int, _ found: inout [TriangleIntersection]) {
      if level == 0 {
        for place in 4 * index..<min(4 * index + 4, order.count) { intersect(place, &found) }
        return
      }
      let node = nodes[levelStarts[level - 1] + index]
      let misses = node.certainlyMisses(probe)
      for child in 0..<node.count where !misses[child] { visit(level - 1, 4 * index + child, &found) }
    }

    /// - Parameter place: the face's place in Morton order.
    @inline(__always)
    private func intersect(_ place: Int, _ found: inout [TriangleIntersection]) {
      func add(_ triangle: Int, _ hit: (weights: SIMD3<Double>, isClockwise: Bool)) {
        found.append(
          TriangleIntersection(
            face: Int(order[place]), corners: corners[place], triangle: triangle, weights: hit.weights,
            isClockwise: hit.isClockwise))
      }
      let i = corners[place]
      let (a, b) = (ray.offset(of: vertices[Int(i.x)]), ray.offset(of: vertices[Int(i.y)]))
      let (c, d) = (ray.offset(of: vertices[Int(i.z)]), ray.offset(of: vertices[Int(i.w)]))
      // Most faces lie to one side of the ray, above it or below it.
      let (low, high) = (smaller(smaller(a, b), smaller(c, d)), larger(larger(a, b), larger(c, d)))
      if low.x > 0 || low.y > 0 || high.x < 0 || high.y < 0 { return }
      if let hit = ray.intersection(a, b, c) { add(0, hit) }
      if let hit = ray.intersection(c, d, a) { add(1, hit) }
    }
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
