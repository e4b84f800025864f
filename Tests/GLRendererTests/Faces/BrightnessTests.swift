import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Brightness multiplies colors, is interpolated with the content, and leaves alpha alone.
struct BrightnessTests {
  private static let size = Size(64, 64)

  private func square(
    _ brightness: [Float], _ interpolation: Mesh.FaceInterpolation = .triangles, to: [SIMD3<Float>]? = nil,
    scaledFrom: Float = 1
  ) throws -> Mesh {
    let unit = [SIMD2<Float>(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)]
    return try Mesh(
      vertices: unit.enumerated().map { i, p in
        Mesh.Vertex(from: (p - 0.5) * scaledFrom + 0.5, to: to?[i] ?? SIMD3(p, 0))
      },
      faces: [Mesh.Face(0, 1, 2, 3)], faceInterpolation: interpolation, brightness: brightness)
  }

  private func white(_ mesh: Mesh) throws -> Image {
    try Scene.oneLayer(.solid(2, 2, Pixel(255, 255, 255, 255)), size: Self.size, mesh: mesh).rendered()
  }

  @Test(arguments: Mesh.FaceInterpolation.allCases)
  func ofOneValueScalesColors(_ interpolation: Mesh.FaceInterpolation) throws {
    let image = Image.translucentNoise(64, 64).premultiplied()
    let mesh = try square([0.5, 0.5, 0.5, 0.5], interpolation)
    let difference = ImageDifference(try Scene.oneLayer(image, mesh: mesh).rendered()) { x, y in
      let p = SIMD4<Double>(image[x, y])
      return SIMD4(p.x / 2, p.y / 2, p.z / 2, p.w)
    }
    #expect(difference.isWithin(1), "\(difference)")
  }

  @Test func fallsLinearlyAcross() throws {
    let difference = ImageDifference(try white(try square([1, 0, 0, 1]))) { x, _ in
      let value = 255 * (1 - (Double(x) + 0.5) / 64)
      return SIMD4(value, value, value, 255)
    }
    #expect(difference.isWithin(1), "\(difference)")
  }

  /// One bright corner: the product of two falls, where two triangles would show their diagonal.
  @Test(arguments: [Mesh.FaceInterpolation.bilinear, .projective])
  func ofOneCornerIsBilinear(_ interpolation: Mesh.FaceInterpolation) throws {
    let difference = ImageDifference(try white(try square([1, 0, 0, 0], interpolation))) { x, y in
      let value = 255 * (1 - (Double(x) + 0.5) / 64) * (1 - (Double(y) + 0.5) / 64)
      return SIMD4(value, value, value, 255)
    }
    #expect(difference.isWithin(1), "\(difference)")
  }

  /// The same in a tilted square, where the middle of the picture is not the middle of the face.
  @Test(arguments: Mesh.FaceInterpolation.allCases)
  func followsPerspective(_ interpolation: Mesh.FaceInterpolation) throws {
    let scene = Scene.oneLayer(
      .solid(2, 2, Pixel(255, 255, 255, 255)), size: Self.size,
      mesh: try square([1, 0, 0, 1], interpolation),
      transform: .rotation(.degrees(40), about: Point3D(0, 1, 0)) * .perspective(eyeDistance: 150))
    let mesh = try square([1, 0, 0, 1])
    let face = try #require(ReferenceFace(mesh, scene.unitToCanvas).canvasToContent)
    let difference = ImageDifference(try scene.rendered()) { x, y in
      let at = face(SIMD2(Double(x) + 0.5, Double(y) + 0.5))
      guard at.isWithin(0.03...0.97) else { return nil }
      return SIMD4(255 * (1 - at.x), 255 * (1 - at.x), 255 * (1 - at.x), 255)
    }
    #expect(difference.count > 1000)
    #expect(difference.isWithin(1.5), "\(difference)")
  }

  /// Cutting triangles at the content's edge cuts between two values.
  @Test func survivesClipping() throws {
    let mesh = try square([1, 0, 0, 1], scaledFrom: 2)
    let difference = ImageDifference(try white(mesh)) { x, y in
      guard (16..<48).contains(x), (16..<48).contains(y) else { return .zero }
      let value = 255 * (1 - (Double(x) + 0.5) / 64)
      return SIMD4(value, value, value, 255)
    }
    #expect(difference.isWithin(1), "\(difference)")
  }

  @Test func moreThanOneEndsAtAlpha() throws {
    let image = Image.solid(8, 8, Pixel(60, 200, 100, 128))
    let picture = try Scene.oneLayer(image, mesh: try square([3, 3, 3, 3])).rendered().premultiplied()
    let p = picture[4, 4]
    #expect(p.distance(to: SIMD4(90, 128, 128, 128)) <= 2, "\(p)")
  }

  /// Light falls on what brightness leaves.
  @Test func isLit() throws {
    var light = Light()
    light.intensity = 0.5
    let scene = Scene.oneLayer(
      .solid(2, 2, Pixel(200, 200, 200, 255)), size: Self.size, mesh: try square([0.5, 0.5, 0.5, 0.5]),
      lights: [light])
    let p = try scene.rendered()[32, 32]
    #expect(p.distance(to: SIMD4(50, 50, 50, 255)) <= 1, "\(p)")
  }
}
