import MeshTransform

/// Which triangles of an item may be seen on its canvas: all but those that lie beyond one of its sides or behind the eye
/// with all three corners.
///
/// What is left out makes no fragment, so that pictures do not change by a bit; GL would find out the same, later.
struct ViewportCulling {
  /// Of all triangles.
  private let isSeen: [Bool]
  /// By block, how many triangles of those before it are seen.
  private let starts: [Int]
  /// How many are seen.
  package let count: Int

  /// In pixels beyond the canvas: more than a cell in which edges are looked for, which may reach over the canvas's side,
  /// and what is around it. So no edge of a triangle whose neighbor is left out lies where edges are looked for.
  static let margin = Double(2 * ScreenTiles.side)
  /// The share of triangles below which leaving them out does not pay for a list of the others.
  private static let leastShare = 1.0 / 16
  private static let blockSize = 8192
  private static let vertexBlockSize = 32_768

  /// Whether it pays to look for edges among these alone, though lists of all triangles are known from picture to picture.
  /// An item of two triangles is taken for one that does not overlap itself, which the rest of a larger one may.
  var areFew: Bool { count > 2 && count < isSeen.count / 2 }

  /// - `unitToCanvas`: to homogeneous canvas pixels.
  /// Nil where too few are unseen.
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

  /// - `values`: some for each of all triangles, one behind the other.
  /// - Returns: those of the ones that are seen.
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

  /// Of each vertex, a bit for each side of the canvas that it certainly lies beyond, or another where it lies behind
  /// the eye. Nil when none does.
  private static func sides(_ vertices: [Mesh.Vertex], _ unitToCanvas: Transform3D, _ canvas: PixelSize)
    -> [UInt8]?
  {
    let matrix = FloatMatrix(unitToCanvas)
    let farthest = mapBlocks(vertices.count, of: vertexBlockSize) { range in
      range.reduce(Float(0)) { max($0, abs(matrix.apply(vertices[$1].to).w)) }
    }
    let planes = SidePlanes(unitToCanvas, canvas)
    // Nearer than that counts as behind the eye, and an edge that crosses there for the depths of the item.
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

/// The canvas's sides, as functions of points of unit space: left, right, top, bottom.
private struct SidePlanes {
  /// How far within the side and its margin, in pixels times w.
  private let rows: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
  /// The same for a bound of what rounding changes, here and in GL: their terms' absolute values, times ``precision``.
  private let errors: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
  /// For w.
  private let eyeErrors: SIMD4<Float>

  /// Relative, of sums of four products of rounded numbers, once here and once in GL: 2^-24 for each step.
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

  /// - `w`: of the point on the canvas.
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
