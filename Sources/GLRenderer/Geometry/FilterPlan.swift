import MeshTransform

/// Which filter each triangle of a sheet needs, and what that leads to.
struct FilterPlan {
  /// Of each triangle; empty when all have the same.
  private let filters: [ContentFilter]
  /// Pixels of the canvas and beyond, by filter.
  private var areas: SIMD4<Double>

  private static let blockSize = 8192

  /// A filter is told apart where so many pixels gain from it: fewer do not repay its shader's compilation. On two cores
  /// of llvmpipe that takes 15 ms, a pixel 65 ns of one core by the dearest filter, 40 by the second and 25 by the
  /// first.
  private static let worthwhileArea = 500_000.0

  init(_ minification: Minification, _ triangles: TriangleList) {
    guard triangles.interpolation == .triangles else {
      let filter: ContentFilter = minification.affectsFaces(of: triangles) ? .mipmapped : .single
      (filters, areas) = ([], .zero)
      areas[Int(filter.rawValue)] = 1
      return
    }
    let (indices, vertices) = (triangles.indices, triangles.vertices)
    let count = indices.count / 3
    var blocks: [SIMD4<Double>] = []
    filters = [ContentFilter](unsafeUninitializedCapacity: count) { filters, filled in
      let filters = UnsafeMutableBufferPointer(rebasing: filters[..<count])
      blocks = mapBlocks(count, of: Self.blockSize) { range in
        var areas = SIMD4<Double>.zero
        for triangle in range {
          let (filter, area) = minification.filter(
            vertices[Int(indices[3 * triangle])], vertices[Int(indices[3 * triangle + 1])],
            vertices[Int(indices[3 * triangle + 2])])
          filters.initializeElement(at: triangle, to: filter)
          areas[Int(filter.rawValue)] += Double(area)
        }
        return areas
      }
      filled = count
    }
    areas = blocks.reduce(.zero, +)
  }

  /// The filter that is right for all.
  var dearest: ContentFilter { ContentFilter.allCases.last { areas[Int($0.rawValue)] > 0 } ?? .single }

  /// By the filter that a triangle needs, the one that it gets.
  private var chosen: [ContentFilter] {
    var chosen = Array(repeating: dearest, count: ContentFilter.allCases.count)
    // The difference is smaller, so it takes more pixels.
    if dearest == .mipmapped, areas[Int(ContentFilter.row.rawValue)] > 3 * Self.worthwhileArea {
      chosen[Int(ContentFilter.row.rawValue)] = .row
    }
    if areas[Int(ContentFilter.single.rawValue)] > Self.worthwhileArea {
      chosen[Int(ContentFilter.single.rawValue)] = .single
    }
    return chosen
  }

  /// Sorts triangles by filter, those of one filter keeping their order.
  func batches(sorting triangles: inout TriangleList) -> [ContentFilter.Batch] {
    let chosen = chosen
    let whole = [ContentFilter.Batch(filter: dearest, range: 0..<triangles.indices.count)]
    guard filters.count == triangles.indices.count / 3, Set(chosen).count > 1 else { return whole }
    let places = chosen.map { Int($0.rawValue) }
    let counts = mapBlocks(filters.count, of: Self.blockSize) { range in
      var counts = SIMD4<Int>.zero
      for triangle in range { counts[places[Int(filters[triangle].rawValue)]] += 1 }
      return counts
    }
    let totals = counts.reduce(SIMD4<Int>.zero) { $0 &+ $1 }
    var next = SIMD4(0, totals.x, totals.x + totals.y, 0)
    let starts = counts.map { count in
      defer { next = next &+ count }
      return next
    }
    let old = triangles.indices
    triangles.indices = [UInt32](unsafeUninitializedCapacity: old.count) { sorted, filled in
      let sorted = UnsafeMutableBufferPointer(rebasing: sorted[..<old.count])
      _ = mapBlocks(filters.count, of: Self.blockSize) { range in
        var place = starts[range.lowerBound / Self.blockSize]
        for triangle in range {
          let filter = places[Int(filters[triangle].rawValue)]
          let to = 3 * place[filter]
          sorted.initializeElement(at: to, to: old[3 * triangle])
          sorted.initializeElement(at: to + 1, to: old[3 * triangle + 1])
          sorted.initializeElement(at: to + 2, to: old[3 * triangle + 2])
          place[filter] += 1
        }
      }
      filled = old.count
    }
    var batches: [ContentFilter.Batch] = []
    var start = 0
    for filter in ContentFilter.allCases where totals[Int(filter.rawValue)] > 0 {
      let end = start + 3 * totals[Int(filter.rawValue)]
      batches.append(ContentFilter.Batch(filter: filter, range: start..<end))
      start = end
    }
    return batches
  }
}
