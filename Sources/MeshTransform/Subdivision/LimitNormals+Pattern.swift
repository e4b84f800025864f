extension LimitNormals {
  /// The arrangement of the refined faces of a quad after `steps` steps: rows and columns of `side`, with the quad's
  /// corner 0 at the origin and corner 1 at the end of the first row.
  ///
  /// The refined faces are in the order of ``Mesh/subdivided(steps:limit:)``: at every step one for each corner, that
  /// corner first.
  struct Pattern {
    let side: Int
    let steps: Int
    /// For each cell, row by row, the number of the refined face in the quad.
    private let cells: [UInt32]
    /// For each point, in rows of `side + 1`, the number of a refined face and its corner at the point.
    private let points: [(face: UInt32, corner: UInt32)]

    init(steps: Int) {
      (self.steps, side) = (steps, 1 << steps)
      var cells = [UInt32](repeating: 0, count: side * side)
      var points = [(face: UInt32, corner: UInt32)](repeating: (0, 0), count: (side + 1) * (side + 1))
      for face in 0..<cells.count {
        var corners = [SIMD2(0, 0), SIMD2(side, 0), SIMD2(side, side), SIMD2(0, side)]
        for step in 0..<steps {
          let i = face >> (2 * (steps - 1 - step)) & 3
          let middle = (corners[0] &+ corners[2]) / 2
          corners = [
            corners[i], (corners[i] &+ corners[(i + 1) & 3]) / 2, middle,
            (corners[i] &+ corners[(i + 3) & 3]) / 2,
          ]
        }
        let low = pointwiseMin(corners[0], corners[2])
        cells[low.y * side + low.x] = UInt32(face)
        for (i, position) in corners.enumerated() {
          points[position.y * (side + 1) + position.x] = (UInt32(face), UInt32(i))
        }
      }
      (self.cells, self.points) = (cells, points)
    }

    /// The refined face in a cell of quad `face`.
    @inline(__always)
    func cell(_ face: Int, _ x: Int, _ y: Int) -> Int { face << (2 * steps) + Int(cells[y * side + x]) }

    /// The vertex at a point of quad `face`.
    @inline(__always)
    func vertex(_ face: Int, _ x: Int, _ y: Int, _ faces: UnsafeBufferPointer<Mesh.Face>) -> UInt32 {
      let point = points[y * (side + 1) + x]
      return faces[face << (2 * steps) + Int(point.face)].indices[Int(point.corner)]
    }

    /// The point `along` steps from corner `corner` of the quad toward the next, and `inward` steps toward the previous
    /// corner.
    @inline(__always)
    func position(_ corner: Int, _ along: Int, _ inward: Int) -> (x: Int, y: Int) {
      switch corner {
      case 0: (along, inward)
      case 1: (side - inward, along)
      case 2: (side - along, side - inward)
      default: (inward, side - along)
      }
    }
  }
}
