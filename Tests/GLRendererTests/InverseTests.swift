import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// What a flat mesh has bent, its inverse bends back.
struct InverseTests {
  /// Smooth hills and valleys of color, as a photograph out of focus has them: no detail that sampling twice could lose.
  private static func picture(_ size: PixelSize) -> Image {
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (u, v) = (Double(x) / Double(size.width), Double(y) / Double(size.height))
        func wave(_ a: Double, _ b: Double, _ phase: Double) -> Double {
          Angle.radians(2 * .pi * (a * u + b * v) + phase).sineAndCosine.sine
        }
        let red = 128 + 60 * wave(3, 1, 0) + 40 * wave(-2, 7, 1)
        let green = 128 + 70 * wave(1, -4, 2) + 40 * wave(9, 2, 0.5)
        let blue = 128 + 50 * wave(6, 5, 3) + 50 * wave(2, 2, 0)
        bytes += [red, green, blue].map { UInt8($0.rounded()) } + [255]
      }
    }
    return Image(size: size, alpha: .opaque, bytes: bytes)
  }

  /// Flat meshes that stay on the canvas and make nothing so small that detail is lost.
  private static let meshes: [(preset: String, values: [String: Double])] = [
    ("bulge", ["height": 0, "strength": 0.5]), ("swirl", [:]), ("wave", ["shrink": 0.1]),
    ("lens", ["k1": -0.2]),
    ("cornerPin", ["topLeftX": 0.1, "topLeftY": 0.15, "topRightX": 0.9, "bottomRightY": 0.8]),
  ]

  /// Sampled twice between pixels, the picture comes back to a level of 255 on average.
  @Test(arguments: meshes.indices)
  func warpedAndUnwarped(_ index: Int) throws {
    let (preset, values) = Self.meshes[index]
    let size = PixelSize(256, 192)
    let picture = Self.picture(size)
    let mesh = try MeshPreset.named(preset).mesh(values)
    let renderer = try Renderer.any()
    let warped = try Scene.oneLayer(picture, mesh: mesh).rendered(by: renderer)
    let back = try Scene.oneLayer(warped, mesh: try mesh.inverted()).rendered(by: renderer)
    var (sum, count) = (0, 0)
    // What the warp pushed off the canvas, or left at the picture's own edge, can't come back.
    for y in 8..<size.height - 8 {
      for x in 8..<size.width - 8 {
        let start = 4 * (y * size.width + x)
        guard Self.isDeepInside(back, x, y) else { continue }
        for channel in 0..<3 {
          sum += abs(Int(back.bytes[start + channel]) - Int(picture.bytes[start + channel]))
          count += 1
        }
      }
    }
    let mean = Double(sum) / Double(count)
    #expect(mean <= 1, "\(preset): \(mean)")
    #expect(count > 3 * 240 * 176 / 2, "\(preset) left \(count)")
  }

  /// Opaque with all that is near.
  private static func isDeepInside(_ image: Image, _ x: Int, _ y: Int) -> Bool {
    for dy in [-4, 0, 4] {
      for dx in [-4, 0, 4] {
        if image.bytes[4 * ((y + dy) * image.size.width + x + dx) + 3] < 255 { return false }
      }
    }
    return true
  }
}
