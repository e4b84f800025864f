extension Mesh {
  /// The smallest box that contains the positions of all vertices, in unit layer space; empty where there are none.
  package var bounds: (low: SIMD3<Float>, high: SIMD3<Float>) {
    let blocks = mapBlocks(vertices.count, of: 65_536) { range in
      var (low, high) = (SIMD4<Float>(repeating: .infinity), SIMD4<Float>(repeating: -.infinity))
      withPositions { positions in
        for index in range {
          let position = positions[index]
          low.replace(with: position, where: position .< low)
          high.replace(with: position, where: position .> high)
        }
      }
      return (low: low, high: high)
    }
    var (low, high) = (SIMD4<Float>(repeating: .infinity), SIMD4<Float>(repeating: -.infinity))
    for block in blocks {
      low.replace(with: block.low, where: block.low .< low)
      high.replace(with: block.high, where: block.high .> high)
    }
    return (SIMD3(low.y, low.z, low.w), SIMD3(high.y, high.z, high.w))
  }

  /// An upper bound on the area of the faces in unit space: a quarter of the squared sides of each, since a triangle is at
  /// most half of the product of two of its sides.
  package var largestArea: Double {
    guard let grid = GridSize(self) else {
      return mapBlocks(faceCount, of: 16_384) { range in
        withPositions { positions in
          range.reduce(0.0) { sum, face in
            let corners = faces[face].indices
            let (a, b) = (positions[Int(corners.x)], positions[Int(corners.y)])
            let (c, d) = (positions[Int(corners.z)], positions[Int(corners.w)])
            let sides = (b - a) * (b - a) + (c - b) * (c - b) + (d - c) * (d - c) + (a - d) * (a - d)
            return sum + Double(sides.y + sides.z + sides.w)
          }
        }
      }.reduce(0, +) / 4
    }
    // Most sides belong to two faces.
    let width = grid.columns + 1
    return mapBlocks(grid.rows + 1, of: max(1, 32_768 / width)) { rows in
      withPositions { positions in
        rows.reduce(0.0) { sum, row in
          // The sums of the squares along each axis, of the sides to the right and down.
          var squares = SIMD4<Float>.zero
          for index in row * width..<(row + 1) * width - 1 {
            let side = positions[index + 1] - positions[index]
            squares += side * side
          }
          if row < grid.rows {
            for index in row * width..<(row + 1) * width {
              let side = positions[index + width] - positions[index]
              squares += side * side
            }
          }
          return sum + Double(squares.y + squares.z + squares.w)
        }
      }
    }.reduce(0, +) / 2
  }

  /// Calls `body` with the positions of the vertices.
  private func withPositions<Value>(_ body: (Positions) -> Value) -> Value {
    // The five packed floats of a vertex are read four at once.
    vertices.withUnsafeBytes { body(Positions(bytes: $0)) }
  }

  /// The positions of vertices, each behind the second coordinate of its content: y, z and w are those of the position.
  private struct Positions {
    let bytes: UnsafeRawBufferPointer

    @inline(__always)
    subscript(index: Int) -> SIMD4<Float> {
      bytes.loadUnaligned(
        fromByteOffset: index * MemoryLayout<Vertex>.stride + MemoryLayout<Float>.stride,
        as: SIMD4<Float>.self)
    }
  }
}
