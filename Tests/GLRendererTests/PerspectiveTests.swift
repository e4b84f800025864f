import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Corners seen in perspective lie where the projection formula puts them: the neighborhood of each is drawn magnified
/// 256 times and its coverage compared with the projected triangles.
struct PerspectiveTests {
  enum Axis: Sendable { case x, y }
  /// Where m34 stands: set first and then rotated, it tilts the whole; set on the rotated matrix, it sees only the
  /// mesh's own depth.
  enum Order: Sendable { case perspectiveFirst, rotationFirst }

  struct Case: Sendable, CustomTestStringConvertible {
    let axis: Axis, degrees: Double, order: Order
    let eyeDistance = 250.0
    /// Of the four corners, points.
    let depths: [Double]
    var testDescription: String { "rotate\(axis) \(degrees) \(order) depths \(depths)" }

    var transform: Transform3D {
      let vector = axis == .x ? Point3D(1, 0, 0) : Point3D(0, 1, 0)
      var result = Transform3D.rotation(.degrees(degrees), about: vector)
      switch order {
      case .perspectiveFirst: result = result * .perspective(eyeDistance: eyeDistance)
      case .rotationFirst: result.m34 = -1 / eyeDistance
      }
      return result
    }

    /// Written out from the definition: turn about the middle, divide by `w = 1 - z / eyeDistance`.
    func project(_ p: Point3D) -> Point {
      let t = degrees * .pi / 180
      let (s, c) = Angle(radians: t).sineAndCosine
      let q =
        axis == .x
        ? Point3D(p.x, p.y * c - p.z * s, p.y * s + p.z * c)
        : Point3D(p.x * c + p.z * s, p.y, p.z * c - p.x * s)
      let w = 1 - (order == .perspectiveFirst ? q.z : p.z) / eyeDistance
      return Point(q.x / w, q.y / w)
    }
  }

  private static let cases: [Case] = [Axis.x, .y].flatMap { axis in
    [Order.perspectiveFirst, .rotationFirst].flatMap { order in
      [-60.0, 35, 50].flatMap { degrees in
        [[0, 0, 0, 0], [40.0, -25, 60, 10]].map {
          Case(axis: axis, degrees: degrees, order: order, depths: $0)
        }
      }
    }
  }

  private static let size = Size(160, 100)
  private static let magnification = 256.0

  private func scene(_ test: Case) throws -> Scene {
    let unit: [SIMD2<Float>] = [SIMD2(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)]
    // No depth normalization: a unit of z is a point.
    let mesh = try Mesh(
      vertices: (0..<4).map {
        Mesh.Vertex(from: unit[$0], to: SIMD3(unit[$0].x, unit[$0].y, Float(test.depths[$0])))
      }, faces: [Mesh.Face(0, 1, 2, 3)])
    return Scene.oneLayer(
      .solid(1, 1, Pixel(255, 255, 255, 255)), size: Self.size, position: .zero, mesh: mesh,
      transform: test.transform)
  }

  @Test(arguments: cases)
  func cornersFollowTheFormula(_ test: Case) throws {
    let renderer = try Renderer.any()
    let (w, h) = (Self.size.width / 2, Self.size.height / 2)
    let corners = zip([Point(-w, -h), Point(w, -h), Point(w, h), Point(-w, h)], test.depths).map {
      test.project(Point3D($0.x, $0.y, $1))
    }
    var scene = try scene(test)
    for i in 0..<4 {
      let corner = corners[i]
      scene.canvas = Canvas(
        frame: Rect(corner.x - 0.125, corner.y - 0.125, 0.25, 0.25), scale: Self.magnification)
      let picture = try renderer.render(scene, options: RenderOptions(samples: 1))
      // 1/50 pixel is 5 magnified ones; 2 are allowed.
      let tolerance = 2 / Self.magnification
      let difference = ImageDifference(picture) { x, y in
        let p = Point(
          corner.x - 0.125 + (Double(x) + 0.5) / Self.magnification,
          corner.y - 0.125 + (Double(y) + 0.5) / Self.magnification)
        let depth = max(
          depth(of: p, in: corners[0], corners[1], corners[2]),
          depth(of: p, in: corners[2], corners[3], corners[0]))
        return abs(depth) > tolerance ? SIMD4(repeating: depth > 0 ? 255 : 0) : nil
      }
      #expect(difference.count > 3000)
      #expect(difference.isWithin(.exact), "corner \(i): \(difference)")
    }
  }

  /// A perspective through the middle of the content: texels follow the projection, not the screen.
  @Test func contentIsPerspectiveCorrect() throws {
    let renderer = try Renderer.any()
    for test in Self.cases where test.depths == [0, 0, 0, 0] && test.order == .perspectiveFirst {
      let frame = Rect(-100, -100, 200, 200)
      let scene = Scene.oneLayer(
        .ramp(), size: Size(160, 160), canvas: frame, position: .zero, transform: test.transform)
      let picture = try scene.rendered(by: renderer)
      var checked = 0
      for row in stride(from: -70.0, through: 70, by: 5) {
        for column in stride(from: -70.0, through: 70, by: 5) {
          let seen = test.project(Point3D(column, row, 0))
          let (x, y) = (Int((seen.x + 100).rounded(.down)), Int((seen.y + 100).rounded(.down)))
          guard (0..<200).contains(x), (0..<200).contains(y) else { continue }
          // The ramp where the pixel's own center is seen; near enough by one step of Newton's method.
          let center = unproject(test, Point(Double(x) - 99.5, Double(y) - 99.5))
          let (u, v) = ((center.x + 80) * 0.4, (center.y + 80) * 0.4)
          guard (3...61).contains(u), (3...61).contains(v) else { continue }
          checked += 1
          let difference = picture[x, y].distance(to: Image.rampValue(u, v))
          #expect(difference <= 2, "\(test.testDescription) [\(x), \(y)]: \(picture[x, y])")
        }
      }
      #expect(checked > 300)
    }
  }

  /// The inverse of `project` for the layer's plane: solved from `p * w = q` by hand.
  private func unproject(_ test: Case, _ p: Point) -> Point {
    let (s, c) = Angle.degrees(test.degrees).sineAndCosine
    let d = test.eyeDistance
    switch test.axis {
    case .x:
      let y = p.y / (c + p.y * s / d)
      return Point(p.x * (1 - y * s / d), y)
    case .y:
      let x = p.x / (c - p.x * s / d)
      return Point(x, p.y * (1 + x * s / d))
    }
  }

  private func cross(_ a: Point, _ b: Point, _ p: Point) -> Double {
    (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
  }

  /// How far `p` lies inside a triangle of either winding; negative outside.
  private func depth(of p: Point, in a: Point, _ b: Point, _ c: Point) -> Double {
    let turn = cross(a, b, c) > 0 ? 1.0 : -1.0
    return [(a, b), (b, c), (c, a)].map { turn * distance(p, $0, $1) }.min()!
  }

  /// Of `p` from the line through `a` and `b`; positive to its right on the screen.
  private func distance(_ p: Point, _ a: Point, _ b: Point) -> Double {
    cross(a, b, p) / ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
  }
}
