import MeshTransform
import SceneDocument

extension OBJModel {
  /// Creates a vertex for each used pair of a position and a texture coordinate, in the order of the positions.
  /// - Parameter layerSize: in points.
  func contents(_ scanner: TextScanner, layerSize: Size) throws(DocumentError) -> (
    MeshFile.Contents, [String]
  ) {
    try checkIndices(scanner)
    let used = corners.lazy.map { SIMD3<Double>(positions[Int($0.position)]) }
    guard let map = placement.map(of: used, layerSize: layerSize) else {
      guard faces.isEmpty else { throw placement.error(name: scanner.name) }
      throw DocumentError(
        name: scanner.name, problem: "there are no faces, so nothing would be drawn; add some")
    }
    // Nearly every position has one pair; further pairs are in the table.
    var first = [Int32](repeating: Self.none, count: positions.count)
    var others: [Corner: Int] = [:]
    var counts = [Int](repeating: 0, count: positions.count)
    for corner in corners {
      let position = Int(corner.position)
      if first[position] == corner.textureCoordinate { continue }
      if first[position] == Self.none {
        first[position] = corner.textureCoordinate
      } else if others[corner] == nil {
        others[corner] = counts[position]
      } else {
        continue
      }
      counts[position] += 1
    }
    // A position without a face is kept if its texture coordinate is unambiguous.
    var dropped = 0
    for position in positions.indices where counts[position] == 0 {
      if textureCoordinates.count == positions.count {
        (first[position], counts[position]) = (Int32(position), 1)
      } else {
        dropped += 1
      }
    }
    var starts: [Int] = []
    var total = 0
    for count in counts {
      starts.append(total)
      total += count
    }
    func vertex(_ position: Int, _ coordinate: Int32) -> Mesh.Vertex {
      let to =
        placement.fit == .none ? positions[position] : SIMD3<Float>(map(SIMD3<Double>(positions[position])))
      return Mesh.Vertex(
        from: coordinate < 0 ? SIMD2(to.x, to.y) : textureCoordinates[Int(coordinate)], to: to)
    }
    var contents = MeshFile.Contents()
    contents.depthNormalization = map.depthNormalization
    contents.vertices = [Mesh.Vertex](repeating: Mesh.Vertex(from: .zero, to: .zero), count: total)
    for position in positions.indices where first[position] != Self.none {
      contents.vertices[starts[position]] = vertex(position, first[position])
    }
    for (pair, rank) in others {
      contents.vertices[starts[Int(pair.position)] + rank] = vertex(
        Int(pair.position), pair.textureCoordinate)
    }
    let division = addFaces(to: &contents.faces) { corner in
      let start = starts[Int(corner.position)]
      if first[Int(corner.position)] == corner.textureCoordinate { return UInt32(start) }
      return UInt32(start + others[corner]!)
    }
    return (contents, notes(dropped: dropped, division))
  }

  private func checkIndices(_ scanner: TextScanner) throws(DocumentError) {
    guard
      corners.contains(where: {
        $0.position >= positions.count || $0.textureCoordinate >= textureCoordinates.count
      })
    else { return }
    func check(_ index: Int32, _ count: Int, _ what: String, _ face: Int) throws(DocumentError) {
      guard index >= count else { return }
      throw scanner.error(
        at: faces[face].place,
        "the face names \(what) \(index + 1), but the file has \(count == 0 ? "none" : "\(count)")")
    }
    for face in faces.indices {
      for corner in corners[range(of: face)] {
        try check(corner.position, positions.count, "position", face)
        try check(corner.textureCoordinate, textureCoordinates.count, "texture coordinate", face)
      }
    }
  }

  /// Adds the faces with their corners in reverse order after the first, those of more than four corners in parts.
  private func addFaces(
    to list: inout [Mesh.Face], vertex: (Corner) -> UInt32
  ) -> PolygonDivision {
    var division = PolygonDivision()
    list.reserveCapacity(faces.count)
    for face in faces.indices {
      let range = range(of: face)
      func add(_ a: Int, _ b: Int, _ c: Int, _ d: Int) {
        func index(_ corner: Int) -> UInt32 { vertex(corners[range.lowerBound + corner]) }
        // A triangle is then 0, 2, 1, 1, whose second half is empty.
        list.append(
          c == d
            ? Mesh.Face(index(a), index(c), index(b), index(b))
            : Mesh.Face(index(a), index(d), index(c), index(b)))
      }
      guard range.count > 4 else {
        let isTriangle =
          range.count == 3 || corners[range.lowerBound + 3] == corners[range.lowerBound + 2]
        add(0, 1, 2, isTriangle ? 2 : 3)
        continue
      }
      division.divide(corners[range].map { SIMD3<Double>(positions[Int($0.position)]) })
      for part in division.parts { add(part.x, part.y, part.z, part.w) }
    }
    return division
  }

  private func notes(dropped: Int, _ division: PolygonDivision) -> [String] {
    var notes: [String] = []
    let names = Ignored.allCases.filter(ignored.contains).map(\.rawValue)
    if !names.isEmpty { notes.append("ignored the \(names.joined(separator: ", "))") }
    if dropped > 0 {
      notes.append("left out \(dropped == 1 ? "1 position" : "\(dropped) positions") that no face uses")
    }
    if division.fanCount > 0 {
      notes.append(
        "\(division.fanCount == 1 ? "1 face" : "\(division.fanCount) faces") of more than four corners, which cross "
          + "themselves, have no area or are too large, became fans around their first corner")
    }
    if unmapped > 0 {
      notes.append(
        "\(unmapped == 1 ? "1 face has" : "\(unmapped) faces have") no texture coordinates; the content is projected onto "
          + "\(unmapped == 1 ? "it" : "them") from the front")
    }
    return notes
  }
}
