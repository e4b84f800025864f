import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Nothing is cut off near or far, and what reaches behind the eye is cut at the eye.
struct EyePlaneTests {
  /// A floor that passes under the eye and far behind it, drawn against casting a ray through every pixel.
  @Test(arguments: [1, 12])
  func floorReachesTheHorizon(_ rows: Int) throws {
    let (eyeDistance, drop, near, far) = (100.0, 20.0, 400.0, -3000.0)
    // Unit x spans 400 points about the middle; unit y runs from behind the eye into the distance.
    let mesh = try Mesh.grid(rows: rows, columns: rows) {
      SIMD3($0.x, 0.5 + Float(drop / 400), Float(near + (far - near) * Double($0.y)))
    }
    var flat = mesh
    flat.depthNormalization = .none
    let canvas = Rect(-60, -40, 120, 80)
    let scene = Scene.oneLayer(
      .ramp(), size: Size(400, 400), canvas: canvas, position: .zero, mesh: flat,
      transform: .perspective(eyeDistance: eyeDistance))
    let difference = ImageDifference(try scene.rendered()) { x, y in
      let p = Point(Double(x) + 0.5 + canvas.minX, Double(y) + 0.5 + canvas.minY)
      // The line of sight meets the floor where y * w = drop.
      let top = drop / (1 - far / eyeDistance)
      if p.y < top - 1 { return .zero }
      guard p.y > top + 1 else { return nil }
      let w = drop / p.y
      let z = (1 - w) * eyeDistance
      let u = 64 * (p.x * w / 400 + 0.5)
      let v = 64 * (z - near) / (far - near)
      // Clear of the floor's sides, by pixels and by texels. Texels are minified toward the horizon, where a linear
      // ramp still averages to itself.
      guard (abs(p.x) + 4) * w < 180, (1.5...60).contains(v) else { return nil }
      return Image.rampValue(u, v)
    }
    #expect(difference.count > 4000)
    #expect(difference.isWithin(3), "\(difference)")
  }

