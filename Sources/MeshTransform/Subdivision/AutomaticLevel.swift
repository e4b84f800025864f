/// Where a mesh is seen, for the choice of how fine to make it.
struct TessellationView {
  /// Unit layer space to the pixels of the picture.
  let unitToPixels: Transform3D
  /// The picture's size in pixels; nil where all of the plane counts.
  let size: Size?

  /// How far apart two points of unit layer space are seen, in pixels.
  ///
  /// A point at or behind the eye is not seen: 0. Beyond the picture, distances count less, by the square of how many
  /// pictures the nearer point is away: what a perspective enlarges without bounds at the eye then comes to an end, and
  /// faces that reach from far away into the picture still count.
  @inline(__always)
  func distance(_ p: SIMD3<Double>, _ q: SIMD3<Double>) -> Double {
    let (a, b) = (
      unitToPixels.transform(Point3D(p.x, p.y, p.z)), unitToPixels.transform(Point3D(q.x, q.y, q.z))
    )
    guard a.w > 0, b.w > 0 else { return 0 }
    let (ax, ay, bx, by) = (a.x / a.w, a.y / a.w, b.x / b.w, b.y / b.w)
    let distance = ((ax - bx) * (ax - bx) + (ay - by) * (ay - by)).squareRoot()
    guard let size else { return distance.isFinite ? distance : 0 }
    let away = 1 + min(beyond(ax, ay, size), beyond(bx, by, size))
    let counted = distance / (away * away)
    return counted.isFinite ? counted : 0
  }

  /// In widths and heights of the picture; 0 on it.
  @inline(__always)
  private func beyond(_ x: Double, _ y: Double, _ size: Size) -> Double {
    max(0, -x / size.width, (x - size.width) / size.width, -y / size.height, (y - size.height) / size.height)
  }
}

extension Mesh {
  /// The distance between the pictures of two levels, in pixels, that nobody sees.
  static let visibleDistance = 0.25

  /// The least level whose picture is nowhere more than a quarter of a pixel from that of the next one; the finest that
  /// `limit` allows where even that is not enough.
  ///
  /// Each level is four times the work of the one before it, so all of them are little more than the last.
  func automaticallySubdivided(
    in view: TessellationView, limit: Int
  ) throws(MeshError) -> (mesh: Mesh, steps: Int) {
    var (mesh, steps) = (try subdivided(steps: 0, limit: limit), 0)
    // A step adds a vertex for every face, and edges' besides.
    while mesh.vertices.count + mesh.faces.count < limit {
      // From the control net, which is faster than looking anew at how a finer mesh hangs together.
      guard let next = try? subdivided(steps: steps + 1, limit: limit) else { break }
      if LevelDifference(mesh, next).isHidden(in: view) { break }
      (mesh, steps) = (next, steps + 1)
    }
    return (mesh, steps)
  }
}
