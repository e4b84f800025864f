/// The projection of a mesh, for the choice of its subdivision level.
struct TessellationView {
  /// Unit layer space to the pixels of the picture.
  let unitToPixels: Transform3D
  /// The size of the picture in pixels; nil for the whole plane.
  let size: Size?

  /// The distance in pixels between the projections of two points of unit layer space.
  ///
  /// 0 for a point at or behind the eye. Outside the picture, distances are divided by the square of the distance of
  /// the nearer point in pictures: this bounds the magnification near the eye, and still includes faces that extend
  /// from far outside into the picture.
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

  /// The distance from the picture in widths and heights of the picture; 0 inside.
  @inline(__always)
  private func beyond(_ x: Double, _ y: Double, _ size: Size) -> Double {
    max(0, -x / size.width, (x - size.width) / size.width, -y / size.height, (y - size.height) / size.height)
  }
}

extension Mesh {
  /// The largest invisible distance between the pictures of two levels, in pixels.
  static let visibleDistance = 0.25

  /// The lowest level whose picture differs by at most a quarter of a pixel from that of the next one; the finest
  /// within `limit` if no level does.
  ///
  /// Each level takes four times the work of the one before it, so all of them together take little more than the last.
  func automaticallySubdivided(
    in view: TessellationView, limit: Int
  ) throws(MeshError) -> (mesh: Mesh, steps: Int) {
    var (mesh, steps) = (try subdivided(steps: 0, limit: limit), 0)
    // A step adds a vertex for every face, and vertices for edges.
    while mesh.vertices.count + mesh.faces.count < limit {
      // Refining the control mesh again is faster than computing the topology of a finer mesh.
      guard let next = try? subdivided(steps: steps + 1, limit: limit) else { break }
      if LevelDifference(mesh, next).isHidden(in: view) { break }
      (mesh, steps) = (next, steps + 1)
    }
    return (mesh, steps)
  }
}
