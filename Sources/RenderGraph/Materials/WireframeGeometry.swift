import MeshTransform

/// The edges and control points of a mesh in canvas pixels, as an overlay for inspection.
package struct WireframeGeometry {
  /// The ends of a line in canvas pixels, xy and zw; both are equal for a dot.
  package typealias Ends = SIMD4<Float>

  /// A stroke along all lines or all dots; a halo precedes the stroke that it surrounds.
  package struct Stroke {
    /// Half the width, in canvas pixels.
    package let radius: Float
    /// The premultiplied color.
    package let color: SIMD4<Float>
  }

  package let lines: [Ends]
  package private(set) var dots: [Ends] = []
  package let lineStrokes: [Stroke]
  package private(set) var dotStrokes: [Stroke] = []

  /// - `scale`: canvas pixels per point.
  init(_ mesh: Mesh, _ unitToCanvas: FloatMatrix, style: Wireframe, scale: Double) {
    let clip = mesh.vertices.map { unitToCanvas.apply($0.to) }
    let eyePlane = DepthRange.eyePlane * clip.reduce(0) { max($0, abs($1.w)) }
    let width = Float(style.lineWidth * scale)
    let color = style.color.premultiplied
    let halo = Color(red: 1, green: 1, blue: 1, alpha: style.color.alpha * 0.55).premultiplied
    lines = Self.edges(of: mesh).compactMap {
      Self.visible(clip[Int($0.x)], clip[Int($0.y)], before: eyePlane)
    }
    lineStrokes = [Stroke(radius: width * 1.1, color: halo), Stroke(radius: width / 2, color: color)]

    // Dots shrink where the mesh is dense, so that they do not overlap.
    let lengths = lines.map(Self.length).sorted()
    let typical = lengths.isEmpty ? .infinity : lengths[lengths.count / 2]
    let radius = min(width * 2.4, typical * 0.22)
    guard radius >= width * 0.8 else { return }
    dotStrokes = [
      Stroke(radius: radius + width * 0.8, color: halo), Stroke(radius: radius, color: color),
    ]
    dots = Self.usedVertices(of: mesh).filter { clip[$0].w > eyePlane }.map { index in
      let center = SIMD2(clip[index].x, clip[index].y) / clip[index].w
      return Ends(lowHalf: center, highHalf: center)
    }
  }

  private static func length(_ line: Ends) -> Float {
    let along = line.highHalf - line.lowHalf
    return (along * along).sum().squareRoot()
  }

  /// The edges of all faces, each once, the lower index first.
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

  /// The part of a homogeneous segment before the eye, in canvas pixels; nil where there is none, or only a point.
  private static func visible(
    _ a: SIMD4<Float>, _ b: SIMD4<Float>, before eyePlane: Float
  ) -> Ends? {
    if a.w <= eyePlane && b.w <= eyePlane { return nil }
    var (a, b) = (a, b)
    if a.w <= eyePlane { a = b + (a - b) * ((b.w - eyePlane) / (b.w - a.w)) }
    if b.w <= eyePlane { b = a + (b - a) * ((a.w - eyePlane) / (a.w - b.w)) }
    let line = Ends(lowHalf: SIMD2(a.x, a.y) / a.w, highHalf: SIMD2(b.x, b.y) / b.w)
    let length = length(line)
    return length > 0 && length.isFinite ? line : nil
  }
}
