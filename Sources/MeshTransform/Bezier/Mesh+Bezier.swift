extension Mesh {
  /// The largest number of rows, and of columns, of Bezier patches in a mesh.
  package static let bezierPatchLimit = 1000

  /// A smooth warp by sixteen control points: a bicubic tensor-product Bezier patch, as in Photoshop's warp.
  ///
  /// The corners of the content map exactly to points 0, 3, 12 and 15; the surface approaches the others. Points at
  /// even thirds give the identity.
  ///
  /// - Parameters:
  ///   - controlPoints: unit layer space with depth, four rows of four from the top left.
  ///   - rows: rows of faces; `columns` likewise.
  ///   - limit: the largest number of vertices; checked before allocation.
  /// - Throws: ``BezierPatchError``.
  public static func bezierPatch(
    controlPoints: [Point3D], rows: Int = 24, columns: Int = 24, limit: Int = vertexLimit
  ) throws(BezierPatchError) -> Mesh {
    guard rows > 0, columns > 0 else { throw .detail(rows: rows, columns: columns) }
    return try bezier(
      controlPoints, BezierLattice(rows: 1, rowSplits: [], columns: 1, columnSplits: []), rows, columns, limit
    )
  }

  /// A smooth warp by a grid of Bezier patches with shared edges: Photoshop's custom warp with splits.
  ///
  /// ``limitNormals`` are the normals of the patches; on a shared edge, the mean of both.
  ///
  /// - Parameters:
  ///   - controlPoints: unit layer space with depth, `3 * patchRows + 1` rows of `3 * patchColumns + 1` from the top
  ///     left. Every third row and column runs through the corners of patches.
  ///   - rowSplits: the positions in the content, from top to bottom, between patches: ascending, between 0 and 1, one
  ///     fewer than rows of patches; empty for even ones. `columnSplits` likewise, from left to right.
  ///   - detail: rows, and columns, of faces in each patch.
  ///   - limit: the largest number of vertices; checked before allocation.
  /// - Throws: ``BezierPatchError``.
  public static func bezierPatches(
    rows patchRows: Int, columns patchColumns: Int, controlPoints: [Point3D], rowSplits: [Double] = [],
    columnSplits: [Double] = [], detail: Int = 24, limit: Int = vertexLimit
  ) throws(BezierPatchError) -> Mesh {
    let patches = 1...bezierPatchLimit
    guard patches ~= patchRows, patches ~= patchColumns else {
      throw .patchCount(rows: patchRows, columns: patchColumns, limit: bezierPatchLimit)
    }
    guard detail > 0 else { throw .detail(rows: detail, columns: detail) }
    let lattice = try BezierLattice(
      rows: patchRows, rowSplits: rowSplits, columns: patchColumns, columnSplits: columnSplits)
    return try bezier(controlPoints, lattice, detail, detail, limit)
  }

  private static func bezier(
    _ points: [Point3D], _ lattice: BezierLattice, _ rows: Int, _ columns: Int, _ limit: Int
  ) throws(BezierPatchError) -> Mesh {
    let (patchRows, patchColumns) = (lattice.rowEdges.count - 1, lattice.columnEdges.count - 1)
    let width = 3 * patchColumns + 1
    guard points.count == (3 * patchRows + 1) * width else {
      throw .controlPointCount(points.count, rows: patchRows, columns: patchColumns)
    }
    for (i, point) in points.enumerated() where !(point.x * 0 + point.y * 0 + point.z * 0 == 0) {
      throw .nonFinite(controlPoint: i, point)
    }
    // Saturates: an overflow exceeds every limit, and the grid reports it.
    func product(_ a: Int, _ b: Int) -> Int {
      let (value, overflows) = a.multipliedReportingOverflow(by: b)
      return overflows ? .max : value
    }
    let size = GridSize(rows: product(patchRows, rows), columns: product(patchColumns, columns))
    do { try checkGrid(rows: size.rows, columns: size.columns, limit: limit) } catch { throw .mesh(error) }
    let rowsOfPatches = BezierRows(points, lattice, rows: rows, columns: columns)
    do { return try rowsOfPatches.mesh(size) } catch { throw .mesh(error) }
  }
}

/// The boundaries between patches in the content.
struct BezierLattice {
  /// Positions from 0 to 1, one more than patches.
  let rowEdges: [Double], columnEdges: [Double]

  init(rows: Int, rowSplits: [Double], columns: Int, columnSplits: [Double]) throws(BezierPatchError) {
    rowEdges = try Self.edges(rowSplits, rows, .rows)
    columnEdges = try Self.edges(columnSplits, columns, .columns)
  }

  private static func edges(
    _ splits: [Double], _ patches: Int, _ axis: BezierPatchError.Axis
  ) throws(BezierPatchError) -> [Double] {
    guard !splits.isEmpty else { return (0...patches).map { Double($0) / Double(patches) } }
    guard splits.count == patches - 1 else {
      throw .splitCount(axis, count: splits.count, patches: patches)
    }
    for (index, split) in splits.enumerated() {
      // The negated form rejects NaN as well.
      guard split > (index == 0 ? 0 : splits[index - 1]), split < 1 else {
        throw .split(axis, index: index, value: split)
      }
    }
    return [0] + splits + [1]
  }
}

extension [Double] {
  /// Linear interpolation between two edges, exact at both.
  func position(_ index: Int, _ t: Double) -> Double {
    self[index] * (1 - t) + self[index + 1] * t
  }
}
