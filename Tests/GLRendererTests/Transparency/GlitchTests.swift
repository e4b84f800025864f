import Foundation
import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import TestSupport

/// Where sorting triangles fails: three translucent faces of one mesh that pass through one line, pictured three ways.
struct GlitchTests {
  private static let side = 200

  /// A third of the image for each face, checkered.
  private let image = Image(96, 32, alpha: .straight) { x, y in
    let colors = [Pixel(220, 50, 40, 200), Pixel(30, 150, 60, 200), Pixel(30, 90, 220, 200)]
    let pale = [Pixel(250, 190, 120, 150), Pixel(190, 225, 120, 150), Pixel(150, 215, 250, 150)]
    return (x / 8 + y / 8) % 2 == 0 ? colors[x / 32] : pale[x / 32]
  }

  private func scene() throws -> Scene {
    var vertices: [Mesh.Vertex] = []
    for face in 0..<3 {
      let (sine, cosine) = Angle.degrees(Double(face) * 50 - 42).sineAndCosine
      for (u, v) in [(0.0, 0.0), (1, 0), (1, 1), (0, 1)] {
        let along = u - 0.5
        vertices.append(
          Mesh.Vertex(
            from: SIMD2(Float((Double(face) + 0.02 + 0.96 * u) / 3), Float(v)),
            to: SIMD3(Float(0.5 + along * cosine), Float(v), Float(along * sine))))
      }
    }
    let mesh = try Mesh(
      vertices: vertices, faces: (0..<3).map { Mesh.Face(4 * $0, 4 * $0 + 1, 4 * $0 + 2, 4 * $0 + 3) },
      depthNormalization: .width)
    let half = Double(Self.side) / 2
    return Scene.oneLayer(
      image, size: Size(150, 110), canvas: Rect(-half, -half, 2 * half, 2 * half), position: .zero,
      mesh: mesh,
      transform: .rotation(.degrees(-32), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 420),
      background: .white)
  }

  /// What is left when depth is written: the nearest face alone, over the background.
  private func frontmost(_ scene: Scene) -> Image {
    let layer = scene.layers[0]
    let content = image.premultiplied()
    let reference = BruteForce([
      .init(
        mesh: layer.mesh!, size: SIMD2(150, 110), transform: layer.transform,
        color: { place in
          let (x, y) = (Int(place.x * 96), Int(place.y * 32))
          return SIMD4<Double>(content[min(max(x, 0), 95), min(max(y, 0), 31)])
        })
    ])
    return Image(Self.side, Self.side) { x, y in
      var sum = SIMD4<Double>.zero
      for i in 0..<9 {
        let place = SIMD2(Double(x) + (Double(i % 3) + 0.5) / 3, Double(y) + (Double(i / 3) + 0.5) / 3)
        let nearest = reference.crossings(at: place - Double(Self.side) / 2).prefix(1).map(\.color)
        let color = nearest.first ?? .zero
        sum += color + SIMD4(repeating: 255) * (1 - color.w / 255)
      }
      return Pixel((sum / 9).rounded(.toNearestOrAwayFromZero))
    }
  }

  @Test func pictured() throws {
    let scene = try scene()
    let sorted = try scene.rendered(by: Renderer.any { $0.blendsExactly = false })
    let exact = try scene.rendered(by: Renderer.any())
    let pictures = [sorted, frontmost(scene), exact]
    let strip = Image(3 * Self.side, Self.side) { x, y in pictures[x / Self.side][x % Self.side, y] }
    #expect(ImageDifference(sorted, exact).mean > 1.5)
    try Golden("transparency/sorted-frontmost-exact").check(strip)
  }
}
