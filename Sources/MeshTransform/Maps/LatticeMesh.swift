/// The triangles that a tolerance leaves undivided.
///
/// Two such triangles with a common longest side are a face with this side as its diagonal. A triangle at the border or
/// beside a smaller one is a face of its own.
struct LatticeMesh {
  /// A point on the map: its position in pixels of the map, and the map's value there in pixels of the measure.
  struct Point {
    var position: SIMD2<Float>, value: SIMD2<Float>
  }

  let points: [Point]
  let faces: [Mesh.Face]

  /// - Parameter numbering: of the points of the lattice; its tolerance counts.
  init(_ numbering: LatticeNumbering) {
    let lattice = numbering.lattice
    let across = (lattice.columns.positions.count - 1) / lattice.cell
    let down = (lattice.rows.positions.count - 1) / lattice.cell
    let parts = mapBlocks(across * down, of: 1) { range in
      var triangles = LatticeTriangles(numbering)
      for square in range { triangles.add(square: square % across, square / across) }
      return triangles
    }
    var points = numbering.points
    var faces: [Mesh.Face] = []
    points.reserveCapacity(points.count + parts.reduce(0) { $0 + $1.added.count })
    faces.reserveCapacity(parts.reduce(0) { $0 + $1.faces.count })
    for part in parts {
      // Added points have the numbers from that of the first state on until their place is known.
      let offset = UInt32(clamping: points.count)
      faces += part.added.isEmpty ? part.faces : part.faces.map { $0.movingAdded(to: offset) }
      points += part.added
    }
    (self.points, self.faces) = (points, faces)
  }
}
