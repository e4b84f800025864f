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
  /// - `unitToCanvas`: unit space to homogeneous canvas pixels.
  init?(_ triangles: TriangleList, _ unitToCanvas: Transform3D, on canvas: PixelSize) {
    guard let sides = Self.sides(triangles.vertices, unitToCanvas, canvas) else { return nil }
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
  private static func sides(_ vertices: [Mesh.Vertex], _ unitToCanvas: Transform3D, _ canvas: PixelSize)
    -> [UInt8]?
  {
    let matrix = FloatMatrix(unitToCanvas)
    let farthest = mapBlocks(vertices.count, of: vertexBlockSize) { range in
      range.reduce(Float(0)) { max($0, abs(matrix.apply(vertices[$1].to).w)) }
    }
    let planes = SidePlanes(unitToCanvas, canvas)
    // Vertices nearer than this count as behind the eye, as they do for the depth range of the item.
    let eyePlane = DepthRange.eyePlane * (farthest.max() ?? 0)
    var isAny = false
    let sides = [UInt8](unsafeUninitializedCapacity: vertices.count) { sides, filled in
      let sides = UnsafeMutableBufferPointer(rebasing: sides[..<vertices.count])
      isAny = mapBlocks(vertices.count, of: vertexBlockSize) { range in
        var any: UInt8 = 0
        for i in range {
          let w = matrix.apply(vertices[i].to).w
          let side = planes.sides(of: vertices[i].to, w: w, eyePlane: eyePlane)
          sides.initializeElement(at: i, to: side)
          any |= side
        }
        return any != 0
      }.contains(true)
      filled = vertices.count
    }
    return isAny ? sides : nil
  }
}

/// The canvas's sides as linear functions of unit space: left, right, top, bottom.
private struct SidePlanes {
  /// Rows of the functions that give the distance within each side and its margin, in pixels times w.
  private let rows: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
  /// Rows of a bound on the rounding error, here and in GL: the absolute values of the terms times ``precision``.
  private let errors: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
  /// The row of the same bound for w.
  private let eyeErrors: SIMD4<Float>

  /// Relative error of sums of four products of rounded numbers, once here and once in GL: 2^-24 for each step.
  private static let precision = 0x1p-20

  init(_ m: Transform3D, _ canvas: PixelSize) {
    let margin = ViewportCulling.margin
    let (width, height) = (Double(canvas.width) + margin, Double(canvas.height) + margin)
    func row(_ r: SIMD4<Double>) -> SIMD4<Float> {
      SIMD4<Float>(
        SIMD4(r.x + margin * r.w, width * r.w - r.x, r.y + margin * r.w, height * r.w - r.y))
    }
    func error(_ r: SIMD4<Double>) -> SIMD4<Float> {
      let (x, y) = (abs(r.x) + width * abs(r.w), abs(r.y) + height * abs(r.w))
      return SIMD4<Float>(SIMD4(x, x, y, y) * Self.precision)
    }
    rows = (row(m.row(0)), row(m.row(1)), row(m.row(2)), row(m.row(3)))
    errors = (error(m.row(0)), error(m.row(1)), error(m.row(2)), error(m.row(3)))
    let w = SIMD4(abs(m.row(0).w), abs(m.row(1).w), abs(m.row(2).w), abs(m.row(3).w))
    eyeErrors = SIMD4<Float>(w * Self.precision)
  }

  /// The outcode of a point: 1, 2, 4 and 8 beyond the sides, 16 behind the eye.
  /// - `w`: the w of the point on the canvas.
  @inline(__always)
  func sides(of p: SIMD3<Float>, w: Float, eyePlane: Float) -> UInt8 {
    let (x, y, z) = (abs(p.x), abs(p.y), abs(p.z))
    let within = rows.0 * p.x + rows.1 * p.y + rows.2 * p.z + rows.3
    let error = errors.0 * x + errors.1 * y + errors.2 * z + errors.3
    let bits = SIMD4<Int32>(1, 2, 4, 8).replacing(with: 0, where: within .>= -error)
    if w > eyePlane { return UInt8(truncatingIfNeeded: bits.wrappedSum()) }
    let eyeError = eyeErrors.x * x + eyeErrors.y * y + eyeErrors.z * z + eyeErrors.w
    return w < -eyePlane - eyeError ? 16 : 0
  }
}
