import Testing

@testable import MeshTransform

/// Our refinement beside OpenSubdiv's own, live. `make opensubdiv` runs this.
@Suite(.enabled(if: OpenSubdiv.program != nil, "make opensubdiv builds what this compares with"))
struct OpenSubdivTests {
  @Test(arguments: 0..<60 as Range<UInt64>)
  func refinesRandomMeshesAlike(seed: UInt64) throws {
    var net = RandomControlMesh(seed: seed)
    let mesh = try net.mesh()
    for steps in 1...3 {
      let refined = try mesh.subdivided(steps: steps)
      let reference = try OpenSubdiv(mesh, steps: steps)
      let match = try Match(refined, reference)
      #expect(match.worst < 1e-5, "seed \(seed), \(steps) steps")
      // The same surface, not only the same points.
      let faces = refined.faces.map { face in Set((0..<4).map { match.places[Int(face.indices[$0])] }) }
      #expect(Set(faces) == Set(reference.faces.map { Set($0) }), "seed \(seed), \(steps) steps")
    }
  }

  /// For each of our vertices, the reference's vertex that is nearest in all six numbers.
  struct Match {
    private(set) var places: [Int] = []
    private(set) var worst: Float = 0

    init(_ mesh: Mesh, _ reference: OpenSubdiv) throws {
      try #require(mesh.vertices.count == reference.values.count)
      try #require(mesh.brightness.count == mesh.vertices.count)
      let sorted = reference.values.enumerated().sorted { $0.element[0] < $1.element[0] }
      for (vertex, brightness) in zip(mesh.vertices, mesh.brightness) {
        let values = [vertex.fromX, vertex.fromY, vertex.toX, vertex.toY, vertex.toZ, brightness]
        // Candidates lie in a window of the first number.
        var (low, high) = (0, sorted.count)
        while low < high {
          let middle = (low + high) / 2
          if sorted[middle].element[0] < values[0] - 1e-4 { low = middle + 1 } else { high = middle }
        }
        var nearest = (place: 0, distance: Float.infinity)
        for (place, other) in sorted[low...] {
          if other[0] > values[0] + 1e-4 { break }
          let distance = (0..<6).reduce(Float(0)) { max($0, abs(values[$1] - other[$1])) }
          if distance < nearest.distance { nearest = (place, distance) }
        }
        places.append(nearest.place)
        worst = max(worst, nearest.distance)
      }
      #expect(Set(places).count == places.count, "two vertices are nearest to one")
    }
  }
}
