import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Mirrored meshes of one face: by triangles the pictures of a symmetrical image are not symmetrical; by the other
/// interpolations they are.
struct SymmetricFaceTests {
  /// The unit square, one corner of which is pulled toward the middle.
  private func mesh(pulling corner: Int, to place: SIMD2<Float>, _ interpolation: Mesh.FaceInterpolation)
    throws -> Mesh
  {
    let unit = [SIMD2<Float>(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)]
    return try Mesh(
      vertices: unit.enumerated().map { i, p in
        Mesh.Vertex(from: p, to: SIMD3(i == corner ? place : p, 0))
      },
      faces: [Mesh.Face(0, 1, 2, 3)], faceInterpolation: interpolation)
  }

  private func difference(_ interpolation: Mesh.FaceInterpolation) throws -> ImageDifference {
    // A ramp and its mirror image meet in the middle.
    let image = Image(96, 96) { x, y in
      Pixel(UInt8(5 * min(x, 95 - x)), UInt8(2 * y), 255, 255)
    }
    let renderer = try Renderer.any()
    func picture(_ corner: Int, _ place: SIMD2<Float>) throws -> Image {
      try Scene.oneLayer(image, mesh: try mesh(pulling: corner, to: place, interpolation))
        .rendered(by: renderer)
    }
    let left = try picture(0, SIMD2(0.3125, 0.3125))
    let right = try picture(1, SIMD2(0.6875, 0.3125)).mirrored(x: true, y: false)
    return ImageDifference(left) { x, y in
      // Multisampling need not be symmetrical on edges.
      left[x, y].w == 255 && right[x, y].w == 255 ? SIMD4<Double>(right[x, y]) : nil
    }
  }

  @Test func trianglesAreNot() throws {
    let difference = try difference(.triangles)
    #expect(difference.max > 40, "\(difference)")
  }

  @Test(arguments: [Mesh.FaceInterpolation.bilinear, .projective])
  func facesAre(_ interpolation: Mesh.FaceInterpolation) throws {
    let difference = try difference(interpolation)
    #expect(difference.count > 3000)
    #expect(difference.isWithin(2), "\(difference)")
  }

  /// The two ways differ: only the projective one keeps the diagonals of the content straight and its middle on them.
  @Test func theMiddleOfTheContent() throws {
    let renderer = try Renderer.any()
    let place = SIMD2<Float>(0.3125, 0.3125)
    // Red where both coordinates are below a half.
    let image = Image(128, 128) { x, y in Pixel(x < 64 && y < 64 ? 255 : 0, 0, 0, 255) }
    func isRed(_ interpolation: Mesh.FaceInterpolation, _ point: SIMD2<Double>) throws -> Bool {
      let picture = try Scene.oneLayer(image, mesh: try mesh(pulling: 0, to: place, interpolation))
        .rendered(by: renderer)
      return picture[Int(point.x * 128), Int(point.y * 128)].x > 127
    }
    // Bilinear: the mean of the corners, (0.578, 0.578). Projective: where the diagonals cross, (0.5, 0.5).
    for (interpolation, middle) in [(Mesh.FaceInterpolation.bilinear, 0.578125), (.projective, 0.5)] {
      #expect(try isRed(interpolation, SIMD2(middle - 0.02, middle - 0.02)))
      #expect(try !isRed(interpolation, SIMD2(middle + 0.02, middle + 0.02)))
    }
  }
}
