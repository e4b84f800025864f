/// The corners and edges of a mesh's faces. A corner's side runs from it to the face's next corner.
///
/// Equal neighboring indices are one corner, so a face has three corners or four.
struct EdgeTable {
  /// The vertex of each corner, face by face.
  private(set) var cornerVertices: [UInt32] = []
  /// The first corner of each face, and the end; empty if all faces are quads, whose corners are 4f ..< 4f + 4.
  private(set) var faceStarts: [UInt32] = []
  /// The edge of each corner's side. Edges are numbered in the order of the corners.
  private(set) var cornerEdges: [UInt32] = []
  /// The face's crease at each corner's side; empty when all are 0.
  private(set) var cornerCreases: [Float] = []
  private(set) var edgeCount = 0
  let faceCount: Int

  /// - Complexity: that of ``EqualSides``.
  init(_ faces: [Mesh.Face], vertexCount: Int) {
    faceCount = faces.count
    collectCorners(of: faces)
    numberEdges(vertexCount)
  }

  /// The corners of face `f`.
  @inline(__always)
  func corners(_ f: Int) -> Range<Int> {
    faceStarts.isEmpty ? 4 * f..<4 * f + 4 : Int(faceStarts[f])..<Int(faceStarts[f + 1])
  }

  private mutating func collectCorners(of faces: [Mesh.Face]) {
    let hasTriangles = faces.contains { $0.hasEqualNeighbors }
    let hasCreases = faces.contains { any($0.creases .> 0) }
    cornerVertices.reserveCapacity(4 * faces.count)
    if hasCreases { cornerCreases.reserveCapacity(4 * faces.count) }
    if hasTriangles { faceStarts.reserveCapacity(faces.count + 1) }
    for face in faces {
      if hasTriangles { faceStarts.append(UInt32(cornerVertices.count)) }
      // The side between two equal corners has no length, and its crease no effect.
      for i in 0..<4 where face.indices[i] != face.indices[(i + 1) & 3] {
        cornerVertices.append(face.indices[i])
        if hasCreases { cornerCreases.append(face.creases[i]) }
      }
    }
    if hasTriangles { faceStarts.append(UInt32(cornerVertices.count)) }
  }

  private mutating func numberEdges(_ vertexCount: Int) {
    let count = cornerVertices.count
    var nextCorners: [UInt32] = []
    if !faceStarts.isEmpty {
      nextCorners.reserveCapacity(count)
      for f in 0..<faceCount where !corners(f).isEmpty {
        let corners = corners(f)
        nextCorners += corners.dropFirst().lazy.map { UInt32($0) }
        nextCorners.append(UInt32(corners.lowerBound))
      }
    }
    let sides = EqualSides(count: count, vertexCount: vertexCount) { corner in
      let next = nextCorners.isEmpty ? corner & ~3 | (corner + 1) & 3 : Int(nextCorners[corner])
      return (cornerVertices[corner], cornerVertices[next])
    }
    // The first of an edge's corners determines its number.
    var first = [UInt32](repeating: 0, count: count)
    sides.forEachEdge { _, _, places in
      for place in places { first[sides.side(place)] = UInt32(sides.side(places.lowerBound)) }
    }
    var number = [UInt32](repeating: .max, count: count)
    cornerEdges.reserveCapacity(count)
    for side in first {
      if number[Int(side)] == .max {
        number[Int(side)] = UInt32(edgeCount)
        edgeCount += 1
      }
      cornerEdges.append(number[Int(side)])
    }
  }
}
