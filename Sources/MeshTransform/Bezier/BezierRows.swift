/// Evaluates a grid of Bezier patches, vertex row by vertex row, on several threads for large grids.
struct BezierRows {
  private let controlPoints: [Point3D]
  /// Rows and columns of patches, and of faces in each.
  private let patchRows: Int, patchColumns: Int, rows: Int, columns: Int
  /// The bases along a patch's columns and rows.
  private let across: [CubicBasis], down: [CubicBasis]
  /// Content points of all vertex columns and rows.
  private let fromXs: [Float], fromYs: [Float]

  /// Fewest vertices for which a thread pays.
  private static let grainSize = 4096

  /// - `controlPoints`: `3 * patchRows + 1` rows of `3 * patchColumns + 1`, finite.
  /// - `rows`: rows of faces in each patch; `columns` likewise.
  init(_ controlPoints: [Point3D], _ lattice: BezierLattice, rows: Int, columns: Int) {
    (self.controlPoints, self.rows, self.columns) = (controlPoints, rows, columns)
    (patchRows, patchColumns) = (lattice.rowEdges.count - 1, lattice.columnEdges.count - 1)
    across = (0...columns).map { CubicBasis(Double($0) / Double(columns)) }
    down = (0...rows).map { CubicBasis(Double($0) / Double(rows)) }
    func places(_ edges: [Double], _ count: Int) -> [Float] {
      (0...(edges.count - 1) * count).map { index in
        let patch = min(index / count, edges.count - 2)
        return Float(edges.position(patch, Double(index - patch * count) / Double(count)))
      }
    }
    (fromXs, fromYs) = (places(lattice.columnEdges, columns), places(lattice.rowEdges, rows))
  }

  /// - `size`: the faces of all patches.
  /// - Throws: ``MeshError/nonFinite(vertex:_:)``.
  func mesh(_ size: GridSize) throws(MeshError) -> Mesh {
    let width = size.columns + 1
    let count = width * (size.rows + 1)
    var normals = [Mesh.Normal](repeating: Mesh.Normal(0, 0, 0), count: count)
    let vertices = normals.withUnsafeMutableBufferPointer { normals in
      // Each row of vertices and of normals is written by one thread.
      nonisolated(unsafe) let normals = normals
      return [Mesh.Vertex](unsafeUninitializedCapacity: count) { vertices, initialized in
        nonisolated(unsafe) let vertices = vertices
        inParallel(size.rows + 1, grainSize: max(1, Self.grainSize / width)) { some in
          var patches = PatchRows(self)
          for row in some {
            let range = row * width..<(row + 1) * width
            let rowNormals = UnsafeMutableBufferPointer(rebasing: normals[range])
            let (above, own) = patches.lines(row)
            if let above { add(above, to: rowNormals) }
            add(own, to: rowNormals)
            fill(UnsafeMutableBufferPointer(rebasing: vertices[range]), row, own)
          }
        }
        initialized = count
      }
    }
    if let index = vertices.firstIndex(where: { !$0.isFinite }) {
      throw .nonFinite(vertex: index, vertices[index])
    }
    var mesh = Mesh(
      unchecked: vertices, .grid(rows: size.rows, columns: size.columns), depthNormalization: .average)
    mesh.limitNormals = normals
    return mesh
  }

  /// A row of vertices in a row of patches.
  private struct PatchLine {
    let patches: [BicubicPatch]
    /// The row of vertices in these patches.
    let row: Int
  }

  /// Makes rows of patches as they are needed: at most two at a time.
  private struct PatchRows {
    private let all: BezierRows
    private var (above, current): ([BicubicPatch], [BicubicPatch]) = ([], [])
    private var currentRow = -1

    init(_ all: BezierRows) { self.all = all }

    /// The place of a row of vertices in its row of patches, and on a shared edge in the one above.
    mutating func lines(_ row: Int) -> (above: PatchLine?, own: PatchLine) {
      let patchRow = min(row / all.rows, all.patchRows - 1)
      let inPatch = row - patchRow * all.rows
      if patchRow != currentRow {
        above = patchRow == currentRow + 1 ? current : []
        (current, currentRow) = (all.patches(inRow: patchRow), patchRow)
      }
      let own = PatchLine(patches: current, row: inPatch)
      guard inPatch == 0, patchRow > 0 else { return (nil, own) }
      if above.isEmpty { above = all.patches(inRow: patchRow - 1) }
      return (PatchLine(patches: above, row: all.rows), own)
    }
  }

  private func patches(inRow row: Int) -> [BicubicPatch] {
    let width = 3 * patchColumns + 1
    return (0..<patchColumns).map { column in
      BicubicPatch { controlPoints[(3 * row + $0) * width + 3 * column + $1] }
    }
  }

  /// Makes a row of vertices.
  private func fill(_ vertices: UnsafeMutableBufferPointer<Mesh.Vertex>, _ row: Int, _ line: PatchLine) {
    for (number, patch) in line.patches.enumerated() {
      let curve = patch.line(down[line.row])
      let first = number * columns
      for column in 0..<(number == patchColumns - 1 ? columns + 1 : columns) {
        let point = curve.point(across[column])
        vertices.initializeElement(
          at: first + column,
          to: Mesh.Vertex(
            from: SIMD2(fromXs[first + column], fromYs[row]),
            to: SIMD3(Float(point.x), Float(point.y), Float(point.z))))
      }
    }
  }

  /// Adds the normals of a row of patches; on a shared edge each patch adds its own.
  private func add(_ line: PatchLine, to normals: UnsafeMutableBufferPointer<Mesh.Normal>) {
    for (number, patch) in line.patches.enumerated() {
      let curve = patch.line(down[line.row])
      for column in 0...columns {
        guard
          let normal = curve.normal(across[column])
            ?? patch.limitNormal(Double(column) / Double(columns), Double(line.row) / Double(rows))
        else { continue }
        let index = number * columns + column
        normals[index].x += normal.x
        normals[index].y += normal.y
        normals[index].z += normal.z
      }
    }
  }
}
