import MeshTransform

/// The vertices of a triangle list on the canvas, projected once. Filter selection, ordering, depth ranges and
/// edges all read these values.
package struct ProjectedVertices {
  /// x and y in canvas pixels, depth `z / w` in points, and w. Where w is 0, x, y and z are not divided.
  package let points: [SIMD4<Float>]
  /// The smallest w, and the largest magnitude of any w.
  package let leastW: Float, largestW: Float
  /// The bounds of the vertices before the eye: x and y in canvas pixels, depth in points; empty where there are none.
  package let low: SIMD3<Float>, high: SIMD3<Float>

  private static let blockSize = 32_768

  /// - `vertices`: in unit space.
  /// - `unitToCanvas`: unit space to homogeneous canvas pixels.
  package init(_ vertices: [Mesh.Vertex], _ unitToCanvas: Transform3D) {
    let matrix = FloatMatrix(unitToCanvas)
    var all = Block()
    let points = [SIMD4<Float>](unsafeUninitializedCapacity: vertices.count) { points, filled in
      let points = UnsafeMutableBufferPointer(rebasing: points[..<vertices.count])
      func project(_ range: Range<Int>) -> Block {
        var block = Block()
        for i in range {
          let point = Self.point(vertices[i], matrix)
          points.initializeElement(at: i, to: point)
          block.add(point)
        }
        return block
      }
      // A picture may have thousands of items of four vertices, which need no list of blocks.
      if vertices.count <= Self.blockSize {
        all = project(0..<vertices.count)
      } else {
        for block in mapBlocks(vertices.count, of: Self.blockSize, project) { all.add(block) }
      }
      filled = vertices.count
    }
    (self.points, leastW, largestW) = (points, all.leastW, all.largestW)
    let eyePlane = DepthRange.eyePlane * largestW
    if leastW > eyePlane {
      (low, high) = (all.low, all.high)
    } else {
      // Only vertices before the eye count.
      let blocks = mapBlocks(points.count, of: Self.blockSize) { range in
        var block = Block()
        for i in range where points[i].w > eyePlane { block.add(points[i]) }
        return block
      }
      let seen = blocks.reduce(into: Block()) { $0.add($1) }
      (low, high) = (seen.low, seen.high)
    }
  }

  @inline(__always)
  static func point(_ vertex: Mesh.Vertex, _ matrix: FloatMatrix) -> SIMD4<Float> {
    let p = matrix.apply(vertex.to)
    var point = p / (p.w == 0 ? 1 : p.w)
    point.w = p.w
    return point
  }

  /// The w up to which a vertex counts as behind the eye.
  package var eyePlane: Float { DepthRange.eyePlane * largestW }
  /// Whether all vertices lie so far before the eye that their places on the canvas are precise.
  package var arePrecise: Bool { leastW > Self.preciseW * largestW && max(high.max(), -low.min()) < 1e7 }
  /// The smallest w, as a share of the largest, of vertices whose places on the canvas are precise.
  package static var preciseW: Float { 1e-3 }
  /// Whether all vertices lie before the eye.
  package var isBeforeEye: Bool { leastW > eyePlane }

  /// The homogeneous coordinates of a vertex: x and y in canvas pixels, depth in points, all times w.
  package func homogeneous(_ index: Int) -> SIMD4<Float> {
    let point = points[index]
    var p = point * (point.w == 0 ? 1 : point.w)
    p.w = point.w
    return p
  }

  private struct Block {
    var leastW = Float.infinity, largestW: Float = 0
    var low = SIMD3<Float>(repeating: .infinity), high = SIMD3<Float>(repeating: -.infinity)

    @inline(__always)
    mutating func add(_ point: SIMD4<Float>) {
      (leastW, largestW) = (min(leastW, point.w), max(largestW, abs(point.w)))
      let place = SIMD3(point.x, point.y, point.z)
      (low, high) = (smaller(low, place), larger(high, place))
    }

    mutating func add(_ other: Block) {
      (leastW, largestW) = (min(leastW, other.leastW), max(largestW, other.largestW))
      (low, high) = (smaller(low, other.low), larger(high, other.high))
    }
  }
}
