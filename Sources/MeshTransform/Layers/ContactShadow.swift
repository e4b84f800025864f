/// The geometry of a layer's contact shadow: the shadow that the lifted parts of its mesh throw onto the layer's plane,
/// softer and farther away the higher they are.
///
/// The heights are divided into bands, whose shares sum to 1 at each height. Each band is blurred as its middle is.
package struct ContactShadow: Hashable, Sendable {
  /// The largest height of the mesh over the layer's plane, in layer points; above 0.
  package let height: Double
  /// The bounds of the mesh in the layer's plane, in layer points.
  package let shape: Rect
  private let spread: Double
  private let offset: Point

  /// The number of bands. Their middles lie at the squares of equal steps, since near the contact small differences of
  /// height are visible.
  package static let bands = 4

  /// A Gaussian ends at that many standard deviations.
  private static let reach = 3.0

  /// Fails where the layer throws no contact shadow.
  package init?(_ layer: Layer) {
    guard layer.contactShadowOpacity > 0, let mesh = layer.mesh else { return nil }
    let points = layer.unitToPoints
    var (low, high, height) = (SIMD2<Double>(repeating: .infinity), SIMD2<Double>(repeating: -.infinity), 0.0)
    for vertex in mesh.vertices {
      let place = SIMD2(Double(vertex.toX), Double(vertex.toY))
      (low, high) = (pointwiseMin(low, place), pointwiseMax(high, place))
      height = max(height, Double(vertex.toZ))
    }
    let first = points.transform(Point3D(low.x, low.y, height))
    let last = points.transform(Point3D(high.x, high.y, height))
    guard first.z > 1e-6, first.z <= 1e9 else { return nil }
    self.height = first.z
    shape = Rect(first.x, first.y, last.x - first.x, last.y - first.y)
    (spread, offset) = (layer.contactShadowSpread, layer.contactShadowOffset)
    guard shape.isFinite, shape.size.width > 0, shape.size.height > 0 else { return nil }
  }

  /// The middle of a band in layer points over the plane.
  /// - `band`: 1...`bands`; at 0 the surface touches the plane.
  private func height(of band: Int) -> Double {
    let step = Double(band) / Double(Self.bands)
    return height * step * step
  }

  /// The standard deviation of a band's blur in layer points.
  package func sigma(of band: Int) -> Double { spread * height(of: band) }

  /// The place of a band's shadow beside the band, in layer points.
  package func offset(of band: Int) -> Point {
    Point(offset.x * height(of: band), offset.y * height(of: band))
  }

  /// The bounds of the shadow in the layer's plane, in layer points.
  package var frame: Rect {
    (0...Self.bands).reduce(shape) { frame, band in
      let (offset, margin) = (offset(of: band), Self.reach * sigma(of: band))
      let moved = Rect(
        shape.minX + offset.x, shape.minY + offset.y, shape.size.width, shape.size.height)
      return frame.union(moved.outset(by: margin, margin))
    }
  }

  /// The height at which the shadow lies, so that it covers what lies in the plane, in layer points.
  package var lift: Double { height / 64 }

  /// The square root of each vertex's height as a share of the largest one, 0...1. The square root stores small heights
  /// in more of the 256 steps of a texture.
  package func shareRoots(of mesh: Mesh) -> [Float] {
    let largest = mesh.vertices.reduce(Float(0)) { max($0, $1.toZ) }
    return mesh.vertices.map { min(max($0.toZ / largest, 0), 1).squareRoot() }
  }
}
