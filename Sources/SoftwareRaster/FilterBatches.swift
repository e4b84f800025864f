import MeshTransform
import RenderGraph

/// Selects the batch key of each triangle of an item, and groups triangles of one key into batches.
struct BatchSelection {
  /// The code of each triangle's batch key; empty when all have the same.
  private let codes: [UInt8]
  /// The area of each batch key's triangles in canvas pixels, including parts beyond the canvas; indexed by code.
  private let areas: [Double]

  private static let blockSize = 8192

  /// Smallest area in pixels for which another shader is compiled: compilation takes as long as half a million pixels of
  /// one tap, unless the driver's cache holds the shader from an earlier run.
  private static let worthwhileArea = 250_000.0

  /// - `projected`: the vertices of the triangles on the canvas.
  /// - `canvasArea`: the pixels of the target; nil where they are unknown.
  init(
    _ minification: FilterSelection, _ triangles: TriangleList, _ projected: ProjectedVertices,
    canvasArea: Int? = nil
  ) {
    guard triangles.interpolation == .triangles else {
      let filter: TextureFilter = minification.affectsFaces(of: triangles, projected) ? .mipmapped : .oneTap
      (codes, areas) = ([], Self.areas(filter))
      return
    }
    if let canvasArea, Double(canvasArea) <= 2 * Self.worthwhileArea,
      minification.area(of: triangles, projected) <= Self.worthwhileArea
    {
      // No filter is worth a batch of its own, so that the areas by filter decide nothing.
      (codes, areas) = ([], Self.areas(minification.mostExpensive(triangles, projected)))
      return
    }
    let (indices, vertices, points) = (triangles.indices, triangles.vertices, projected.points)
    let count = indices.count / 3
    var blocks: [[Double]] = []
    codes = [UInt8](unsafeUninitializedCapacity: count) { codes, filled in
      let codes = UnsafeMutableBufferPointer(rebasing: codes[..<count])
      blocks = mapBlocks(count, of: Self.blockSize) { range in
        var areas = Array(repeating: 0.0, count: BatchKey.count)
        for triangle in range {
          let corners = (
            Int(indices[3 * triangle]), Int(indices[3 * triangle + 1]), Int(indices[3 * triangle + 2])
          )
          let (code, area) = minification.batchCode(
            (points[corners.0], points[corners.1], points[corners.2]),
            (vertices[corners.0].from, vertices[corners.1].from, vertices[corners.2].from))
          codes.initializeElement(at: triangle, to: UInt8(code))
          areas[code] += Double(area)
        }
        return areas
      }
      filled = count
    }
    areas = (0..<BatchKey.count).map { code in blocks.reduce(0) { $0 + $1[code] } }
  }

  /// The areas where all triangles have one filter.
  private static func areas(_ filter: TextureFilter) -> [Double] {
    BatchKey.all.map { $0 == BatchKey(filter) ? 1 : 0 }
  }

  private func area(_ filter: TextureFilter) -> Double {
    BatchKey.all.reduce(0) { $1.filter == filter ? $0 + areas[$1.code] : $0 }
  }

  /// The filter that is right for all triangles.
  var mostExpensive: TextureFilter {
    let mostExpensive = TextureFilter.allCases.last { area($0) > 0 } ?? .oneTap
    return mostExpensive == .twoTaps ? .anisotropic : mostExpensive
  }

  /// The batch key with which triangles are drawn, indexed by the code of the key that they need.
  private var chosen: [BatchKey] {
    let filters = filters
    return BatchKey.all.map { BatchKey(filters[Int($0.filter.rawValue)], direction: $0.direction) }
  }

  /// The filter with which triangles are drawn, indexed by the filter that they need.
  private var filters: [TextureFilter] {
    let mostExpensive = TextureFilter.allCases.last { area($0) > 0 } ?? .oneTap
    // The anisotropic filter saves less a pixel than one or two taps, so it takes more pixels.
    let anisotropic: TextureFilter =
      mostExpensive == .mipmapped && area(.anisotropic) <= 3 * Self.worthwhileArea ? .mipmapped : .anisotropic
    let twoTaps = area(.twoTaps) > Self.worthwhileArea ? .twoTaps : anisotropic
    let isLoose =
      area(.oneTap) > Self.worthwhileArea || mostExpensive == .oneTap
      || (twoTaps == .twoTaps && mostExpensive == .twoTaps)
    return [isLoose ? .oneTap : anisotropic, twoTaps, anisotropic, .mipmapped]
  }

  /// Sorts the triangles by batch key, keeping the order within each, and returns a draw call for each key.
  func drawCalls(sorting triangles: inout TriangleList) -> [DrawCall] {
    let chosen = chosen.map(\.code)
    guard codes.count == triangles.indices.count / 3 else {
      return [DrawCall(key: BatchKey(mostExpensive), indices: 0..<triangles.indices.count)]
    }
    let counts = mapBlocks(codes.count, of: Self.blockSize) { range in
      var counts = Array(repeating: 0, count: BatchKey.count)
      for triangle in range { counts[chosen[Int(codes[triangle])]] += 1 }
      return counts
    }
    // The place of the first triangle of each batch key, by block.
    var starts = counts
    var (calls, next): ([DrawCall], Int) = ([], 0)
    for code in 0..<BatchKey.count {
      let first = next
      for block in counts.indices {
        starts[block][code] = next
        next += counts[block][code]
      }
      if next > first { calls.append(DrawCall(key: BatchKey(code: code), indices: 3 * first..<3 * next)) }
    }
    if calls.count > 1 { sort(&triangles, to: starts, chosen) }
    return calls
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

/// Divides the triangles of an opaque bent item into batches, each with the cheapest filter that is right for it. The
/// bound: see ``FilterSelection``.
package struct FilterBatches: GraphPass {
  package var name: String { "filterSelection" }
  package var readsVertices: Bool { true }

  package init() {}

  package func apply(to graph: inout RenderGraph, for device: DeviceProfile) {
    for command in graph.commands {
      // Only depth orders the triangles of an opaque bent item; elsewhere their order matters.
      guard case .mesh = command.item.shape, command.footprint == nil, !command.item.isFlat,
        command.item.magnification == .linear, let filters = command.item.filterSelection
      else { continue }
      let selection = BatchSelection(
        filters, command.triangulation.list, command.projected, canvasArea: command.item.canvas?.area)
      command.filter = selection.mostExpensive
      // The triangles as they were classified, also where they have been sorted before.
      var triangles = command.triangulation.list
      command.calls = selection.drawCalls(sorting: &triangles)
      command.triangles = triangles
    }
  }
}
