import MeshTransform

/// How each triangle of a sheet is drawn, and which are therefore drawn together.
struct BatchPlan {
  /// Of each triangle, its style's code; empty when all have the same.
  private let codes: [UInt8]
  /// Pixels of the canvas and beyond, by the style's code.
  private let areas: [Double]

  private static let blockSize = 8192

  /// A shader is worth its compilation where so many pixels gain from it. On two cores of llvmpipe that takes 15 ms, unless
  /// a run before has left it in the driver's cache; a pixel 65 ns of one core by mipmaps, 40 by the row, 29 by a pair and
  /// 22 by one sample.
  private static let worthwhileArea = 250_000.0

  /// Triangles that are drawn alike, neighbors in the order of indices.
  struct Batch {
    let style: TriangleStyle
    /// Of indices, three a triangle.
    let range: Range<Int>
  }

  init(_ minification: Minification, _ triangles: TriangleList) {
    guard triangles.interpolation == .triangles else {
      let filter: ContentFilter = minification.affectsFaces(of: triangles) ? .mipmapped : .single
      var areas = Array(repeating: 0.0, count: TriangleStyle.count)
      areas[TriangleStyle(filter).code] = 1
      (codes, self.areas) = ([], areas)
      return
    }
    let (indices, vertices) = (triangles.indices, triangles.vertices)
    let count = indices.count / 3
    var blocks: [[Double]] = []
    codes = [UInt8](unsafeUninitializedCapacity: count) { codes, filled in
      let codes = UnsafeMutableBufferPointer(rebasing: codes[..<count])
      blocks = mapBlocks(count, of: Self.blockSize) { range in
        var areas = Array(repeating: 0.0, count: TriangleStyle.count)
        for triangle in range {
          let (style, area) = minification.style(
            vertices[Int(indices[3 * triangle])], vertices[Int(indices[3 * triangle + 1])],
            vertices[Int(indices[3 * triangle + 2])])
          codes.initializeElement(at: triangle, to: UInt8(style))
          areas[style] += Double(area)
        }
        return areas
      }
      filled = count
    }
    areas = blocks.reduce(into: Array(repeating: 0, count: TriangleStyle.count)) { sum, block in
      for code in sum.indices { sum[code] += block[code] }
    }
  }

  private func area(_ filter: ContentFilter) -> Double {
    TriangleStyle.all.reduce(0) { $1.filter == filter ? $0 + areas[$1.code] : $0 }
  }

  /// The filter that is right for all.
  var dearest: ContentFilter {
    let dearest = ContentFilter.allCases.last { area($0) > 0 } ?? .single
    return dearest == .pair ? .row : dearest
  }

  /// By the code of a triangle's style, the one that it gets.
  private var chosen: [TriangleStyle] {
    let dearest = dearest
    // The difference is smaller, so it takes more pixels.
    let row: ContentFilter =
      dearest == .mipmapped && area(.row) > 3 * Self.worthwhileArea ? .row : dearest
    let hasPairs = area(.pair) > Self.worthwhileArea
    let hasSingles = area(.single) > Self.worthwhileArea || (hasPairs && area(row) == 0)
    return TriangleStyle.all.map { style in
      switch style.filter {
      case .mipmapped: TriangleStyle(.mipmapped)
      case .row: TriangleStyle(row)
      case .pair: hasPairs ? style : TriangleStyle(row)
      case .single: TriangleStyle(hasSingles ? .single : row)
      }
    }
  }

  /// Sorts triangles by style, those of one style keeping their order.
  func batches(sorting triangles: inout TriangleList) -> [Batch] {
    let chosen = chosen.map(\.code)
    guard codes.count == triangles.indices.count / 3 else {
      return [Batch(style: TriangleStyle(dearest), range: 0..<triangles.indices.count)]
    }
    let counts = mapBlocks(codes.count, of: Self.blockSize) { range in
      var counts = Array(repeating: 0, count: TriangleStyle.count)
      for triangle in range { counts[chosen[Int(codes[triangle])]] += 1 }
      return counts
    }
    // By block and style, where the first such triangle goes.
    var starts = counts
    var (batches, next): ([Batch], Int) = ([], 0)
    for code in 0..<TriangleStyle.count {
      let first = next
      for block in counts.indices {
        starts[block][code] = next
        next += counts[block][code]
      }
      if next > first { batches.append(Batch(style: TriangleStyle(code: code), range: 3 * first..<3 * next)) }
    }
    if batches.count > 1 { sort(&triangles, to: starts, chosen) }
    return batches
  }

  private func sort(_ triangles: inout TriangleList, to starts: [[Int]], _ chosen: [Int]) {
    let old = triangles.indices
    triangles.indices = [UInt32](unsafeUninitializedCapacity: old.count) { sorted, filled in
      let sorted = UnsafeMutableBufferPointer(rebasing: sorted[..<old.count])
      _ = mapBlocks(codes.count, of: Self.blockSize) { range in
        var places = starts[range.lowerBound / Self.blockSize]
        for triangle in range {
          let code = chosen[Int(codes[triangle])]
          let to = 3 * places[code]
          sorted.initializeElement(at: to, to: old[3 * triangle])
          sorted.initializeElement(at: to + 1, to: old[3 * triangle + 1])
          sorted.initializeElement(at: to + 2, to: old[3 * triangle + 2])
          places[code] += 1
        }
      }
      filled = old.count
    }
  }
}
