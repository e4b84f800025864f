import Foundation
import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Scenes whose light is computed as light: decoded, mixed, and encoded again.
struct LinearLightTests {
  private let renderer: Renderer
  init() throws { renderer = try Renderer.any() }

  /// Linear light 0...1 of an encoded byte, and back, by the standard's formulas.
  private func light(_ byte: UInt8) -> Double {
    let v = Double(byte) / 255
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }

  private func byte(_ light: Double) -> Double {
    255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
  }

  private func linear(_ scene: Scene) -> Scene {
    var scene = scene
    scene.canvas.blending = .linear
    return scene
  }

  /// What nothing happens to keeps its bytes: drawn straight, minified by nothing, flattened, lit by the default light.
  @Test func opaquePicturesKeepTheirBytes() throws {
    let image = Image(64, 48) { x, y in
      Pixel(UInt8(4 * x), UInt8(5 * y), UInt8((x * 7 + y * 13) & 255), 255)
    }
    let gray = Image(256, 1) { x, _ in Pixel(repeating: UInt8(x)).replacing(with: 255, where: .last) }
    for image in [image, gray, .noise(40, 30)] {
      for lights in [[], [Light()]] {
        let scene = linear(.oneLayer(image, lights: lights))
        for samples in [1, 4, 16] {
          let picture = try scene.rendered(by: renderer, samples: samples)
          #expect(ImageDifference(picture, image).isWithin(.exact))
        }
        var outer = Layer(bounds: scene.canvas.frame, position: scene.layers[0].position)
        (outer.mesh, outer.sublayers) = (.unitQuad, scene.layers)
        var nested = scene
        nested.layers = [outer]
        let picture = try nested.rendered(by: renderer)
        #expect(ImageDifference(picture, image).isWithin(.exact), "flattened")
      }
    }
  }

  /// Straight and premultiplied pictures, colors and gradients over nothing: only rounding.
  @Test func translucentPicturesKeepTheirColors() throws {
    let image = Image.translucentNoise(40, 30)
    for image in [image, image.premultiplied()] {
      let picture = try linear(.oneLayer(image)).rendered(by: renderer)
      #expect(ImageDifference(picture, image).isWithin(1.01))
    }
    let color = Color(red: 0.8, green: 0.4, blue: 0.1, alpha: 0.4)
    let canvas = Canvas(frame: Rect(0, 0, 8, 8))
    let gradient = Gradient(stops: [.init(0, color), .init(1, .pureBlue)])
    var layer = Layer(Rect(0, 0, 8, 8), color)
    for contents in [Layer.Contents.color(color), .gradient(gradient)] {
      layer.contents = contents
      let scene = Scene(canvas: canvas, layers: [layer])
      let difference = ImageDifference(
        try linear(scene).rendered(by: renderer), try scene.rendered(by: renderer))
      #expect(difference.isWithin(1), "\(difference)")
    }
  }

  /// Half of white over black is half the light, which is 188 and not 128.
  @Test func translucencyMixesLight() throws {
    let (top, bottom, background) = (Pixel(240, 30, 100, 128), Pixel(10, 200, 60, 77), Pixel(90, 90, 20, 255))
    func color(_ p: Pixel) -> Color {
      Color(
        red: Double(p.x) / 255, green: Double(p.y) / 255, blue: Double(p.z) / 255, alpha: Double(p.w) / 255)
    }
    var expected = SIMD3(light(background.x), light(background.y), light(background.z))
    for p in [bottom, top] {
      let alpha = Double(p.w) / 255 * (p == top ? 0.8 : 1)
      expected = SIMD3(light(p.x), light(p.y), light(p.z)) * alpha + expected * (1 - alpha)
    }
    let frame = Rect(0, 0, 4, 4)
    var upper = Layer(frame, color(top))
    upper.opacity = 0.8
    let scene = Scene(
      canvas: Canvas(frame: frame, background: color(background), blending: .linear),
      layers: [Layer(frame, color(bottom)), upper])
    let picture = try scene.rendered(by: renderer)
    let wanted = SIMD4(byte(expected.x), byte(expected.y), byte(expected.z), 255)
    #expect(picture[2, 2].distance(to: wanted) <= 1)

    let half = Layer(frame, Color(red: 1, green: 1, blue: 1, alpha: 0.5))
    let gray = try Scene(canvas: Canvas(frame: frame, background: .black, blending: .linear), layers: [half])
      .rendered(by: renderer)
    #expect(gray[1, 1].distance(to: SIMD4(188, 188, 188, 255)) <= 1)
  }

