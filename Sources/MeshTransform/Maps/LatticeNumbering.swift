/// The numbers of the vertices that a tolerance makes of a lattice, row by row.
struct LatticeNumbering {
  /// The part of a point in the hierarchy.
  enum State {
    /// Divides no triangle.
    case undivided
    /// Its triangles have no position.
    case hole
    /// A vertex, or a hole that divides triangles with positions.
    case divides
  }

  let lattice: MapLattice
  let points: [LatticeMesh.Point]
  private let errors: LatticeErrors
  private let tolerance: Float
  /// Undefined where a point is no vertex: memory that is not written takes no pages.
  private let numbers: [UInt32]

  /// Counts the vertices of a mesh, without those beside holes.
  static func count(_ errors: LatticeErrors, tolerance: Float) -> Int {
    rowStarts(errors, tolerance).last ?? 0
  }

  init(_ errors: LatticeErrors, tolerance: Float) {
    let lattice = errors.lattice
    let starts = Self.rowStarts(errors, tolerance)
    let (width, height) = (lattice.columns.positions.count, lattice.rows.positions.count)
    let count = starts[height]
    var points: [LatticeMesh.Point] = []
    numbers = [UInt32](unsafeUninitializedCapacity: width * height) { numbers, filled in
      points = [LatticeMesh.Point](unsafeUninitializedCapacity: count) { points, filled in
        // Each row has its own part of both buffers.
        nonisolated(unsafe) let (numbers, points) = (numbers, points)
        inParallel(height, grainSize: max(1, 65536 / width)) { range in
          for y in range where starts[y] < starts[y + 1] {
            var next = starts[y]
            Self.forEachVertex(errors, row: y, tolerance) { x in
              let place = y * width + x
              numbers[place] = UInt32(truncatingIfNeeded: next)
              let position = SIMD2(lattice.columns.positions[x], lattice.rows.positions[y])
              points.initializeElement(
                at: next, to: LatticeMesh.Point(position: position, value: lattice.values[place]))
              next += 1
            }
          }
        }
        filled = count
      }
      filled = width * height
    }
    (self.errors, self.tolerance) = (errors, tolerance)
    (self.lattice, self.points) = (lattice, points)
  }

  /// The state of a point that may divide a triangle.
  func state(_ place: Int) -> State {
    let error = errors.values[place]
    return error > tolerance ? .divides : error < 0 ? .hole : .undivided
  }

  /// The number of a vertex.
  func number(_ place: Int) -> UInt32 { numbers[place] }

  /// The number of vertices before each row, and of all.
  private static func rowStarts(_ errors: LatticeErrors, _ tolerance: Float) -> [Int] {
    let height = errors.lattice.rows.positions.count
    let counts = mapBlocks(height, of: 16) { range in
      range.map { y in
        var count = 0
        forEachVertex(errors, row: y, tolerance) { _ in count += 1 }
        return count
      }
    }
    return counts.joined().reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
  }

  /// Calls `body` with the column of each vertex of a row.
  @inline(__always) private static func forEachVertex(
    _ errors: LatticeErrors, row: Int, _ tolerance: Float, _ body: (Int) -> Void
  ) {
    let lattice = errors.lattice
    let width = lattice.columns.positions.count
    let start = row * width
    errors.values.withUnsafeBufferPointer { errors in
      lattice.values.withUnsafeBufferPointer { values in
        func visit(_ columns: Range<Int>) {
          for x in columns where errors[start + x] > tolerance && !values[start + x].x.isNaN { body(x) }
        }
        guard row % lattice.cell == 0 else { return visit(0..<width) }
        // The corners of the largest squares, which have no errors, are vertices.
        for corner in stride(from: 0, to: width, by: lattice.cell) {
          if !values[start + corner].x.isNaN { body(corner) }
          visit(corner + 1..<min(corner + lattice.cell, width))
        }
      }
    }
  }
}
