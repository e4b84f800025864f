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

  /// - Complexity: O(V + F), for any valence of a vertex: two counting sorts find equal sides.
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
    var (low, high) = ([UInt32](), [UInt32]())
    low.reserveCapacity(count)
    high.reserveCapacity(count)
    for f in 0..<faceCount {
      let corners = corners(f)
      for c in corners {
        let next = c + 1 < corners.upperBound ? c + 1 : corners.lowerBound
        low.append(min(cornerVertices[c], cornerVertices[next]))
        high.append(max(cornerVertices[c], cornerVertices[next]))
      }
    }
    let order = Self.sorted(Self.sorted(nil, by: high, vertexCount), by: low, vertexCount)
    // Equal sides are now adjacent, each group in the order of corners. The first corner determines the number.
    var first = [UInt32](repeating: 0, count: count)
    for i in 0..<count {
      let (corner, before) = (Int(order[i]), i > 0 ? Int(order[i - 1]) : -1)
      let isEqual = before >= 0 && low[corner] == low[before] && high[corner] == high[before]
      first[corner] = isEqual ? first[before] : order[i]
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

  /// A stable counting sort of `order`, or of all indices, by their keys below `bound`.
  private static func sorted(_ order: [UInt32]?, by keys: [UInt32], _ bound: Int) -> [UInt32] {
    var starts = [UInt32](repeating: 0, count: bound + 1)
    for key in keys { starts[Int(key) + 1] += 1 }
    for i in 0..<bound { starts[i + 1] += starts[i] }
    var sorted = [UInt32](repeating: 0, count: keys.count)
    func append(_ index: UInt32) {
      let key = Int(keys[Int(index)])
      sorted[Int(starts[key])] = index
      starts[key] += 1
    }
    if let order {
      for index in order { append(index) }
    } else {
      for index in 0..<UInt32(keys.count) { append(index) }
    }
    return sorted
  }
}
