import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Premultiplied blending, edges without fringes, and what lies behind translucent content.
struct TransparencyTests {
  /// `source over background` of premultiplied channels in 0...255.
  private func over(_ source: SIMD4<Double>, _ background: SIMD4<Double>) -> SIMD4<Double> {
    source + background * (1 - source.w / 255)
  }

  private func premultiplied(_ p: Pixel) -> SIMD4<Double> {
    let a = Double(p.w) / 255
    return SIMD4(Double(p.x) * a, Double(p.y) * a, Double(p.z) * a, Double(p.w))
  }

  @Test func blendsOverTheBackground() throws {
    let image = Image.translucentNoise(32, 32)
    let renderer = try Renderer.any()
    for background in [
      Color.white, .black, Color(red: 0.2, green: 0.6, blue: 1, alpha: 0.4), .clear,
    ] {
      let picture = try Scene.oneLayer(image, background: background).rendered(by: renderer)
      let alpha = background.alpha * 255
      let behind = SIMD4(background.red * alpha, background.green * alpha, background.blue * alpha, alpha)
      let difference = ImageDifference(picture) { over(premultiplied(image[$0, $1]), behind) }
      #expect(difference.isWithin(1.5), "\(background): \(difference)")
    }
  }

  /// A white layer's edge over nothing is white in every partly covered pixel, never gray.
  @Test(arguments: [Pixel(255, 255, 255, 255), Pixel(255, 255, 255, 128)])
  func edgesHaveNoDarkFringe(_ white: Pixel) throws {
    let mesh = try Mesh.grid(rows: 4, columns: 4) { SIMD3($0.x, $0.y, 0.1 * $0.x * $0.y) }
    let scene = Scene.oneLayer(
      .solid(16, 16, white), canvas: Rect(-16, -16, 48, 48), position: Point(8, 8), mesh: mesh,
      transform: .rotation(.degrees(27)) * .scale(1.7, 1.7))
    let picture = try scene.rendered()
    var partial = 0
    for y in 0..<48 {
      for x in 0..<48 {
        let p = picture[x, y]
        #expect(p.x == p.w && p.y == p.w && p.z == p.w, "[\(x), \(y)] \(p)")
        if p.w > 0, p.w < white.w { partial += 1 }
      }
    }
    #expect(partial > 40)
    let straight = picture.straightened()
    #expect(
      straight.bytes.indices.allSatisfy {
        $0 % 4 == 3 || straight.bytes[$0] == (straight.bytes[$0 | 3] > 0 ? 255 : 0)
      })
  }

  /// White content that fades out inside the texture: filtering must not pull in the black of empty texels.
  @Test func fadingContentStaysWhite() throws {
    let image = Image(16, 16, alpha: .straight) { x, y in
      (x + y) % 3 == 0 ? Pixel(255, 255, 255, 255) : Pixel(0, 0, 0, 0)
    }
    let renderer = try Renderer.any()
    for scale in [0.3, 1, 3.7] {
      let picture = try Scene.oneLayer(image, scale: scale).rendered(by: renderer)
      for y in 0..<picture.size.height {
        for x in 0..<picture.size.width {
          let p = picture[x, y]
          #expect(
            abs(Int(p.x) - Int(p.w)) <= 1 && abs(Int(p.z) - Int(p.w)) <= 1, "\(scale) [\(x), \(y)] \(p)")
        }
      }
    }
  }

  /// A strip folded over itself: columns 0..<20 show its left half in front of its right half or behind it.
  private func folded(rightHalfAt depth: Float, reversed: Bool) throws -> Mesh {
    let faces = [Mesh.Face(0, 1, 2, 3), Mesh.Face(4, 5, 6, 7)]
    return try Mesh(
      vertices: [
        Mesh.Vertex(from: SIMD2(0, 0), to: SIMD3(0, 0, 0)),
        Mesh.Vertex(from: SIMD2(0.5, 0), to: SIMD3(1, 0, 0)),
        Mesh.Vertex(from: SIMD2(0.5, 1), to: SIMD3(1, 1, 0)),
        Mesh.Vertex(from: SIMD2(0, 1), to: SIMD3(0, 1, 0)),
        Mesh.Vertex(from: SIMD2(0.5, 0), to: SIMD3(1, 0, depth)),
        Mesh.Vertex(from: SIMD2(1, 0), to: SIMD3(0, 0, depth)),
        Mesh.Vertex(from: SIMD2(1, 1), to: SIMD3(0, 1, depth)),
        Mesh.Vertex(from: SIMD2(0.5, 1), to: SIMD3(1, 1, depth)),
      ], faces: reversed ? faces.reversed() : faces)
  }

  private static let halves: (left: Pixel, right: Pixel) = (Pixel(255, 0, 0, 128), Pixel(0, 0, 255, 100))

  @Test(arguments: [Float(-5), 5])
  func translucentFoldShowsBothLayers(_ depth: Float) throws {
    let image = Image(40, 10, alpha: .straight) { x, _ in x < 20 ? Self.halves.left : Self.halves.right }
    let (left, right) = (premultiplied(Self.halves.left), premultiplied(Self.halves.right))
    let expected = depth > 0 ? over(right, left) : over(left, right)
    for reversed in [false, true] {
      let picture = try Scene.oneLayer(image, mesh: folded(rightHalfAt: depth, reversed: reversed)).rendered()
      // Clear of the middle of the strip, where red turns blue.
      let difference = ImageDifference(picture) { x, _ in x < 36 && x > 1 ? expected : nil }
      #expect(difference.isWithin(2), "depth \(depth), reversed \(reversed): \(difference)")
    }
  }

  @Test(arguments: [Float(-5), 5])
  func opaqueFoldShowsTheNearest(_ depth: Float) throws {
    let (left, right) = (Pixel(255, 0, 0, 255), Pixel(0, 0, 255, 255))
    let image = Image(40, 10) { x, _ in x < 20 ? left : right }
    for reversed in [false, true] {
      let picture = try Scene.oneLayer(image, mesh: folded(rightHalfAt: depth, reversed: reversed)).rendered()
      let difference = ImageDifference(picture) { x, _ in
        x < 36 && x > 1 ? SIMD4<Double>(depth > 0 ? right : left) : nil
      }
      #expect(difference.isWithin(.exact), "depth \(depth), reversed \(reversed): \(difference)")
    }
  }
}
