#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
  private let opacity: Double

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
    opacity = layer.contactShadowOpacity
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

  /// A frame around the shadow in the layer's plane, in layer points: that of a mesh with all heights everywhere.
  package var frame: Rect {
    (0...Self.bands).reduce(shape) { frame, band in
      let margin = Self.reach * sigma(of: band)
      return frame.union(shape.moved(by: offset(of: band)).outset(by: margin, margin))
    }
  }

  /// The bounds of what is visible of the shadow in the layer's plane, in layer points: those of each band are those of the
  /// faces that reach into it.
  package func bounds(of mesh: Mesh, _ unitToPoints: Transform3D) -> Rect {
    let roots = shareRoots(of: mesh)
    var boxes = [(low: SIMD2<Double>, high: SIMD2<Double>)](
      repeating: (SIMD2(repeating: .infinity), SIMD2(repeating: -.infinity)), count: Self.bands + 1)
    for face in mesh.faces {
      var (low, high) = (boxes[0].low, boxes[0].high)
      var (least, most) = (Float.infinity, -Float.infinity)
      for corner in 0..<4 {
        let index = Int(face.indices[corner])
        let (vertex, root) = (mesh.vertices[index], roots[index] * Float(Self.bands))
        let place = SIMD2(Double(vertex.toX), Double(vertex.toY))
        (low, high) = (pointwiseMin(low, place), pointwiseMax(high, place))
        (least, most) = (min(least, root), max(most, root))
      }
      for band in 1...Self.bands where least < Float(band + 1) && most > Float(band - 1) {
        boxes[band] = (pointwiseMin(boxes[band].low, low), pointwiseMax(boxes[band].high, high))
      }
    }
    let parts = boxes.indices.compactMap { band -> Rect? in
      let (low, high) = boxes[band]
      guard low.x <= high.x, low.y <= high.y else { return nil }
      let first = unitToPoints.transform(Point3D(low.x, low.y, 0))
      let last = unitToPoints.transform(Point3D(high.x, high.y, 0))
      let box = Rect(first.x, first.y, last.x - first.x, last.y - first.y)
      let (width, height, sigma) = (box.size.width, box.size.height, sigma(of: band))
      return box.moved(by: offset(of: band)).outset(
        by: visibleReach(sigma, along: width, across: height),
        visibleReach(sigma, along: height, across: width))
    }
    return parts.dropFirst().reduce(parts.first ?? shape) { $0.union($1) }
  }

  /// The distance from a blurred box at which its shadow covers a quarter of one of 255 levels.
  private func visibleReach(_ sigma: Double, along length: Double, across width: Double) -> Double {
    guard sigma > 0 else { return 0 }
    let unit = sigma * 2.0.squareRoot()
    let peak = opacity * erf(width / 2 / unit)
    var reach = Self.reach
    func share(_ reach: Double) -> Double {
      peak * (erfc(reach * sigma / unit) - erfc((reach * sigma + length) / unit)) / 2
    }
    while reach > 0, share(reach) < 0.25 / 255 { reach -= 1.0 / 16 }
    return min(reach + 1.0 / 16, Self.reach) * sigma
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

extension Rect {
  fileprivate func moved(by offset: Point) -> Rect {
    Rect(minX + offset.x, minY + offset.y, size.width, size.height)
  }
}
