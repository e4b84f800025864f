import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Affine maps of a linear ramp, where every pixel has a closed form: the ramp at the pixel's center mapped back.
struct AffineTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    /// Layer points about the middle of the layer; the largest stretch of the inverse is `texelsPerPixel`.
    let map: AffineTransform
    let texelsPerPixel: Double
    var testDescription: String { name }
  }

  private static let cases: [Case] = [
    Case(name: "identity", map: .identity, texelsPerPixel: 1),
    Case(name: "scale 1.3, 0.9", map: .scale(1.3, 0.9), texelsPerPixel: 1.12),
    Case(name: "scale 0.5", map: .scale(0.5, 0.5), texelsPerPixel: 2),
    Case(name: "scale 0.37, 1.2", map: .scale(0.37, 1.2), texelsPerPixel: 2.8),
    Case(name: "rotation 30", map: .rotation(.degrees(30)), texelsPerPixel: 1),
    Case(name: "rotation -117", map: .rotation(.degrees(-117)), texelsPerPixel: 1),
    Case(
      name: "shear", map: AffineTransform(a: 1, b: 0.3, c: -0.4, d: 1.1, tx: 0, ty: 0), texelsPerPixel: 1.2),
    Case(
      name: "shear and move", map: AffineTransform(a: 0.9, b: 0.2, c: 0.25, d: 0.8, tx: 3.25, ty: -5.7),
      texelsPerPixel: 1.8),
    Case(name: "translation by parts of a pixel", map: .translation(3.3, -7.8), texelsPerPixel: 1),
    Case(
      name: "mirror", map: AffineTransform(a: -0.8, b: 0.1, c: 0.2, d: 1.2, tx: 1, ty: 2), texelsPerPixel: 1.5
    ),
  ]

  private static let side = 64.0
  private static let frame = Rect(-24, -24, 112, 112)

  /// Nil where the pixel's area is cut by the layer's edge, or filtering reaches over it.
  private func expected(_ test: Case, x: Int, y: Int) -> SIMD4<Double>? {
    let half = Self.side / 2
    guard let inverse = test.map.inverted() else { return nil }
    func local(_ dx: Double, _ dy: Double) -> Point {
      let point = Point(Double(x) + dx + Self.frame.minX - half, Double(y) + dy + Self.frame.minY - half)
      let p = point.applying(inverse)
      return Point(p.x + half, p.y + half)
    }
    let corners = [local(0, 0), local(1, 0), local(0, 1), local(1, 1)]
    let isOutside =
      corners.allSatisfy { $0.x < 0 } || corners.allSatisfy { $0.x > Self.side }
      || corners.allSatisfy { $0.y < 0 } || corners.allSatisfy { $0.y > Self.side }
    if isOutside { return .zero }
    let margin = 0.5 + 1.5 * test.texelsPerPixel
    let inner = margin...(Self.side - margin)
    guard corners.allSatisfy({ inner.contains($0.x) && inner.contains($0.y) }) else { return nil }
    let center = local(0.5, 0.5)
    return Image.rampValue(center.x, center.y)
  }

  @Test(arguments: cases)
  func transformFollowsTheClosedForm(_ test: Case) throws {
    let scene = Scene.oneLayer(
      .ramp(), canvas: Self.frame, position: Point(Self.side / 2, Self.side / 2),
      transform: Transform3D(test.map))
    let renderer = try Renderer.any()
    for samples in [1, 4] {
      let difference = ImageDifference(try scene.rendered(by: renderer, samples: samples)) {
        expected(test, x: $0, y: $1)
      }
      #expect(difference.isWithin(1.5), "samples=\(samples): \(difference)")
    }
  }

  @Test(arguments: cases)
  func meshFollowsTheClosedForm(_ test: Case) throws {
    let side = Self.side
    let mesh = try Mesh.grid(rows: 3, columns: 5) { from in
      let p = Point((Double(from.x) - 0.5) * side, (Double(from.y) - 0.5) * side).applying(test.map)
      return SIMD3(Float(p.x / side + 0.5), Float(p.y / side + 0.5), 0)
    }
    let scene = Scene.oneLayer(.ramp(), canvas: Self.frame, position: Point(side / 2, side / 2), mesh: mesh)
    let difference = ImageDifference(try scene.rendered()) { expected(test, x: $0, y: $1) }
    #expect(difference.isWithin(1.5), "\(difference)")
  }

  @Test func wholePixelsMoveExactly() throws {
    let image = Image.noise(24, 16)
    let renderer = try Renderer.any()
    for (dx, dy) in [(5, 3), (-7, 2), (0, -9), (30, 0)] {
      let scene = Scene.oneLayer(image, transform: .translation(Double(dx), Double(dy)))
      let difference = ImageDifference(try scene.rendered(by: renderer)) { x, y in
        let (u, v) = (x - dx, y - dy)
        return (0..<24).contains(u) && (0..<16).contains(v) ? SIMD4<Double>(image[u, v]) : .zero
      }
      #expect(difference.isWithin(.exact), "\(dx), \(dy): \(difference)")
    }
  }

  @Test func quarterTurnsAreExact() throws {
    let image = Image.noise(32, 32)
    for (angle, pixel) in [
      (90.0, { (x: Int, y: Int) in image[y, 31 - x] }), (180, { image[31 - $0, 31 - $1] }),
      (-90, { image[31 - $1, $0] }),
    ] {
      let picture = try Scene.oneLayer(image, transform: .rotation(.degrees(angle))).rendered()
      let difference = ImageDifference(picture) { SIMD4<Double>(pixel($0, $1)) }
      #expect(difference.isWithin(.exact), "\(angle) degrees: \(difference)")
    }
  }

  @Test(arguments: [(true, false), (false, true), (true, true)])
  func flipsAreExact(_ x: Bool, _ y: Bool) throws {
    let image = Image.noise(31, 18)
    let byTransform = Scene.oneLayer(image, transform: .scale(x ? -1 : 1, y ? -1 : 1))
    #expect(ImageDifference(try byTransform.rendered(), image.mirrored(x: x, y: y)).isWithin(.exact))
    let mesh = try Mesh.grid(rows: 2, columns: 3) { SIMD3(x ? 1 - $0.x : $0.x, y ? 1 - $0.y : $0.y, 0) }
    let difference = ImageDifference(
      try Scene.oneLayer(image, mesh: mesh).rendered(), image.mirrored(x: x, y: y))
    #expect(difference.isWithin(.exact), "\(difference)")
  }
}
