extension LimitNormals {
  /// A point of the content and of the surface, which subdivision averages together: from.x, from.y, to.x, to.y, to.z
  /// in lanes 0 to 4; zeros in the others.
  typealias Position = SIMD8<Double>

  /// A vertex with its one-ring of faces, separate from the mesh: a step of subdivision depends on nothing else. So it
  /// gives the ring of every later level, and the limit tangents.
  struct OneRing {
    private(set) var center = Position.zero
    /// Whether the vertex is infinitely sharp, independently of its edges.
    private(set) var isCorner = false
    private(set) var spokes: [Spoke] = []
    private(set) var wedges: [Wedge] = []
    /// Indices of spokes by their outer vertex; used for large rings.
    private var indicesByVertex: [UInt32: Int] = [:]

    /// An edge from the center.
    struct Spoke {
      let vertex: UInt32
      var end: Position
      var sharpness: Sharpness
      /// The first two wedges at the edge.
      var wedges = SIMD2<Int32>(-1, -1)
      var wedgeCount = 0

      /// Whether a sector ends here: at a boundary, a crease or a non-manifold edge.
      var isSectorBoundary: Bool { sharpness > 0 || wedgeCount != 2 }
    }

    /// One corner of a face at the vertex.
    struct Wedge {
      /// The face and its corner in the refined mesh.
      let face: Int, corner: Int
      let spokes: SIMD2<Int32>
      /// The face's opposite corner.
      var diagonal: Position
    }

    mutating func begin(at center: Mesh.Vertex, isCorner: Bool) {
      (self.center, self.isCorner) = (Position(center), isCorner)
      spokes.removeAll(keepingCapacity: true)
      wedges.removeAll(keepingCapacity: true)
      indicesByVertex.removeAll(keepingCapacity: true)
    }

    /// Adds a face's corner; `after` and `before` are the sharpness of its sides.
    mutating func add(
      face: Int, corner: Int, after: Sharpness, before: Sharpness, of faces: UnsafeBufferPointer<Mesh.Face>,
      _ vertices: UnsafeBufferPointer<Mesh.Vertex>
    ) {
      let i = faces[face].indices
      let (next, opposite) = (i[(corner + 1) & 3], i[(corner + 2) & 3])
      let wedge = Int32(wedges.count)
      let first = spoke(to: next, after, wedge, vertices)
      let second = spoke(to: i[(corner + 3) & 3], before, wedge, vertices)
      wedges.append(
        Wedge(
          face: face, corner: corner, spokes: SIMD2(Int32(first), Int32(second)),
          diagonal: Position(vertices[Int(opposite)])))
    }

    private mutating func spoke(
      to vertex: UInt32, _ sharpness: Sharpness, _ wedge: Int32, _ vertices: UnsafeBufferPointer<Mesh.Vertex>
    ) -> Int {
      let isLarge = spokes.count >= 16
      if isLarge, indicesByVertex.isEmpty {
        for (i, spoke) in spokes.enumerated() { indicesByVertex[spoke.vertex] = i }
      }
      var index = isLarge ? indicesByVertex[vertex] : spokes.firstIndex { $0.vertex == vertex }
      if index == nil {
        index = spokes.count
        if isLarge { indicesByVertex[vertex] = spokes.count }
        spokes.append(Spoke(vertex: vertex, end: Position(vertices[Int(vertex)]), sharpness: sharpness))
      }
      let found = index ?? 0
      if spokes[found].wedgeCount < 2 { spokes[found].wedges[spokes[found].wedgeCount] = wedge }
      // Both sides of a wedge are the same edge, in a face that uses a vertex twice: the ring ends there.
      spokes[found].wedgeCount += spokes[found].wedges[0] == wedge && spokes[found].wedgeCount == 1 ? 2 : 1
      return found
    }

    /// Refines the ring until every sharpness is 0 or infinite: at most ten times.
    mutating func refineUntilStable() {
      while spokes.contains(where: { $0.sharpness > 0 && $0.sharpness < .infinite }) { refine() }
    }

    /// One step of Catmull-Clark subdivision, by the rules of ``Mesh/subdivided(steps:limit:)``.
    private mutating func refine() {
      let n = Double(wedges.count)
      var sum = Position.zero
      var middles = [Position](repeating: .zero, count: spokes.count)
      for k in wedges.indices {
        let (a, b) = (Int(wedges[k].spokes[0]), Int(wedges[k].spokes[1]))
        let middle = (center + spokes[a].end + spokes[b].end + wedges[k].diagonal) * 0.25
        wedges[k].diagonal = middle
        sum += middle
        middles[a] += middle
        middles[b] += middle
      }
      for spoke in spokes { sum += spoke.end }
      let moved = movedCenter(smooth: center * ((n - 2) / n) + sum / (n * n))
      for s in spokes.indices {
        let (end, w) = (spokes[s].end, Double(min(spokes[s].sharpness, 1)))
        let sharp = (center + end) * 0.5
        spokes[s].end = sharp * w + (center + end + middles[s]) * (0.25 * (1 - w))
        spokes[s].sharpness = spokes[s].sharpness.decremented
      }
      center = moved
    }

    enum Rule { case smooth, crease, corner }

    /// The rule for the vertex, by the number of sharp edges.
    var rule: Rule { rule(spokes.reduce(0) { $0 + ($1.sharpness > 0 ? 1 : 0) }) }

    private func rule(_ sharpCount: Int) -> Rule {
      isCorner || sharpCount > 2 ? .corner : sharpCount == 2 ? .crease : .smooth
    }

    private func movedCenter(smooth: Position) -> Position {
      var (now, later, ending, endingSum) = (0, 0, 0.0, 0.0)
      var (sumNow, sumLater) = (Position.zero, Position.zero)
      for spoke in spokes where spoke.sharpness > 0 {
        now += 1
        sumNow += spoke.end
        if spoke.sharpness.decremented > 0 {
          later += 1
          sumLater += spoke.end
        } else {
          ending += 1
          endingSum += Double(spoke.sharpness)
        }
      }
      func value(_ rule: Rule, _ sum: Position) -> Position {
        switch rule {
        case .smooth: smooth
        case .crease: center * 0.75 + sum * 0.125
        case .corner: center
        }
      }
      let sharp = value(rule(now), sumNow)
      guard ending > 0, rule(now) != rule(later) else { return sharp }
      let weight = min(endingSum / ending, 1)
      return sharp * weight + value(rule(later), sumLater) * (1 - weight)
    }
  }
}

extension LimitNormals.Position {
  @inline(__always)
  init(_ vertex: Mesh.Vertex) {
    self.init(
      Double(vertex.fromX), Double(vertex.fromY), Double(vertex.toX), Double(vertex.toY), Double(vertex.toZ),
      0,
      0, 0)
  }
}
