import MeshTransform

/// The part of the canvas that a flat layer and its sublayers cover.
struct CanvasRegion {
  /// The bounds in whole canvas pixels; never empty.
  let pixels: PixelRect
  /// The same part of the layer's plane, in layer points: a convex polygon of at most nine corners that covers every
  /// sample of each pixel that the layer touches.
  let polygon: [Point]
  /// Whether `polygon` is an axis-aligned rectangle whose image is exactly `pixels`.
  let isUpright: Bool
  /// Layer points to pixels of ``drawn``: sublayers are flattened into the layer's plane, and the plane is projected
  /// onto the canvas. Depth stays in points at the region's middle; divided by the canvas's w, it has the same order as
  /// divided by the plane's.
  private(set) var toPixels: Transform3D

  /// The pixels that are drawn, from the corner of a screen tile on: so edges are found in the same pixels as on the
  /// canvas, and derivatives are taken between the same pixels.
  var drawn: PixelRect {
    let side = ScreenTiles.side
    let (x, y) = (pixels.x / side * side, pixels.y / side * side)
    return PixelRect(
      x: x, y: y, width: pixels.x + pixels.width - x, height: pixels.y + pixels.height - y)
  }

  /// Largest distance of the samples of a touched pixel from the layer's edge, in pixels: the diagonal of a pixel.
  private static let margin = 1.5
  /// The ratio of the smallest to the largest distance from the eye that is kept; the horizon lies beyond.
  private static let farthest = 1e-5

  /// Fails where no part of the layer is on the canvas.
  /// - `rect`: the part of the plane that the layer covers, in layer points; nil where it is unbounded.
  /// - `toCanvas`: layer points to canvas pixels.
  init?(_ rect: Rect?, toCanvas: Transform3D, canvas: PixelSize) {
    guard let toPlane = toCanvas.flattened.inverted() else { return nil }
    isUpright = toCanvas.isUpright
    let canvasRect = Rect(0, 0, Double(canvas.width), Double(canvas.height))
    // A canvas pixel maps to the homogeneous point (u, v, 1 / w) of the plane; each component is linear over the
    // canvas.
    let (u, v, inverse) = (Linear(toPlane, \.x), Linear(toPlane, \.y), Linear(toPlane, \.w))
    let nearest = canvasRect.corners.map { inverse($0) }.max() ?? 0
    guard nearest > 0 else { return nil }
    var sides = [inverse.minus(Linear(constant: 1), times: nearest * Self.farthest)]
    if let rect {
      let margin = isUpright ? 0 : Self.margin
      let edges: [Linear] = [
        u.minus(inverse, times: rect.minX), u.minus(inverse, times: rect.maxX).negated,
        v.minus(inverse, times: rect.minY), v.minus(inverse, times: rect.maxY).negated,
      ]
      sides += edges.map { $0.shifted(by: margin) }
    }
    var polygon = canvasRect.corners.clipped(
      to: sides.map { side in { (point: Point) -> Double in side(point) } })
    guard let box = Rect(around: polygon), box.isFinite else { return nil }
    // Rounded outward to whole pixels, except for rounding errors; not empty for a layer thinner than a pixel.
    let (left, top) = ((box.minX + 1e-6).rounded(.down), (box.minY + 1e-6).rounded(.down))
    guard left < canvasRect.maxX, top < canvasRect.maxY else { return nil }
    let width = Int(pixels: max((box.maxX - 1e-6).rounded(.up) - left, 1))
    let height = Int(pixels: max((box.maxY - 1e-6).rounded(.up) - top, 1))
    pixels = PixelRect(x: Int(pixels: left), y: Int(pixels: top), width: width, height: height)
    if isUpright { polygon = Rect(left, top, Double(width), Double(height)).corners }
    self.polygon = polygon.map { Point(u($0) / inverse($0), v($0) / inverse($0)) }
    guard self.polygon.allSatisfy(\.isFinite) else { return nil }
    toPixels = toCanvas.flattened
    toPixels.m33 = Double(polygon.count) / polygon.reduce(0) { $0 + inverse($1) }
    toPixels = toPixels * .translation(-Double(drawn.x), -Double(drawn.y))
  }

  /// The polygon as a mesh in the unit space of `rect`, always with 12 vertices.
  func mesh(unit rect: Rect) -> Mesh {
    var mesh = Mesh(convex: polygon.padded(to: 12), unit: rect, content: rect)
    mesh.replicatesEdges = true
    return mesh
  }
}

/// A linear function of canvas pixels.
private struct Linear {
  let x: Double, y: Double, constant: Double

  init(x: Double = 0, y: Double = 0, constant: Double) { (self.x, self.y, self.constant) = (x, y, constant) }

  /// A component of the homogeneous image of canvas points.
  init(_ m: Transform3D, _ component: KeyPath<SIMD4<Double>, Double>) {
    self.init(
      x: m.row(0)[keyPath: component], y: m.row(1)[keyPath: component], constant: m.row(3)[keyPath: component]
    )
  }

  func callAsFunction(_ point: Point) -> Double { x * point.x + y * point.y + constant }

  /// The function with its zeros moved that many pixels into the negative side.
  func shifted(by pixels: Double) -> Linear {
    Linear(x: x, y: y, constant: constant + pixels * (x * x + y * y).squareRoot())
  }

  func minus(_ other: Linear, times factor: Double) -> Linear {
    Linear(x: x - other.x * factor, y: y - other.y * factor, constant: constant - other.constant * factor)
  }

  var negated: Linear { Linear(x: -x, y: -y, constant: -constant) }
}