  @Test(arguments: [-1e6, -1e3, 0, 1e3, 1e6])
  func depthAloneDoesNotMatter(_ depth: Double) throws {
    let image = Image.noise(32, 32)
    #expect(
      ImageDifference(try Scene.oneLayer(image, transform: .translation(0, 0, depth)).rendered(), image)
        .isWithin(.exact))
    let mesh = try Mesh.grid(rows: 2, columns: 2) { SIMD3($0.x, $0.y, Float(depth / 32)) }
    #expect(ImageDifference(try Scene.oneLayer(image, mesh: mesh).rendered(), image).isWithin(.exact))
  }

  @Test func farAwayInPerspectiveIsStillDrawn() throws {
    let (eyeDistance, depth) = (50.0, -1e6)
    let scene = Scene.oneLayer(
      .solid(1, 1, Pixel(255, 255, 255, 255)), size: Size(640_032, 640_032), canvas: Rect(-32, -32, 64, 64),
      position: .zero, transform: .translation(0, 0, depth) * .perspective(eyeDistance: eyeDistance))
    // 320,016 / (1 + 1e6 / 50) = 16.0 pixels to each side.
    let difference = ImageDifference(try scene.rendered()) { x, y in
      (16..<48).contains(x) && (16..<48).contains(y) ? SIMD4(repeating: 255) : .zero
    }
    #expect(difference.isWithin(.exact), "\(difference)")
  }

  @Test func whatLiesBehindTheEyeIsNotDrawn() throws {
    let scene = Scene.oneLayer(
      .noise(16, 16), transform: .translation(0, 0, 101) * .perspective(eyeDistance: 100))
    #expect(try scene.rendered().bytes.allSatisfy { $0 == 0 })
  }

  @Test func justBeforeTheEyeIsDrawn() throws {
    // At z = 99.9 of 100 everything is magnified a thousand times: one texel fills the picture.
    let image = Image(64, 64) { x, y in Pixel(UInt8(4 * x), UInt8(4 * y), 77, 255) }
    let scene = Scene.oneLayer(
      image, position: Point(32, 32), transform: .translation(0, 0, 99.9) * .perspective(eyeDistance: 100))
    let picture = try scene.rendered()
    let difference = ImageDifference(picture) { _, _ in SIMD4(126, 126, 77, 255) }
    #expect(difference.isWithin(1), "\(difference)")
  }

  /// A floor through the eye stretches the range of depths; what stands on it must still be told apart.
  @Test
  func layersAreSortedBesideAFloorThroughTheEye() throws {
    let eyeDistance = 500.0
    var mesh = try Mesh.grid(rows: 1, columns: 1) { SIMD3($0.x, 0.55, $0.y * 4000 - 3000) }
    mesh.depthNormalization = .none
    var scene = Scene.oneLayer(
      .solid(1, 1, Pixel(90, 90, 90, 255)), size: Size(400, 400), canvas: Rect(-32, -32, 64, 64),
      position: .zero,
      mesh: mesh, transform: .perspective(eyeDistance: eyeDistance))
    for depth in [0.0, -2000] {
      for gap in [1.0, 4] {
        let w = 1 - depth / eyeDistance
        var far = Layer(Rect(-20 * w, -20 * w, 40 * w, 30 * w), .pureGreen)
        var near = Layer(Rect(-20 * w, -20 * w, 40 * w, 30 * w), .pureRed)
        far.transform = .translation(0, 0, depth) * .perspective(eyeDistance: eyeDistance)
        near.transform = .translation(0, 0, depth + gap) * .perspective(eyeDistance: eyeDistance)
        (far.anchorPoint, near.anchorPoint) = (Point(0.5, 2.0 / 3), Point(0.5, 2.0 / 3))
        (far.position, near.position) = (.zero, .zero)
        let floor = scene.layers[0]
        for layers in [[floor, near, far], [floor, far, near]] {
          scene.layers = layers
          let picture = try scene.rendered()
          let difference = ImageDifference(picture) { x, y in
            (16..<48).contains(x) && (16..<32).contains(y) ? SIMD4(255, 0, 0, 255) : nil
          }
          #expect(difference.isWithin(.exact), "depth \(depth) gap \(gap): \(difference)")
        }
        scene.layers = [floor]
      }
    }
  }

  /// A transform counts up to a common factor of its sixteen numbers.
  @Test(arguments: [1e-6, 1e6])
  func homogeneousFactorDoesNotMatter(_ factor: Double) throws {
    let image = Image.noise(32, 32)
    let tilt = Transform3D.rotation(.degrees(40), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 90)
    let scaled = Transform3D(
      rows: tilt.row(0) * factor, tilt.row(1) * factor, tilt.row(2) * factor, tilt.row(3) * factor)
    let difference = ImageDifference(
      try Scene.oneLayer(image, transform: scaled).rendered(),
      try Scene.oneLayer(image, transform: tilt).rendered()
    )
    #expect(difference.isWithin(1), "\(difference)")
  }

  /// One vertex so far out that single precision overflows must not take the rest of the picture with it in silence.
  @Test
  func overflowingVertexIsAnErrorOrHarmless() throws {
    var mesh = try Mesh.grid(rows: 1, columns: 2)
    try mesh.replaceVertex(at: 2, with: Mesh.Vertex(from: SIMD2(1, 0), to: SIMD3(1, 0, 1e38)))
    let scene = Scene.oneLayer(.solid(1, 1, Pixel(255, 0, 0, 255)), size: Size(64, 64), mesh: mesh)
    do {
      let picture = try scene.rendered()
      #expect(picture[10, 32] == Pixel(255, 0, 0, 255))
    } catch let error as RenderError {
      guard case .nonFiniteGeometry = error else {
        Issue.record("an overflow is reported as: \(error)")
        return
      }
    }
  }
}
