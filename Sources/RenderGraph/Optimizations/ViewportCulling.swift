import MeshTransform

/// Culls the triangles of an item whose three corners all lie beyond the same side of the canvas or behind the eye.
///
/// Culled triangles produce no fragments, so that no bit of a picture changes; GL would clip them later.
struct ViewportCulling {
  /// Whether each triangle may be visible.
  private let isSeen: [Bool]
  /// The number of visible triangles before each block.
  private let starts: [Int]
  /// The number of visible triangles.
  package let count: Int

  /// The margin around the canvas in pixels: more than a screen tile, which may reach over the canvas's side, and the
  /// tolerance around it. So no edge of a triangle with a culled neighbor lies where edges are searched for.
  static let margin = Double(2 * ScreenTiles.side)
  /// Smallest share of culled triangles that pays for a list of the others.
  private static let leastShare = 1.0 / 16
  private static let blockSize = 8192
  private static let vertexBlockSize = 32_768

  /// Whether an edge search among the visible triangles alone pays, although the adjacency of all triangles is kept
  /// from frame to frame. Two triangles do not count: an item of two is assumed not to overlap itself, which a part of
  /// a larger item may do.
  var areFew: Bool { count > 2 && count < isSeen.count / 2 }

  /// Fails where too few triangles are culled.
  /// - `projected`: the vertices of the triangles on the canvas.
  init?(_ triangles: TriangleList, _ projected: ProjectedVertices, on canvas: PixelSize) {
    guard let sides = Self.sides(projected, canvas) else { return nil }
    let indices = triangles.indices
    let all = indices.count / 3
    var counts: [Int] = []
    isSeen = [Bool](unsafeUninitializedCapacity: all) { isSeen, filled in
      let isSeen = UnsafeMutableBufferPointer(rebasing: isSeen[..<all])
      counts = mapBlocks(all, of: Self.blockSize) { range in
        var count = 0
        for triangle in range {
          let common =
            sides[Int(indices[3 * triangle])] & sides[Int(indices[3 * triangle + 1])]
            & sides[Int(indices[3 * triangle + 2])]
          isSeen.initializeElement(at: triangle, to: common == 0)
          count += common == 0 ? 1 : 0
        }
        return count
      }
      filled = all
    }
    var next = 0
    starts = counts.map { count in
      defer { next += count }
      return next
    }
    count = next
    if Double(all - count) < max(Double(all) * Self.leastShare, 1) { return nil }
  }

  /// The values of the visible triangles.
  /// - `values`: the values of all triangles in order, as many for each.
  func kept<Value: BitwiseCopyable>(of values: [Value]) -> [Value] {
    let each = isSeen.isEmpty ? 0 : values.count / isSeen.count
    return [Value](unsafeUninitializedCapacity: each * count) { kept, filled in
      let kept = UnsafeMutableBufferPointer(rebasing: kept[..<(each * count)])
      _ = mapBlocks(isSeen.count, of: Self.blockSize) { range in
        var next = each * starts[range.lowerBound / Self.blockSize]
        for triangle in range where isSeen[triangle] {
          for place in each * triangle..<each * (triangle + 1) {
            kept.initializeElement(at: next, to: values[place])
            next += 1
          }
        }
      }
      filled = each * count
    }
  }

  /// The outcode of each vertex: a bit for each side of the canvas that the vertex certainly lies beyond, or another
  /// bit where it lies behind the eye; nil when no vertex has a bit.
  private static func sides(_ projected: ProjectedVertices, _ canvas: PixelSize) -> [UInt8]? {
    let points = projected.points
    let planes = SidePlanes(projected, canvas)
    var isAny = false
    let sides = [UInt8](unsafeUninitializedCapacity: points.count) { sides, filled in
      let sides = UnsafeMutableBufferPointer(rebasing: sides[..<points.count])
      isAny = mapBlocks(points.count, of: vertexBlockSize) { range in
        var any: UInt8 = 0
        for i in range {
          let side = planes.sides(of: points[i])
          sides.initializeElement(at: i, to: side)
          any |= side
        }
        return any != 0
      }.contains(true)
      filled = points.count
    }
    return isAny ? sides : nil
  }
}

/// The canvas's sides as linear functions of homogeneous canvas pixels: left, right, top, bottom.
private struct SidePlanes {
  /// The distances of the sides from the canvas's origin, times the sign of the coordinate that grows outward.
  private let offsets: SIMD4<Float>
  /// Bounds on the rounding errors of the functions.
  private let errors: SIMD4<Float>
  private let eyeError: Float
  /// The w up to which a vertex counts as behind the eye, as it does for the depth range of the item.
  private let eyePlane: Float

  init(_ projected: ProjectedVertices, _ canvas: PixelSize) {
    let margin = Float(ViewportCulling.margin)
    let (width, height) = (Float(canvas.width) + margin, Float(canvas.height) + margin)
    offsets = SIMD4(margin, width, margin, height)
    let e = projected.errors
    errors = SIMD4(e.x, e.x, e.y, e.y) + SIMD4(width, width, height, height) * e.w
    (eyeError, eyePlane) = (e.w, projected.eyePlane)
  }

  /// The outcode of a vertex: 1, 2, 4 and 8 beyond the sides, 16 behind the eye.
  /// - `p`: a point of ``ProjectedVertices``. Where its w is 0, it counts as inside all sides.
  @inline(__always)
  func sides(of p: SIMD4<Float>) -> UInt8 {
    // The distance within each side in pixels times w.
    let within = (offsets + SIMD4(p.x, -p.x, p.y, -p.y)) * p.w
    let bits = SIMD4<Int32>(1, 2, 4, 8).replacing(with: 0, where: within .>= -errors)
    if p.w > eyePlane { return UInt8(truncatingIfNeeded: bits.wrappedSum()) }
    return p.w < -eyePlane - eyeError ? 16 : 0
  }
}
