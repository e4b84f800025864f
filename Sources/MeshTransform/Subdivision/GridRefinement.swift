/// The fast path for grids. Catmull-Clark steps of a grid without creases, whose corners stay, are steps of the uniform
/// cubic B-spline along the rows and then along the columns (its boundaries and corners, too), so nothing need be
/// looked up but where the results belong. ``SubdivisionNet`` comes to the same, number by number, within rounding.
struct GridRefinement: Refinement {
  let size: GridSize
  let steps: Int
  /// The numbers of the net before the last step.
  private let numbers: GridNumbers

  /// - Parameter steps: 1 or more; the result has few enough vertices for their indices.
  init(_ size: GridSize, steps: Int) {
    var numbers = GridNumbers(size)
    for _ in 1..<steps { numbers.refine() }
    (self.size, self.steps, self.numbers) = (size, steps, numbers)
  }

  private var vertexCount: Int { numbers.size.vertices + numbers.size.edges + numbers.size.faces }
  /// Rows of the control net for which a thread pays: some thousand vertices.
  private var leastRows: Int { 1 + (1 << 13) * size.rows / vertexCount }

  func faces() -> [Mesh.Face] {
    [Mesh.Face](unsafeUninitializedCapacity: 4 * numbers.size.faces) { faces, count in
      inParallel(size.rows, least: leastRows) { rows in
        for row in rows.lowerBound << (steps - 1)..<rows.upperBound << (steps - 1) {
          writeFaces(ofRow: row, to: faces)
        }
      }
      count = 4 * numbers.size.faces
    }
  }

  private func writeFaces(ofRow row: Int, to faces: UnsafeMutableBufferPointer<Mesh.Face>) {
    let columns = numbers.size.columns
    let (v, e) = (UInt32(numbers.size.vertices), UInt32(numbers.size.edges))
    numbers.vertices.withUnsafeBufferPointer { vertices in
      for column in 0..<columns {
        let (upper, lower) = (row * (columns + 1) + column, (row + 1) * (columns + 1) + column)
        let face = numbers.faces[row * columns + column]
        let middle = v + e + face
        let top = v + numbers.horizontal[row * columns + column]
        let right = v + numbers.vertical[upper + 1]
        let bottom = v + numbers.horizontal[(row + 1) * columns + column]
        let left = v + numbers.vertical[upper]
        let first = numbers.firstCorner(row, column)
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
        inParallel(size.rows, least: leastRows) { rows in
          let strip = GridStrip(wide, width: width, controlRows: size.rows, steps: steps)
          for row in rows {
            strip.forEachRow(below: row) { refinedRow, row in write(refinedRow, ofRow: row, to: values) }
          }
        }
      }
      count = vertexCount
    }
  }

  /// The rows of the control net, each refined along itself.
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

  /// One step of the uniform cubic B-spline whose ends stay.
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

  /// Puts a row of the refined grid where its vertices belong.
  private func write<Value: SubdivisionValue>(
    _ line: UnsafePointer<Value>, ofRow row: Int, to values: UnsafeMutableBufferPointer<Value>
  ) {
    let (columns, old) = (numbers.size.columns, row / 2)
    let (v, e) = (numbers.size.vertices, numbers.size.edges)
    // Every other vertex comes from an element of one kind, those between from another.
    func spread(_ first: Int, _ places: [UInt32], _ start: Int, _ offset: Int, _ count: Int) {
      places.withUnsafeBufferPointer { places in
        for i in 0..<count {
          values.initializeElement(at: offset + Int(places[start + i]), to: line[first + 2 * i])
        }
      }
    }
    if row % 2 == 0 {
      spread(0, numbers.vertices, old * (columns + 1), 0, columns + 1)
      spread(1, numbers.horizontal, old * columns, v, columns)
    } else {
      spread(0, numbers.vertical, old * (columns + 1), v, columns + 1)
      spread(1, numbers.faces, old * columns, v + e, columns)
    }
  }
}