  /// Edges and minified texels are means of light.
  @Test func averagesAreOfLight() throws {
    // The layer covers the left half of the pixels in column 4.
    let canvas = Canvas(frame: Rect(0, 0, 8, 8), background: .black, blending: .linear)
    for samples in [4, 16] {
      let edge = try Scene(canvas: canvas, layers: [Layer(Rect(0, 0, 4.5, 8), .white)])
        .rendered(by: renderer, samples: samples)
      #expect(edge[4, 4].distance(to: SIMD4(188, 188, 188, 255)) <= 1)
    }

    for side in [64, 65] {
      let board = Image(side, side) { x, y in
        (x + y) % 2 == 0 ? Pixel(255, 255, 255, 255) : Pixel(0, 0, 0, 255)
      }
      let small = try linear(.oneLayer(board, size: Size(8, 8))).rendered(by: renderer)
      #expect(small[4, 4].distance(to: SIMD4(188, 188, 188, 255)) <= 3, "\(small[4, 4])")
    }
  }

  /// Phong's formula on linear values, with a light's color decoded.
  @Test func lightIsShadedInLight() throws {
    let texel = Pixel(180, 120, 240, 150)
    var spot = Light(.spot)
    (spot.position, spot.direction) = (Point3D(20, 30, 50), Point3D(0.2, 0.1, -1))
    (spot.coneAngle, spot.coneEdgeSoftness, spot.color) = (
      .degrees(40), 0.7, Color(red: 1, green: 200.0 / 255, blue: 90.0 / 255)
    )
    let surface = Surface(diffuse: 0.9, specular: 0.4, specularExponent: 9)
    let scene = linear(
      .oneLayer(.solid(1, 1, texel), size: Size(64, 64), surface: surface, lights: [spot, .ambient(0.2)]))
    var decoded = spot
    decoded.color = Color(red: 1, green: light(200), blue: light(90))
    let phong = ReferencePhong(surface: surface, lights: [decoded, .ambient(0.2)])
    let alpha = Double(texel.w) / 255
    let difference = ImageDifference(try scene.rendered(by: renderer)) { x, y in
      let rgb = SIMD3(light(texel.x), light(texel.y), light(texel.z)) * alpha
      let lit = phong.shade(
        SIMD4(rgb, alpha), at: SIMD3(Double(x) + 0.5, Double(y) + 0.5, 0), normal: SIMD3(0, 0, 1),
        viewer: SIMD3(0, 0, 1))
      return SIMD4(byte(lit.x / alpha), byte(lit.y / alpha), byte(lit.z / alpha), 255) * alpha
    }
    #expect(difference.isWithin(1.5), "\(difference)")
  }

  /// One renderer draws both kinds in turn.
  @Test func kindsFollowEachOther() throws {
    let frame = Rect(0, 0, 4, 4)
    var scene = Scene(
      canvas: Canvas(frame: frame, background: .black),
      layers: [Layer(frame, Color(red: 1, green: 1, blue: 1, alpha: 0.5))])
    for expected in [128.0, 188, 128, 188] {
      scene.canvas.blending = expected == 128 ? .encoded : .linear
      let pixel = try scene.rendered(by: renderer)[1, 1]
      #expect(pixel.distance(to: SIMD4(expected, expected, expected, 255)) <= 1)
    }
  }
}

extension SIMDMask where Storage == SIMD4<Int8> {
  /// Alpha.
  fileprivate static var last: Self {
    var mask = Self(repeating: false)
    mask[3] = true
    return mask
  }
}
