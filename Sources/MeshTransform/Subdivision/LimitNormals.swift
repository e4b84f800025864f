/// The normals of the Catmull-Clark limit surface at the vertices of a refined mesh.
///
/// They follow from the limit tangents, which are linear in the one-ring of a vertex, and so are exact for any mesh,
/// however coarse. Vertices away from the edges of the control mesh are regular; only along these edges the sharpness
/// is looked up.
struct LimitNormals {
  /// One for each vertex, and one for each of `copies`; in unit layer space, of unit length, on the content's front.
  private(set) var normals: [Mesh.Normal]
  /// Copies of vertices for other parts of the surface at the same position: the copied vertices.
  private(set) var copies: [UInt32] = []
  /// The face corners that use the copies.
  private(set) var moves: [(face: Int, corner: Int, vertex: UInt32)] = []

  private let adjacency: ControlAdjacency
  private let pattern: Pattern
  private var ring = OneRing()

  /// The cosine of a quarter of a degree: parts of the surface whose normals differ by more have separate vertices.
  private static var splitCosine: Double { 0.99999 }

  /// - Parameters:
  ///   - control: the faces of the control mesh, all quads.
  ///   - controlVertexCount: the number of vertices of the control mesh.
  ///   - steps: the number of steps that led to `refined`.
  init(control: [Mesh.Face], controlVertexCount: Int, steps: Int, refined: Mesh) {
    adjacency = ControlAdjacency(control, vertexCount: controlVertexCount, steps: steps)
    pattern = Pattern(steps: steps)
    normals = [Mesh.Normal](repeating: .towardViewer, count: refined.vertices.count)
    refined.vertices.withUnsafeBufferPointer { vertices in
      refined.storedFaces.newList.withUnsafeBufferPointer { faces in
        for face in control.indices { addInterior(of: face, faces, vertices) }
        if steps > 0 { for edge in 0..<adjacency.edgeCount { addEdge(edge, faces, vertices) } }
        for vertex in 0..<controlVertexCount { addCorner(vertex, faces, vertices) }
      }
    }
  }
}

// MARK: Regular vertices

extension LimitNormals {
  /// Adds the vertices inside a face of the control mesh.
  private mutating func addInterior(
    of face: Int, _ faces: UnsafeBufferPointer<Mesh.Face>, _ vertices: UnsafeBufferPointer<Mesh.Vertex>
  ) {
    let side = pattern.side
    guard side > 1 else { return }
    // Three rows of positions, each looked up once.
    var rows = (0..<3).map { _ in [RegularRing.Position](repeating: .zero, count: side + 1) }
    func load(_ y: Int, into row: inout [RegularRing.Position]) {
      for x in 0...side { row[x] = RegularRing.position(vertices[Int(pattern.vertex(face, x, y, faces))]) }
    }
    load(0, into: &rows[0])
    load(1, into: &rows[1])
    for y in 1..<side {
      load(y + 1, into: &rows[(y + 1) % 3])
      for x in 1..<side {
        let regular = RegularRing(above: rows[(y + 2) % 3], at: rows[y % 3], below: rows[(y + 1) % 3], x)
        let vertex = Int(pattern.vertex(face, x, y, faces))
        if let normal = regular.normal {
          normals[vertex] = normal
        } else {
          ring.begin(at: vertices[vertex], isCorner: false)
          for (cellX, cellY) in [(x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y)] {
            add(pattern.cell(face, cellX, cellY), UInt32(vertex), after: 0, before: 0, faces, vertices)
          }
          finish(UInt32(vertex))
        }
      }
    }
  }

  /// Adds a refined face to the one-ring of one of its corners.
  private mutating func add(
    _ face: Int, _ vertex: UInt32, after: Sharpness, before: Sharpness,
    _ faces: UnsafeBufferPointer<Mesh.Face>, _ vertices: UnsafeBufferPointer<Mesh.Vertex>
  ) {
    let corner = (0..<4).first { faces[face].indices[$0] == vertex } ?? 0
    ring.add(face: face, corner: corner, after: after, before: before, of: faces, vertices)
  }
}

