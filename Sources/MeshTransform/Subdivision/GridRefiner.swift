/// A fast refiner for grids. Catmull-Clark steps of a grid without creases and with sharp corners are steps of the
/// uniform cubic B-spline along the rows and then along the columns (also on its boundary), so only the positions of
/// the results are looked up. ``TopologyLevel`` gives the same values up to rounding, in the same order.
struct GridRefiner: Refiner {
  let size: GridSize
  let steps: Int
  /// The numbers before the last step.
  private let numbering: GridNumbering

  /// - Parameter steps: 1 or more, for a result within 32-bit indices.
  init(_ size: GridSize, steps: Int) {
    var numbering = GridNumbering(size)
    for _ in 1..<steps { numbering.refine() }
    (self.size, self.steps, self.numbering) = (size, steps, numbering)
  }

  private var vertexCount: Int { numbering.size.vertices + numbering.size.edges + numbering.size.faces }
  /// The number of rows of the control mesh for which a thread pays: several thousand vertices.
  private var minRowCount: Int { 1 + (1 << 13) * size.rows / vertexCount }

  func faces() -> Mesh.FaceStorage { .subdivided(SubdividedGridFaces(size, steps: steps)) }

  func faceList() -> [Mesh.Face] {
    [Mesh.Face](unsafeUninitializedCapacity: 4 * numbering.size.faces) { faces, count in
      inParallel(size.rows, grainSize: minRowCount) { rows in
        for row in rows.lowerBound << (steps - 1)..<rows.upperBound << (steps - 1) {
          writeFaces(ofRow: row, to: faces)
        }
      }
      count = 4 * numbering.size.faces
    }
  }

  private func writeFaces(ofRow row: Int, to faces: UnsafeMutableBufferPointer<Mesh.Face>) {
    let columns = numbering.size.columns
    let (v, e) = (UInt32(numbering.size.vertices), UInt32(numbering.size.edges))
    numbering.vertices.withUnsafeBufferPointer { vertices in
      for column in 0..<columns {
        let (upper, lower) = (row * (columns + 1) + column, (row + 1) * (columns + 1) + column)
        let face = numbering.faces[row * columns + column]
        let middle = v + e + face
        let top = v + numbering.horizontal[row * columns + column]
        let right = v + numbering.vertical[upper + 1]
        let bottom = v + numbering.horizontal[(row + 1) * columns + column]
        let left = v + numbering.vertical[upper]
        let first = numbering.firstCorner(row, column)
        func write(_ corner: Int, _ a: UInt32, _ b: UInt32, _ d: UInt32) {
          let child = 4 * Int(face) + (corner - first) & 3
          faces.initializeElement(at: child, to: Mesh.Face(a, b, middle, d))
        }
        write(0, vertices[upper], top, left)
        write(1, vertices[upper + 1], right, top)
        write(2, vertices[lower + 1], bottom, right)
        write(3, vertices[lower], left, bottom)
      }
    }
  }

  func values<Value: SubdivisionValue>(_ control: [Value]) -> [Value] {
    let width = size.columns << steps + 1
    let wide = widened(control, width)
    return [Value](unsafeUninitializedCapacity: vertexCount) { values, count in
      wide.withUnsafeBufferPointer { wide in
        inParallel(size.rows, grainSize: minRowCount) { rows in
          let refiner = GridRowRefiner(wide, width: width, controlRows: size.rows, steps: steps)
          for row in rows {
            refiner.forEachRow(below: row) { refinedRow, row in write(refinedRow, ofRow: row, to: values) }
          }
        }
      }
      count = vertexCount
    }
  }

  /// The rows of the control mesh, each refined along itself.
  private func widened<Value: SubdivisionValue>(_ control: [Value], _ width: Int) -> [Value] {
    var wide: [Value] = []
    wide.reserveCapacity((size.rows + 1) * width)
    for row in 0...size.rows {
      var line = Array(control[row * (size.columns + 1)..<(row + 1) * (size.columns + 1)])
      for _ in 0..<steps { line = Self.refinedLine(line) }
      wide += line
    }
    return wide
  }

  /// One step of the uniform cubic B-spline with fixed ends.
  private static func refinedLine<Value: SubdivisionValue>(_ line: [Value]) -> [Value] {
    var refined: [Value] = []
    refined.reserveCapacity(2 * line.count - 1)
    for i in line.indices {
      let isEnd = i == 0 || i == line.count - 1
      refined.append(isEnd ? line[i] : line[i - 1] * 0.125 + line[i] * 0.75 + line[i + 1] * 0.125)
      if i + 1 < line.count { refined.append(line[i] * 0.5 + line[i + 1] * 0.5) }
    }
    return refined
  }

  /// Writes a row of the refined grid to the positions of its vertices.
  private func write<Value: SubdivisionValue>(
    _ line: UnsafePointer<Value>, ofRow row: Int, to values: UnsafeMutableBufferPointer<Value>
  ) {
    let (columns, old) = (numbering.size.columns, row / 2)
    let (v, e) = (numbering.size.vertices, numbering.size.edges)
    // Elements of two kinds alternate along a row.
    func spread(_ first: Int, _ slots: [UInt32], _ start: Int, _ offset: Int, _ count: Int) {
      slots.withUnsafeBufferPointer { slots in
        for i in 0..<count {
          values.initializeElement(at: offset + Int(slots[start + i]), to: line[first + 2 * i])
        }
      }
    }
    if row % 2 == 0 {
      spread(0, numbering.vertices, old * (columns + 1), 0, columns + 1)
      spread(1, numbering.horizontal, old * columns, v, columns)
    } else {
      spread(0, numbering.vertical, old * (columns + 1), v, columns + 1)
      spread(1, numbering.faces, old * columns, v + e, columns)
    }
  }
}
