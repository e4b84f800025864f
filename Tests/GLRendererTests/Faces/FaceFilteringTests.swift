import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// How content is sampled in bilinear and projective faces.
struct FaceFilteringTests {
  private static let skewed = [SIMD2<Float>(0.05, 0.1), SIMD2(0.95, 0.02), SIMD2(0.7, 0.9), SIMD2(0.1, 0.55)]
  private static let unit = [SIMD2<Float>(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)]

  private func vertices(_ to: [SIMD2<Float>]) -> [Mesh.Vertex] {
    zip(Self.unit, to).map { Mesh.Vertex(from: $0, to: SIMD3($1, 0)) }
  }

  /// A fine checkerboard far too small to show is gray all over, without a pattern.
  @Test(arguments: [Mesh.FaceInterpolation.bilinear, .projective])
  func minifiedCheckerboardIsGray(_ interpolation: Mesh.FaceInterpolation) throws {
    let checker = Image(1024, 1024) { x, y in
      (x + y) % 2 == 0 ? Pixel(255, 255, 255, 255) : Pixel(0, 0, 0, 255)
    }
    let mesh = try Mesh(
      vertices: vertices(Self.skewed), faces: [Mesh.Face(0, 1, 2, 3)], faceInterpolation: interpolation)
    let picture = try Scene.oneLayer(checker, size: Size(64, 64), mesh: mesh).rendered()
    var pixels = 0
    let difference = ImageDifference(picture) { x, y in
      guard picture[x, y].w == 255 else { return nil }
      pixels += 1
      return SIMD4(127.5, 127.5, 127.5, 255)
    }
    #expect(pixels > 1000)
    #expect(difference.isWithin(2), "\(difference)")
  }

  /// Stripes along which the face is squeezed keep their contrast: filtering follows the footprint's direction.
  @Test(arguments: [Mesh.FaceInterpolation.bilinear, .projective])
  func stripesStaySharp(_ interpolation: Mesh.FaceInterpolation) throws {
    let stripes = Image(128, 512) { x, _ in x / 8 % 2 == 0 ? Pixel(255, 255, 255, 255) : Pixel(0, 0, 0, 255) }
    let mesh = try Mesh(
      vertices: vertices([SIMD2(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 0.9)]),
      faces: [Mesh.Face(0, 1, 2, 3)], faceInterpolation: interpolation)
    let picture = try Scene.oneLayer(stripes, size: Size(256, 64), mesh: mesh).rendered()
    var (white, black) = (0, 0)
    for x in 8..<248 {
      if picture[x, 30].x > 240 { white += 1 }
      if picture[x, 30].x < 15 { black += 1 }
    }
    #expect(white > 96 && black > 96, "\(white) white, \(black) black")
  }

  /// A minified face elsewhere in the mesh brings mipmaps; what is drawn texel by pixel stays as it is.
  @Test(arguments: [Mesh.FaceInterpolation.bilinear, .projective])
  func noBlurWhereNotMinified(_ interpolation: Mesh.FaceInterpolation) throws {
    let image = Image.noise(32, 32)
    let small = Self.skewed.map { $0 * 0.2 + SIMD2(1.1, 0.1) }
    let mesh = try Mesh(
      vertices: vertices(Self.unit) + vertices(small), faces: [Mesh.Face(0, 1, 2, 3), Mesh.Face(4, 5, 6, 7)],
      faceInterpolation: interpolation)
    let scene = Scene.oneLayer(image, canvas: Rect(0, 0, 48, 32), position: Point(16, 16), mesh: mesh)
    for samples in [1, 4] {
      let difference = ImageDifference(try scene.rendered(samples: samples)) { x, y in
        x < 32 ? SIMD4<Double>(image[x, y]) : nil
      }
      #expect(difference.isWithin(1), "\(samples) samples: \(difference)")
    }
  }

  /// Triangles and parallelograms show in any interpolation what they show by triangles.
  @Test(arguments: [Mesh.FaceInterpolation.bilinear, .projective])
  func affineFacesStay(_ interpolation: Mesh.FaceInterpolation) throws {
    // Two triangles of the square, a parallelogram, and one skewed face that keeps all from being affine.
    let parallelogram = [SIMD2<Float>(0.1, 1.1), SIMD2(0.7, 1.2), SIMD2(0.9, 1.7), SIMD2(0.3, 1.6)]
    let bent = Self.skewed.map { $0 * 0.5 + SIMD2(1.2, 1.2) }
    let triangles = [SIMD2<Float>(0.02, 0.05), SIMD2(0.9, 0.2), SIMD2(0.98, 0.9), SIMD2(0.1, 0.7)]
    func picture(_ interpolation: Mesh.FaceInterpolation) throws -> Image {
      let mesh = try Mesh(
        vertices: vertices(triangles) + vertices(parallelogram) + vertices(bent),
        faces: [
          Mesh.Face(0, 1, 2, 2), Mesh.Face(2, 3, 0, 0), Mesh.Face(4, 5, 6, 7), Mesh.Face(8, 9, 10, 11),
        ], faceInterpolation: interpolation)
      return try Scene.oneLayer(.ramp(), canvas: Rect(0, 0, 120, 120), position: Point(32, 32), mesh: mesh)
        .rendered(samples: 1)
    }
    let (plain, faces) = (try picture(.triangles), try picture(interpolation))
    let difference = ImageDifference(faces) { x, y in x < 72 || y < 72 ? SIMD4<Double>(plain[x, y]) : nil }
    #expect(difference.isWithin(1), "\(difference)")
    #expect(ImageDifference(faces, plain).max > 8)
  }
}
