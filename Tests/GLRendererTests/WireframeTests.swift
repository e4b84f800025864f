import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Mesh lines and control points lie where the vertices project.
struct WireframeTests {
  private static let style = Wireframe(color: .pureBlue, lineWidth: 2)

  private func isBlue(_ p: Pixel) -> Bool { p.z > 200 && p.x < 90 && p.y < 90 && p.w > 200 }

  @Test func linesRunBetweenProjectedVertices() throws {
    let eyeDistance = 300.0
    var mesh = try Mesh.grid(rows: 2, columns: 2) { SIMD3($0.x, $0.y, $0.x * $0.y * 60) }
    mesh.depthNormalization = .none
    let size = 160.0
    let scene = Scene.oneLayer(
      .solid(1, 1, Pixel(255, 255, 255, 255)), size: Size(size, size), canvas: Rect(-128, -128, 256, 256),
      position: .zero, mesh: mesh,
      transform: .rotation(.degrees(25), about: Point3D(0, 1, 0)) * .perspective(eyeDistance: eyeDistance))
    let picture = try scene.rendered(wireframe: Self.style)
    let (s, c) = Angle.degrees(25).sineAndCosine
    let points = mesh.vertices.map { vertex -> Point in
      let p = Point3D(
        (Double(vertex.toX) - 0.5) * size, (Double(vertex.toY) - 0.5) * size, Double(vertex.toZ))
      let (x, z) = (p.x * c + p.z * s, p.z * c - p.x * s)
      let w = 1 - z / eyeDistance
      return Point(x / w + 128, p.y / w + 128)
    }
    for point in points { #expect(isBlue(picture[Int(point.x), Int(point.y)]), "\(point)") }
    var segments: [(Point, Point)] = []
    for face in mesh.faces {
      for i in 0..<4 {
        segments.append((points[Int(face.indices[i])], points[Int(face.indices[(i + 1) % 4])]))
      }
    }
    for (a, b) in segments {
      let middle = Point((a.x + b.x) / 2, (a.y + b.y) / 2)
      #expect(isBlue(picture[Int(middle.x), Int(middle.y)]), "middle \(middle)")
    }
    // Farther than the halo and the dots reach, the picture is as without.
    let plain = try scene.rendered()
    let difference = ImageDifference(picture) { x, y in
      let p = Point(Double(x) + 0.5, Double(y) + 0.5)
      return segments.allSatisfy { distance(p, $0, $1) > 9 } ? SIMD4<Double>(plain[x, y]) : nil
    }
    #expect(difference.count > 10_000)
    #expect(difference.isWithin(.exact), "\(difference)")
  }

  private func distance(_ p: Point, _ a: Point, _ b: Point) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let t = min(max(((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy), 0), 1)
    let (ex, ey) = (p.x - a.x - t * dx, p.y - a.y - t * dy)
    return (ex * ex + ey * ey).squareRoot()
  }

  /// A layer without a mesh shows the outline of its one face; the width counts in points.
  @Test func widthCountsInPoints() throws {
    for scale in [1.0, 3] {
      let scene = Scene.oneLayer(
        .solid(1, 1, Pixel(255, 255, 255, 255)), size: Size(40, 40), canvas: Rect(-10, -10, 60, 60),
        scale: scale,
        position: Point(20, 20))
      let picture = try scene.rendered(wireframe: Wireframe(color: .pureBlue, lineWidth: 4))
      let row = Int(30 * scale)
      let blue = (0..<Int(20 * scale)).count { isBlue(picture[$0, row]) }
      #expect(abs(Double(blue) - 4 * scale) <= 1, "scale \(scale): \(blue)")
    }
  }

  /// However thin a line is and wherever between pixels it lies, it darkens a row of pixels by its width.
  @Test(arguments: [0.1, 0.25, 0.5, 1, 1.5, 3], [1, 4, 16]) func inkIsTheWidth(_ width: Double, samples: Int)
    throws
  {
    let renderer = try Renderer.any()
    for step in 0..<8 {
      let scene = Scene.oneLayer(
        .solid(1, 1, Pixel(255, 255, 255, 255)), size: Size(40, 40), canvas: Rect(0, 0, 64, 64),
        position: Point(32 + Double(step) / 8, 32), background: .white)
      let picture = try scene.rendered(
        by: renderer, samples: samples, wireframe: Wireframe(color: .black, lineWidth: width))
      // Two lines cross the row; halos are white on white.
      let ink = (0..<64).reduce(0.0) { $0 + 1 - Double(picture[$1, 32].x) / 255 }
      #expect(abs(ink - 2 * width) < 0.03, "\(width) at \(step): \(ink)")
    }
  }

  @Test func edgesThatPassTheEyeEndThere() throws {
    var mesh = try Mesh.grid(rows: 1, columns: 1) { SIMD3($0.x, 0.6, $0.y * 400 - 200) }
    mesh.depthNormalization = .none
    let scene = Scene.oneLayer(
      .solid(1, 1, Pixel(255, 255, 255, 255)), size: Size(60, 60), canvas: Rect(-40, -40, 80, 80),
      position: .zero,
      mesh: mesh, transform: .perspective(eyeDistance: 100))
    let picture = try scene.rendered(wireframe: Self.style)
    // The far edge at z = -200 lies at y = 6 / 3; above it there is nothing.
    #expect(isBlue(picture[40, 42]))
    #expect((0..<80).allSatisfy { x in (0..<34).allSatisfy { picture[x, $0] == .zero } })
  }

  @Test(arguments: [0.0, -1, .nan, .infinity])
  func uselessWidthIsRefusedOrHarmless(_ width: Double) throws {
    let scene = Scene.oneLayer(.noise(32, 32))
    let plain = try scene.rendered()
    do {
      let picture = try scene.rendered(wireframe: Wireframe(lineWidth: width))
      #expect(ImageDifference(picture, plain).isWithin(.exact))
    } catch is RenderError {}
  }
}
