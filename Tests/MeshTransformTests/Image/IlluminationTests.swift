import Testing

@testable import MeshTransform

/// A page with ink under a known light becomes the page under even light.
@Suite struct IlluminationTests {
  private static let size = PixelSize(480, 360)

  /// The reflectance of a page: white paper with lines of text, and a dark picture as wide as a quarter of it.
  private static func page(_ x: Int, _ y: Int) -> Double {
    if (260..<380).contains(x), (200..<290).contains(y) { return 0.1 }
    return y % 24 > 12 && x % 9 < 4 && (30..<450).contains(x) ? 0.05 : 1
  }

  /// Three lights: a lamp at the side, a dark corner, and a red tint.
  private static func light(_ x: Int, _ y: Int) -> SIMD3<Double> {
    let (u, v) = (Double(x) / 480, Double(y) / 360)
    let distance = ((u - 0.4) * (u - 0.4) + (v - 0.3) * (v - 0.3)) / 0.8
    return SIMD3(0.8, 0.7, 0.6) * (1 - 0.7 * distance) * (0.7 + 0.3 * u)
  }

  private static func photo(_ depth: Image.Depth) -> Image {
    let largest = Double(depth.largestValue)
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let color = light(x, y) * page(x, y)
        for channel in 0..<4 {
          let value = (channel < 3 ? SRGBCurve.encoded(color[channel]) : 1) * largest
          if depth == .eight {
            bytes.append(UInt8(value.rounded()))
          } else {
            withUnsafeBytes(of: UInt16(value.rounded())) { bytes += $0 }
          }
        }
      }
    }
    return Image(size: size, alpha: .opaque, depth: depth, bytes: bytes)
  }

  @Test(arguments: [Image.Depth.eight, .sixteen])
  func paperBecomesWhite(depth: Image.Depth) {
    let photo = Self.photo(depth)
    let even = Illumination(of: photo).removed(from: photo)
    #expect(even.size == photo.size && even.alpha == .opaque && even.depth == depth)
    let texels = LinearTexels(even)
    var worst = (paper: 0.0, ink: 0.0)
    var (sum, count) = (0.0, 0.0)
    for y in 4..<356 {
      for x in 4..<476 {
        let reflectance = Self.page(x, y)
        for channel in 0..<3 {
          let half = texels.halves[4 * (y * 480 + x) + channel]
          let miss = abs(Double(Float16(bitPattern: half)) - reflectance)
          if reflectance == 1 {
            (sum, count) = (sum + miss, count + 1)
            worst.paper = max(worst.paper, miss)
          } else {
            worst.ink = max(worst.ink, miss)
          }
        }
      }
    }
    // Before, the paper's light was 0.15 to 0.8.
    #expect(worst.paper < 0.16 && worst.ink < 0.06 && sum / count < 0.02, "\(worst), \(sum / count)")
  }

  /// A dark desk around the page has no influence on the light at its edges.
  @Test func onlyThePageCounts() {
    var bytes = Self.photo(.eight).bytes
    for y in 0..<360 {
      for x in 0..<480 where !(100..<400).contains(x) {
        for channel in 0..<3 { bytes[4 * (y * 480 + x) + channel] = 20 }
      }
    }
    let photo = Image(size: Self.size, alpha: .opaque, bytes: bytes)
    let mesh = Mesh.grid(from: Rect(100.0 / 480, 0, 300.0 / 480, 1))
    let even = photo.withEvenLight(within: mesh)
    for x in [104, 112, 388, 396] {
      #expect(even.bytes[4 * (4 * 480 + x)] > 240, "\(x): \(even.bytes[4 * (4 * 480 + x)])")
    }
  }

  @Test func nothingIsDividedByNothing() {
    let black = Image(size: PixelSize(3, 2), alpha: .opaque, bytes: [UInt8](repeating: 0, count: 24))
    #expect(Illumination(of: black).removed(from: black).size == black.size)
    let clear = Image(size: PixelSize(1, 1), alpha: .straight, bytes: [9, 9, 9, 0])
    #expect(Illumination(of: clear).removed(from: clear) == clear)
    #expect(Illumination(of: black, where: { _ in false }).removed(from: black) == black)
  }
}

extension Mesh {
  /// One face that shows a part of the content.
  fileprivate static func grid(from part: Rect) -> Mesh {
    let corners = [
      (part.minX, part.minY), (part.maxX, part.minY), (part.maxX, part.maxY), (part.minX, part.maxY),
    ]
    let unit: [SIMD3<Float>] = [SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(1, 1, 0), SIMD3(0, 1, 0)]
    let vertices = zip(corners, unit).map {
      Mesh.Vertex(from: SIMD2(Float($0.0), Float($0.1)), to: $1)
    }
    guard let mesh = try? Mesh(vertices: vertices, faces: [Mesh.Face(0, 1, 2, 3)]) else {
      preconditionFailure("one face is a mesh")
    }
    return mesh
  }
}
