import TestSupport

@testable import MeshTransform

/// A random net to subdivide: bent, torn, with triangles, creases and lines where more than two surfaces meet. Faces run
/// the same way round, every vertex has a face, and all values differ.
struct RandomControlMesh {
  private(set) var faces: [[UInt32]] = []
  private var vertices: [Mesh.Vertex] = []
  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    switch seed % 3 {
    case 0: addGrid()
    case 1: addCube()
    default:
      addGrid()
      addCube()
      // They touch in one vertex.
      if Bool.random(using: &random) { merge(UInt32(vertices.count - 1), into: faces[0][0]) }
    }
    if seed % 4 == 1 { addStrip() }
    if seed % 4 == 3 { addFins() }
    dropUnusedVertices()
  }

  mutating func mesh() throws -> Mesh {
    let creases: [Float] = [0.3, 0.5, 0.999, 1, 1.25, 1.7, 2, 2.6, 3, 9.99, 10, 1000]
    let some = Double.random(in: 0...0.5, using: &random)
    var quads: [Mesh.Face] = []
    for face in faces {
      // The corner that a triangle repeats, and the corner that a face begins with, do not count.
      var indices = face
      if indices.count == 3 {
        let i = Int.random(in: 0..<3, using: &random)
        indices.insert(indices[i], at: i)
      }
      let first = Int.random(in: 0..<4, using: &random)
      indices = Array(indices[first...] + indices[..<first])
      var quad = Mesh.Face(SIMD4(indices))
      for i in 0..<4 where Double.random(in: 0...1, using: &random) < some {
        quad.creases[i] = creases.randomElement(using: &random) ?? 1
      }
      quads.append(quad)
    }
    let brightness = vertices.map { _ in Float.random(in: 0...2, using: &random) }
    return try Mesh(vertices: vertices, faces: quads, brightness: brightness)
  }

  private mutating func addVertex(_ position: SIMD3<Float>) -> UInt32 {
    func away() -> Float { Float.random(in: -0.1...0.1, using: &random) }
    vertices.append(
      Mesh.Vertex(
        from: SIMD2(position.x + away(), position.y + away()), to: position + SIMD3(away(), away(), away())))
    return UInt32(vertices.count - 1)
  }

  private mutating func addGrid() {
    let rows = Int.random(in: 1...5, using: &random)
    let columns = Int.random(in: 1...5, using: &random)
    let first = UInt32(vertices.count)
    for row in 0...rows {
      for column in 0...columns {
        _ = addVertex(SIMD3(Float(column) / Float(columns), Float(row) / Float(rows), 0))
      }
    }
    for row in 0..<rows {
      for column in 0..<columns {
        let a = first + UInt32(row * (columns + 1) + column)
        let (b, c, d) = (a + 1, a + UInt32(columns) + 2, a + UInt32(columns) + 1)
        switch Int.random(in: 0..<8, using: &random) {
        case 0 where rows * columns > 1: break
        case 1: faces += [[a, b, c], [c, d, a]]
        default: faces.append([a, b, c, d])
        }
      }
    }
    if faces.isEmpty {
      faces.append([first, first + 1, first + UInt32(columns) + 2, first + UInt32(columns) + 1])
    }
  }

  /// A cube with a side of 1 or 2 faces, so that vertices have three faces or four; sometimes one face is missing.
  private mutating func addCube() {
    let n = Int.random(in: 1...2, using: &random)
    var places: [SIMD3<Int>: UInt32] = [:]
    func isOdd(_ axis: Int) -> Bool { axis % 2 == 1 }
    for axis in 0..<6 {
      for i in 0..<n {
        for j in 0..<n {
          var corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)].map { i, j in
            var place = SIMD3<Int>.zero
            place[axis / 2] = isOdd(axis) ? n : 0
            place[(axis / 2 + 1) % 3] = i
            place[(axis / 2 + 2) % 3] = j
            return place
          }
          if !isOdd(axis) { corners.reverse() }
          var face: [UInt32] = []
          for corner in corners {
            if places[corner] == nil {
              places[corner] = addVertex(
                SIMD3(2 + Float(corner.x), Float(corner.y), Float(corner.z)) / Float(n))
            }
            face.append(places[corner] ?? 0)
          }
          faces.append(face)
        }
      }
    }
    if Bool.random(using: &random) { faces.removeLast() }
  }

  private mutating func merge(_ vertex: UInt32, into other: UInt32) {
    faces = faces.map { $0.map { $0 == vertex ? other : $0 } }
  }

  /// The edges between two faces, in a fixed order.
  private var innerEdges: [[UInt32]] {
    var uses: [Set<UInt32>: Int] = [:]
    for face in faces {
      for i in 0..<face.count { uses[[face[i], face[(i + 1) % face.count]], default: 0] += 1 }
    }
    return uses.filter { $0.value == 2 }.map { $0.key.sorted() }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// A strip of faces that stands on a line of edges between two.
  private mutating func addStrip() {
    let edges = innerEdges
    guard var line = edges.randomElement(using: &random) else { return }
    while line.count < 4, let end = line.last,
      let more = edges.first(where: { $0.contains(end) && Set($0).subtracting(line).count == 1 })
    {
      line.append(more[0] == end ? more[1] : more[0])
    }
    let above = line.map { addVertex(vertices[Int($0)].to + SIMD3(0, 0, 1)) }
    for i in 1..<line.count { faces.append([line[i - 1], line[i], above[i], above[i - 1]]) }
  }

  /// A third face at some edges between two.
  private mutating func addFins() {
    for edge in innerEdges where Int.random(in: 0..<4, using: &random) == 0 {
      let (a, b) = (vertices[Int(edge[0])].to, vertices[Int(edge[1])].to)
      faces.append([edge[0], edge[1], addVertex(b + SIMD3(0, 0, 1)), addVertex(a + SIMD3(0, 0, 1))])
    }
  }

  private mutating func dropUnusedVertices() {
    let used = Set(faces.joined()).sorted()
    var places: [UInt32: UInt32] = [:]
    for (i, vertex) in used.enumerated() { places[vertex] = UInt32(i) }
    vertices = used.map { vertices[Int($0)] }
    faces = faces.map { $0.map { places[$0] ?? 0 } }
  }
}
