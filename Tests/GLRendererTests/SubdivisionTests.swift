import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Meshes that are subdivided for drawing.
struct SubdivisionTests {
  private static let size = Size(160, 160)
  private static let white = Pixel(240, 230, 220, 255)

  /// A net of 4 x 4 control points, hilly and lit from the side.
  private func hills(steps: Int, crease: Float = 0, interpolation: Mesh.FaceInterpolation = .triangles) throws
    -> Mesh
  {
    let depths: [Float] = [0, 0.2, -0.1, 0, 0.3, 0.9, -0.5, 0.1, -0.2, 0.4, 0.7, 0.3, 0, -0.3, 0.1, 0.2]
    var mesh = try Mesh.grid(rows: 3, columns: 3)
    try mesh.mapVertices { vertex, i in
      var vertex = vertex
      vertex.to.z = depths[i]
      return vertex
    }
    if crease > 0 {
      for i in 3..<6 {
        let face = mesh.faces[i]
        try mesh.replaceFace(at: i, with: Mesh.Face(face.indices, creases: SIMD4(0, 0, crease, 0)))
      }
    }
    mesh.faceInterpolation = interpolation
    try mesh.setSubdivisionSteps(steps)
    return mesh
  }

  private func scene(_ mesh: Mesh, transform: Transform3D = .identity) -> Scene {
    Scene.oneLayer(
      .solid(1, 1, Self.white), size: Self.size, mesh: mesh, transform: transform,
      surface: Surface(specular: 0.5, specularExponent: 12),
      lights: [.directional(Point3D(1, 0.6, -1))], background: .black)
  }

  /// A mesh of six by six faces knows the surface's light at its vertices; between them, light is interpolated.
  @Test func lightOnACoarseLevelShowsTheSmoothSurface() throws {
    let renderer = try Renderer.any()
    let fine = try scene(hills(steps: 5)).rendered(by: renderer)
    func difference(_ mesh: Mesh) throws -> (atVertices: Double, all: Double) {
      let picture = try scene(mesh).rendered(by: renderer)
      func isAtVertex(_ pixel: Int) -> Bool {
        let place = (Double(pixel) + 0.5) * 6 / 160
        return abs(place - place.rounded()) < 0.06
      }
      let atVertices = ImageDifference(picture) { column, row in
        isAtVertex(column) && isAtVertex(row) ? SIMD4<Double>(fine[column, row]) : nil
      }
      return (atVertices.mean, ImageDifference(picture, fine).mean)
    }
    let exact = try difference(hills(steps: 1))
    // The same mesh with the mean of its faces' normals.
    let facets = try difference(hills(steps: 1).subdivided(steps: 1))
    #expect(exact.atVertices < 2, "\(exact)")
    #expect(facets.atVertices > 3 * exact.atVertices, "\(facets) beside \(exact)")
    #expect(facets.all > exact.all, "\(facets) beside \(exact)")
  }

  @Test(arguments: Mesh.FaceInterpolation.allCases)
  func automaticIsAsGoodAsMuchFiner(interpolation: Mesh.FaceInterpolation) throws {
    let renderer = try Renderer.any()
    let tilt =
      Transform3D.rotation(.degrees(40), about: Point3D(1, 0.3, 0)) * .perspective(eyeDistance: 500)
    let pictures = try [-1, 7].map {
      try scene(hills(steps: $0, crease: 10, interpolation: interpolation), transform: tilt)
        .rendered(by: renderer)
    }
    let difference = ImageDifference(pictures[0], pictures[1])
    #expect(difference.mean < 0.5, "\(difference)")
  }

  @Test func noCracksAlongACrease() throws {
    let mesh = try hills(steps: 3, crease: 10)
    let scene = scene(mesh)
    let picture = try scene.rendered(samples: 1)
    #expect(try scene.tessellated().layers[0].mesh?.vertices.count ?? 0 > 25 * 25)
    for column in 1..<159 {
      // The crease runs across at two thirds of the height; the boundary stays where it is.
      for row in 90..<125 { #expect(picture[column, row].x > 0) }
    }
  }

  @Test func theSidesOfACreaseAreLitApart() throws {
    let renderer = try Renderer.any()
    func largestStep(_ crease: Float) throws -> Int {
      let picture = try scene(hills(steps: 5, crease: crease)).rendered(by: renderer, samples: 1)
      return (90..<124).map { row in
        abs(Int(picture[40, row].x) - Int(picture[40, row + 1].x))
      }.max() ?? 0
    }
    let (sharp, smooth) = (try largestStep(10), try largestStep(0))
    #expect(sharp > 2 * smooth, "\(sharp) beside \(smooth)")
  }

  @Test func hitsAndPixelsAgree() throws {
    let tilt = Transform3D.rotation(.degrees(35), about: Point3D(1, -0.4, 0)) * .perspective(eyeDistance: 400)
    var scene = scene(try hills(steps: -1), transform: tilt)
    scene.lights = []
    scene.canvas.background = .clear
    // What is seen tells where in the content it is.
    let texels = (0..<65536).flatMap { (i: Int) -> [UInt8] in [UInt8(i % 256), UInt8(i / 256), 0, 255] }
    scene.layers[0].contents = .image(Image(size: PixelSize(256, 256), alpha: .opaque, bytes: texels))
    let picture = try scene.rendered(samples: 1)
    let tester = HitTester(scene)
    var (compared, wrong) = (0, 0)
    for row in 0..<160 {
      for column in 0..<160 {
        let pixel = picture[column, row]
        guard let hit = tester.hitTest(atPixel: column, row) else {
          if pixel.w > 0 { wrong += 1 }
          continue
        }
        compared += 1
        let expected = (hit.unitPoint.x * 256 - 0.5, hit.unitPoint.y * 256 - 0.5)
        if pixel.w == 0 || abs(Double(pixel.x) - expected.0) > 3
          || abs(Double(pixel.y) - expected.1) > 3
        {
          wrong += 1
        }
      }
    }
    // At the outline and where folds hide one another, a pixel's middle may be seen differently.
    #expect(compared > 5000 && wrong * 200 < compared, "\(wrong) of \(compared)")
  }

  @Test func tooManyStepsAreAnErrorAtOnce() throws {
    let scene = scene(try hills(steps: 20))
    let error = #expect(throws: RenderError.self) { try scene.rendered() }
    #expect(error?.description.contains("1000000; use 8 or fewer") == true, "\(error.map { "\($0)" } ?? "")")
  }
}