// MARK: Along the edges of the control mesh

extension LimitNormals {
  /// Adds the new vertices on an edge.
  private mutating func addEdge(
    _ edge: Int, _ faces: UnsafeBufferPointer<Mesh.Face>, _ vertices: UnsafeBufferPointer<Mesh.Vertex>
  ) {
    let (corners, sharpness) = (adjacency.corners(ofEdge: edge), adjacency.sharpness[edge])
    guard let first = corners.first.map(Int.init) else { return }
    for t in 1..<pattern.side {
      let position = pattern.position(first & 3, t, 0)
      let vertex = pattern.vertex(first >> 2, position.x, position.y, faces)
      ring.begin(at: vertices[Int(vertex)], isCorner: false)
      for corner in corners.map(Int.init) {
        // Another face may have the edge in the opposite direction.
        let isSame = adjacency.cornerVertex(corner) == adjacency.cornerVertex(first)
        let along = isSame ? t : pattern.side - t
        for (cell, isAhead) in [(along - 1, false), (along, true)] {
          let small = smallFace(corner, cell, 0)
          // The refined face's side on the edge comes after the vertex or before it.
          add(
            small, vertex, after: isAhead ? sharpness : 0, before: isAhead ? 0 : sharpness, faces, vertices)
        }
      }
      finish(vertex)
    }
  }

  /// The refined face in the cell at `along` and `inward` from a corner of the control face.
  private func smallFace(_ corner: Int, _ along: Int, _ inward: Int) -> Int {
    let (a, b) = (
      pattern.position(corner & 3, along, inward), pattern.position(corner & 3, along + 1, inward + 1)
    )
    return pattern.cell(corner >> 2, min(a.x, b.x), min(a.y, b.y))
  }

  /// Adds a vertex of the control mesh.
  private mutating func addCorner(
    _ controlVertex: Int, _ faces: UnsafeBufferPointer<Mesh.Face>,
    _ vertices: UnsafeBufferPointer<Mesh.Vertex>
  ) {
    let corners = adjacency.corners(ofVertex: controlVertex)
    guard let first = corners.first.map(Int.init) else { return }
    let position = pattern.position(first & 3, 0, 0)
    let vertex = pattern.vertex(first >> 2, position.x, position.y, faces)
    ring.begin(at: vertices[Int(vertex)], isCorner: adjacency.isCorner[controlVertex])
    for corner in corners.map(Int.init) {
      // Corner 0 of a refined face is at the corner of its parent.
      ring.add(
        face: smallFace(corner, 0, 0), corner: pattern.steps > 0 ? 0 : corner & 3,
        after: adjacency.sharpness[adjacency.edge(after: corner)],
        before: adjacency.sharpness[adjacency.edge(before: corner)],
        of: faces, vertices)
    }
    finish(vertex)
  }

  /// Computes the normals of the one-ring, with copies of the vertex for differing normals.
  private mutating func finish(_ vertex: UInt32) {
    if let normal = ring.regularNormal {
      normals[Int(vertex)] = normal
      return
    }
    ring.refineUntilStable()
    var parts: [(normal: SIMD3<Double>, vertex: UInt32)] = []
    for sector in ring.sectors() {
      let normal = ring.normal(of: sector)
      guard normal != .zero || parts.isEmpty else { continue }
      var target = vertex
      if let part = parts.first(where: { ($0.normal * normal).sum() > Self.splitCosine }) {
        target = part.vertex
      } else {
        if !parts.isEmpty {
          target = UInt32(normals.count)
          normals.append(.towardViewer)
          copies.append(vertex)
        }
        parts.append((normal, target))
        if normal != .zero {
          normals[Int(target)] = Mesh.Normal(Float(normal.x), Float(normal.y), Float(normal.z))
        }
      }
      guard target != vertex else { continue }
      for k in sector.wedges { moves.append((ring.wedges[k].face, ring.wedges[k].corner, target)) }
    }
  }
}
