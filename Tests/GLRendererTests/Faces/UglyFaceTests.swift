import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Folded, concave, collapsed, huge faces and such that reach behind the eye draw what they cover in the one color that
/// the content has: no pixel is a product of nothing.
struct UglyFaceTests {
  @Test(arguments: [Mesh.FaceInterpolation.bilinear, .projective])
  func areOfTheirColor(_ interpolation: Mesh.FaceInterpolation) throws {
    let renderer = try Renderer.any()
    var quads = RandomQuads(seed: 11)
    let color = Pixel(200, 100, 50, 255)
    var covered = 0
    for i in 0..<60 {
      let reach = [0.8, 2, 0.5, 1e6][i % 4]
      var to = quads.corners(reach: reach).map { SIMD3($0, quads.number(-2...2)) }
      if i % 5 == 1 { to[1] = to[0] }
      if i % 5 == 2 { to[2] = (to[0] + to[1]) / 2 }
      if i % 5 == 3 { (to[1], to[2]) = (to[2], to[1]) }
      if i % 10 == 4 { to = [to[0], to[0], to[2], to[2]] }
      let mesh = try quads.mesh(to: to, interpolation)
      // Minified, so that derivatives count.
      let scene = Scene.oneLayer(
        .solid(256, 256, color), size: Size(40, 40), mesh: mesh,
        transform: i % 2 == 0 ? .identity : quads.tilt())
      let picture = try scene.rendered(by: renderer, samples: 1)
      for y in 0..<40 {
        for x in 0..<40 where picture[x, y] != .zero {
          covered += 1
          #expect(picture[x, y].distance(to: SIMD4<Double>(color)) <= 1, "face \(i), [\(x), \(y)]")
        }
      }
    }
    #expect(covered > 5000)
  }

  /// Lit and beyond the content, all that a pixel computes at once: still premultiplied colors.
  @Test(arguments: [Mesh.FaceInterpolation.bilinear, .projective])
  func arePremultiplied(_ interpolation: Mesh.FaceInterpolation) throws {
    let renderer = try Renderer.any()
    var quads = RandomQuads(seed: 12)
    for i in 0..<20 {
      let to = quads.corners(reach: 1).map { SIMD3($0, quads.number(-1...1)) }
      var mesh = try quads.mesh(from: quads.corners(reach: 1), to: to, interpolation)
      try mesh.setBrightness([0, 3, 1, 0.5])
      let scene = Scene.oneLayer(
        .translucentNoise(256, 256), size: Size(40, 40), mesh: mesh, transform: quads.tilt(),
        surface: Surface(specular: 1), lights: [Light()])
      let picture = try scene.rendered(by: renderer)
      for y in 0..<40 {
        for x in 0..<40 {
          let p = picture[x, y]
          #expect(p.x <= p.w && p.y <= p.w && p.z <= p.w, "face \(i), [\(x), \(y)] \(p)")
        }
      }
    }
  }

  /// Faces without any area, and none at all.
  @Test(arguments: [Mesh.FaceInterpolation.bilinear, .projective])
  func nothingToDraw(_ interpolation: Mesh.FaceInterpolation) throws {
    let corners = [SIMD2<Float>(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)]
    let point = try Mesh(
      vertices: corners.map { Mesh.Vertex(from: $0, to: SIMD3(0.5, 0.5, 0)) }, faces: [Mesh.Face(0, 1, 2, 3)],
      faceInterpolation: interpolation)
    let away = try Mesh(
      vertices: corners.map { Mesh.Vertex(from: $0 + 3, to: SIMD3($0 * $0.x, 0)) },
      faces: [Mesh.Face(0, 1, 2, 3)], faceInterpolation: interpolation)
    for mesh in [point, away] {
      #expect(try Scene.oneLayer(.noise(8, 8), mesh: mesh).rendered().bytes.allSatisfy { $0 == 0 })
    }
  }
}
