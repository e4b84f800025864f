import MeshTransform

/// The lines and control points of a mesh as triangles in canvas pixels, for people to look at.
struct WireframeMarks {
  /// A corner of a mark: four bytes a float, in the order of the shader's attributes.
  struct Corner: BitwiseCopyable {
    var x: Float, y: Float
    var across: Float, along: Float
    var color: SIMD4<Float>
  }

  private(set) var corners: [Corner] = []

  /// Geometry nearer to the eye plane than this w is cut off.
  private static var eyePlane: Float { 1e-4 }

  /// - `scale`: canvas pixels per point.
  init(_ mesh: Mesh, _ unitToCanvas: FloatMatrix, style: Wireframe, scale: Double) {
    let clip = mesh.vertices.map { unitToCanvas.apply($0.to) }
    let edges = WireframeMarks.edges(of: mesh)
    let width = Float(style.lineWidth * scale)
    let line = style.color.premultiplied
    let halo = Color(red: 1, green: 1, blue: 1, alpha: style.color.alpha * 0.55).premultiplied

    let segments = edges.compactMap { edge in
      WireframeMarks.visible(clip[Int(edge.x)], clip[Int(edge.y)])
    }
    for (a, b) in segments { addLine(a, b, width: width * 2.2, halo) }
    for (a, b) in segments { addLine(a, b, width: width, line) }

    // Dots shrink where the mesh is dense, so that they never run together.
    let lengths = segments.map { (a, b) in ((b - a) * (b - a)).sum().squareRoot() }.sorted()
    let typical = lengths.isEmpty ? .infinity : lengths[lengths.count / 2]
    let radius = min(width * 2.4, typical * 0.22)
    guard radius >= width * 0.8 else { return }
    for index in WireframeMarks.usedVertices(of: mesh) where clip[index].w > Self.eyePlane {
      let p = clip[index]
      let center = SIMD2(p.x, p.y) / p.w
      addDot(center, radius: radius + width * 0.8, halo)
      addDot(center, radius: radius, line)
    }
  }

  /// Every edge of a face once, the lower index first.
  private static func edges(of mesh: Mesh) -> [SIMD2<UInt32>] {
    var keys: [UInt64] = []
    keys.reserveCapacity(mesh.faces.count * 4)
    for face in mesh.faces {
      for corner in 0..<4 {
        let (a, b) = (face.indices[corner], face.indices[(corner + 1) % 4])
        if a != b { keys.append(UInt64(min(a, b)) << 32 | UInt64(max(a, b))) }
      }
    }
    keys.sort()
    var last: UInt64?
    return keys.compactMap { key in
      defer { last = key }
      return key == last ? nil : SIMD2(UInt32(key >> 32), UInt32(truncatingIfNeeded: key))
    }
  }

  private static func usedVertices(of mesh: Mesh) -> [Int] {
    var used = [Bool](repeating: false, count: mesh.vertices.count)
    for face in mesh.faces { for corner in 0..<4 { used[Int(face.indices[corner])] = true } }
    return used.indices.filter { used[$0] }
  }

  /// The part of a homogeneous segment before the eye, in canvas pixels; nil when there is none.
  private static func visible(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> (SIMD2<Float>, SIMD2<Float>)? {
    if a.w <= eyePlane && b.w <= eyePlane { return nil }
    var (a, b) = (a, b)
    if a.w <= eyePlane { a = b + (a - b) * ((b.w - eyePlane) / (b.w - a.w)) }
    if b.w <= eyePlane { b = a + (b - a) * ((a.w - eyePlane) / (a.w - b.w)) }
    return (SIMD2(a.x, a.y) / a.w, SIMD2(b.x, b.y) / b.w)
  }

  /// A rectangle around the line, half a pixel wider than it on both sides for its soft edge.
  private mutating func addLine(
    _ a: SIMD2<Float>, _ b: SIMD2<Float>, width: Float, _ color: SIMD4<Float>
  ) {
    let along = b - a
    let length = (along * along).sum().squareRoot()
    guard length > 0, length.isFinite else { return }
    let half = width / 2
    let outer = half + 0.5
    let side = SIMD2(-along.y, along.x) / length * outer
    let edge = outer / half
    func corner(_ p: SIMD2<Float>, _ across: Float) -> Corner {
      Corner(x: p.x, y: p.y, across: across, along: 0, color: color)
    }
    let (p, q, r, s) = (
      corner(a + side, edge), corner(b + side, edge), corner(b - side, -edge), corner(a - side, -edge)
    )
    corners += [p, q, r, r, s, p]
  }

  private mutating func addDot(_ center: SIMD2<Float>, radius: Float, _ color: SIMD4<Float>) {
    let outer = radius + 0.5
    let edge = outer / radius
    func corner(_ x: Float, _ y: Float) -> Corner {
      Corner(
        x: center.x + x * outer, y: center.y + y * outer, across: x * edge, along: y * edge, color: color)
    }
    let (p, q, r, s) = (corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1))
    corners += [p, q, r, r, s, p]
  }
}
