import MeshTransform
import Testing

@testable import RenderGraph
@testable import TestSupport

/// The parts of planes that are drawn, against the pixels that they cover.
struct RegionTests {
  private static let canvas = PixelSize(100, 80)

  private static func transform(_ random: inout SplitMix64, perspective: Bool = true) -> Transform3D {
    func number() -> Double { Double.random(in: -1...1, using: &random) }
    let turned =
      Transform3D.rotation(.degrees(70 * number()), about: Point3D(number(), number(), 0.1))
      * .rotation(.degrees(180 * number()))
    return (perspective ? turned * .perspective(eyeDistance: 200) : turned)
      * .translation(50 + 50 * number(), 40 + 40 * number())
  }

  /// The points of a pixel: its corners, its middle, and those between.
  private static func points(_ x: Int, _ y: Int) -> [Point] {
    [0, 0.5, 1].flatMap { u in [0, 0.5, 1].map { v in Point(Double(x) + u, Double(y) + v) } }
  }

  /// Every pixel that a rectangle touches is in its region, whose polygon covers all of the pixel's samples.
  @Test(arguments: 0..<16) func regionsCoverWhatTheyTouch(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let toCanvas = Self.transform(&random)
    let rect = Rect(-40, -30, 70, 50)
    let region = CanvasRegion(rect, toCanvas: toCanvas, canvas: Self.canvas)
    let polygon = Polygon(region?.polygon.map { SIMD2($0.x, $0.y) } ?? [])
    var (low, high) = (SIMD2(1000, 1000), SIMD2(-1, -1))
    for y in 0..<80 {
      for x in 0..<100 {
        guard x % 2 == seed % 2 || y % 7 == 0 else { continue }
        // Seen from behind the eye, a point of the canvas has no place in the rectangle.
        let places = Self.points(x, y).compactMap { point in
          toCanvas.unproject(point).flatMap { toCanvas.transform(Point3D($0.x, $0.y, 0)).w > 0 ? $0 : nil }
        }
        guard places.contains(where: rect.contains) else { continue }
        (low, high) = (pointwiseMin(low, SIMD2(x, y)), pointwiseMax(high, SIMD2(x, y)))
        guard let region else {
          Issue.record("pixel \(x), \(y) of seed \(seed) is touched")
          return
        }
        let pixels = region.pixels
        #expect(x >= pixels.x && y >= pixels.y && x < pixels.x + pixels.width && y < pixels.y + pixels.height)
        if places.count == 9 {
          for place in places {
            // The orientation of the polygon is that of the transform.
            let point = SIMD2(place.x, place.y)
            #expect(
              polygon.contains(point) || Polygon(polygon.corners.reversed()).contains(point)
                || polygon.isOnEdge(point))
          }
        }
      }
    }
    if let region, high.x >= 0 {
      #expect(region.pixels.x >= low.x - 4 && region.pixels.y >= low.y - 4)
      #expect(region.pixels.x + region.pixels.width <= high.x + 5)
      #expect(region.pixels.y + region.pixels.height <= high.y + 5)
      // From the corner of a screen tile on, to the same end.
      #expect(region.drawn.x % 8 == 0 && region.drawn.y % 8 == 0 && region.drawn.x <= region.pixels.x)
      #expect(region.drawn.x + region.drawn.width == region.pixels.x + region.pixels.width)
      // The transform maps points to pixels of what is drawn.
      for corner in region.polygon {
        guard let a = toCanvas.project(corner), let b = region.toPixels.project(corner) else { continue }
        #expect(
          abs(a.x - Double(region.drawn.x) - b.x) < 1e-6 && abs(a.y - Double(region.drawn.y) - b.y) < 1e-6)
      }
    }
  }

  /// Upright rectangles have exactly their pixels, rounded outward; one thinner than a pixel has one.
  @Test func uprightRegions() throws {
    func pixels(_ rect: Rect?) -> PixelRect? {
      CanvasRegion(rect, toCanvas: .translation(0.5, 0), canvas: Self.canvas)?.pixels
    }
    #expect(pixels(Rect(10, 10, 20, 20)) == PixelRect(x: 10, y: 10, width: 21, height: 20))
    #expect(pixels(Rect(9.5, 10, 20, 20)) == PixelRect(x: 10, y: 10, width: 20, height: 20))
    #expect(pixels(Rect(10.1, 10.1, 0.1, 0.1)) == PixelRect(x: 10, y: 10, width: 1, height: 1))
    #expect(pixels(Rect(-50, -50, 300, 300)) == PixelRect(x: 0, y: 0, width: 100, height: 80))
    #expect(pixels(nil) == PixelRect(x: 0, y: 0, width: 100, height: 80))
    #expect(pixels(Rect(200, 10, 20, 20)) == nil)
  }

  /// Textures of upright layers have the canvas's own pixels; others have a margin, and no less than its resolution.
  @Test(arguments: 0..<20) func rasterRegions(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    let rect = Rect(number(0...30), number(0...30), number(5...40), number(5...40))
    let upright =
      Transform3D.scale(number(0.5...2), number(0.5...2)) * .translation(number(0...9), number(0...9))
    let region = try #require(
      RasterRegion(
        flat: rect, orElse: rect, toCanvas: upright, canvasSize: PixelSize(300, 300), sideLimit: 4096))
    let corner = try #require(upright.project(Point(region.rect.minX, region.rect.minY)))
    #expect(abs(corner.x - corner.x.rounded()) < 1e-6 && abs(corner.y - corner.y.rounded()) < 1e-6)
    let end = try #require(upright.project(Point(region.rect.maxX, region.rect.maxY)))
    #expect(abs(end.x - corner.x - Double(region.size.width)) < 1e-6)
    #expect(
      region.rect.outset(by: 1e-6, 1e-6).contains(rect) && region.size.width <= Int(rect.size.width * 2) + 2)
    let whole = try #require(region.pointsToPixels.project(Point(region.rect.maxX, region.rect.maxY)))
    #expect(
      abs(whole.x - Double(region.size.width)) < 1e-9 && abs(whole.y - Double(region.size.height)) < 1e-9)

    let turned = Self.transform(&random, perspective: false)
    guard
      let other = RasterRegion(
        flat: Rect(-10, -10, 20, 20), orElse: rect, toCanvas: turned, canvasSize: PixelSize(300, 300),
        sideLimit: 4096)
    else { return }
    let scale = turned.magnification(over: other.rect)
    #expect(Double(other.size.width) >= other.rect.size.width * scale - 1e-3)
    #expect(Double(other.size.width) <= other.rect.size.width * scale + 1)
  }

  @Test func rasterRegionsAreLimited() throws {
    let bounds = Rect(0, 0, 1000, 500)
    #expect(
      try #require(RasterRegion(bounds: bounds, scale: 2, sideLimit: 1024)).size == PixelSize(1024, 1000))
    let large = try #require(RasterRegion(bounds: bounds, scale: 100, sideLimit: 1 << 20))
    #expect(Double(large.size.area) < 1.001 * RasterRegion.largestArea)
    #expect(RasterRegion(bounds: Rect(0, 0, 0, 5), scale: 1, sideLimit: 1024) == nil)
  }

  private static func area(_ mesh: Mesh, _ size: Size) -> Double {
    let list = TriangleList(mesh, inBoundsOf: size, lit: false)
    return stride(from: 0, to: list.indices.count, by: 3).reduce(0.0) { sum, first in
      sum
        + Polygon(
          (0..<3).map {
            let to = list.vertices[Int(list.indices[first + $0])].to
            return SIMD2(Double(to.x) * size.width, Double(to.y) * size.height)
          }
        ).area
    }
  }

  /// A mask ring has the area that its mask leaves.
  @Test(arguments: [0.0, 20, 45, 77], [0.0, 12]) func ringsSurroundMasks(_ degrees: Double, _ radius: Double)
    throws
  {
    let mask = RoundedRect(Rect(-30, -20, 60, 40), radius: radius)
    let toPixels = Transform3D.rotation(.degrees(degrees)) * .translation(50, 40)
    let ring = try #require(MaskRing(mask.polygon(scale: 1), toPixels: toPixels, size: Self.canvas))
    #expect(ring.rect == Rect(-8, -8, 116, 96))
    let corners = 4 * radius * radius * (1 - 0.25 * .pi)
    let inside = 60 * 40 - corners
    let found = Self.area(ring.mesh, ring.rect.size)
    #expect(abs(found - (116 * 96 - inside)) < 0.01 * inside)
    let item = ring.item(plane: nil)
    #expect(item.isMask && item.isOpaque && item.mesh?.vertices.count == ring.mesh.vertices.count)
  }

  @Test func masksOffThePass() {
    let mask = RoundedRect(Rect(-30, -20, 60, 40), radius: 5).polygon(scale: 1)
    #expect(MaskRing(mask, toPixels: .translation(500, 0), size: Self.canvas) == nil)
    #expect(MaskRing(mask, toPixels: .scale(0, 1), size: Self.canvas) == nil)
  }

  /// Rounded rectangles and their borders have the areas of the formulas, within the polygons' error.
  @Test(arguments: [0.0, 3, 10, 15], [0.5, 4, 20]) func roundedAreas(_ radius: Double, _ width: Double) {
    let rounded = RoundedRect(Rect(5, 6, 60, 30), radius: radius)
    func area(_ w: Double, _ h: Double, _ r: Double) -> Double { w * h - r * r * (4 - .pi) }
    let whole = area(60, 30, radius)
    #expect(abs(Self.area(rounded.filled(scale: 4), Size(60, 30)) - whole) < 0.004 * whole)
    let inner = width < 15 ? area(60 - 2 * width, 30 - 2 * width, max(0, radius - width)) : 0
    #expect(
      abs(Self.area(rounded.border(width: width, scale: 4), Size(60, 30)) - (whole - inner)) < 0.004 * whole)
  }

  /// The nine parts of an image cover the polygon once, and show the content that the formula gives.
  @Test func nineParts() throws {
    let layer = Layer(Rect(0, 0, 90, 60), .image(.noise(30, 30))).with {
      $0.contentsCenter = Rect(1.0 / 3, 1.0 / 3, 1.0 / 3, 1.0 / 3)
      $0.borderWidth = 0
    }
    let command = try #require(try Scene(100, [layer]).graph().commands.first)
    let mesh = try #require(command.item.mesh)
    #expect(mesh.faces.count == 9 && abs(Self.area(mesh, Size(90, 60)) - 90 * 60) < 1e-3)
    for vertex in mesh.vertices {
      func content(_ point: Double, _ length: Double) -> Double {
        point <= 10
          ? point / 30
          : point >= length - 10 ? 1 - (length - point) / 30 : 1.0 / 3 + (point - 10) / (length - 20) / 3
      }
      #expect(abs(Double(vertex.fromX) - content(Double(vertex.toX) * 90, 90)) < 1e-5)
      #expect(abs(Double(vertex.fromY) - content(Double(vertex.toY) * 60, 60)) < 1e-5)
    }
  }

  /// A wide blur at a lower resolution adds up to the variance of the Gaussian.
  @Test func reducedBlurs() {
    for sigma in [0.3, 1, 5.9, 6, 11, 12, 40, 300, 4096] {
      let blur = ReducedBlur(sigma: sigma)
      let step = Double(blur.factor)
      #expect(blur.factor == max(1, Int(sigma / 6)))
      let added = blur.factor == 1 ? 0 : step * step / 12 * 2 + step * step / 6 - 1.0 / 12
      #expect(abs(blur.sigma * blur.sigma * step * step + added - sigma * sigma) < 1e-6 * (sigma * sigma + 1))
      #expect(Double(blur.margin) >= 3 * blur.sigma && Double(blur.margin) < 3 * blur.sigma + 2.001)
      let reduced = blur.reduced(PixelSize(101, 64))
      #expect(reduced.width * blur.factor >= 101 && (reduced.width - 1) * blur.factor < 101)
    }
  }
}

extension Polygon {
  /// Whether a point is near the line of a side.
  fileprivate func isOnEdge(_ point: SIMD2<Double>) -> Bool {
    corners.indices.contains { i in
      let (a, b) = (corners[i], corners[(i + 1) % corners.count])
      let (u, v) = (b - a, point - a)
      return abs(u.x * v.y - u.y * v.x) <= 1e-6 * (1 + (u * u).sum().squareRoot())
    }
  }
}
