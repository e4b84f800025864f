import MeshTransform

extension Mesh {
  /// An upper bound on the area of the faces in unit space: a quarter of the squared sides of each, since a triangle is at
  /// most half of the product of two of its sides.
  var largestArea: Double {
    let vertices = vertices
    @inline(__always) func squaredSide(_ a: Int, _ b: Int) -> Float {
      let side = SIMD4(vertices[b].to, 0) - SIMD4(vertices[a].to, 0)
      return (side * side).sum()
    }
    if let grid = GridSize(self) {
      // Most sides belong to two faces.
      let width = grid.columns + 1
      func sum(_ rows: Range<Int>) -> Double {
        rows.reduce(0) { sum, row in
          var part: Float = 0
          for index in row * width..<(row + 1) * width - 1 { part += squaredSide(index, index + 1) }
          if row < grid.rows {
            for index in row * width..<(row + 1) * width { part += squaredSide(index, index + width) }
          }
          return sum + Double(part)
        }
      }
      return mapBlocks(grid.rows + 1, of: max(1, 32_768 / width), sum).reduce(0, +) / 2
    }
    return mapBlocks(faceCount, of: 16_384) { faces in
      faces.reduce(0.0) { sum, face in
        let corners = self.faces[face].indices
        let (a, b, c, d) = (Int(corners.x), Int(corners.y), Int(corners.z), Int(corners.w))
        return sum
          + Double(squaredSide(a, b) + squaredSide(b, c) + squaredSide(c, d) + squaredSide(d, a))
      }
    }.reduce(0, +) / 4
  }
}

extension Triangulation {
  /// An upper bound on the area in canvas pixels of all triangles of a mesh together; nil where it may reach behind the eye.
  func largestArea(of mesh: Mesh) -> Double? {
    guard let (low, high) = bounds else { return nil }
    // The derivative of x / w is (dx - x / w dw) / w.
    let rows = (unitToCanvas.row(0), unitToCanvas.row(1), unitToCanvas.row(2))
    let x = SIMD3(rows.0.x, rows.1.x, rows.2.x), y = SIMD3(rows.0.y, rows.1.y, rows.2.y)
    let w = SIMD3(rows.0.w, rows.1.w, rows.2.w)
    let farthest = larger(SIMD3<Double>(high), -SIMD3<Double>(low))
    let slope =
      ((x * x).sum() + (y * y).sum()).squareRoot()
      + (farthest.x * farthest.x + farthest.y * farthest.y).squareRoot() * (w * w).sum().squareRoot()
    let area = mesh.largestArea * (slope / leastW) * (slope / leastW)
    return area.isFinite ? area : nil
  }
}
