import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Checkerboards seen at a low angle against the mean of many points of every pixel: no moire where squares are smaller
/// than a pixel, and no gray where they are larger.
struct GrazingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// Texels a side of the image and of a square.
    let texels: Int, square: Int
    let degrees: Double
    var testDescription: String { "\(texels)/\(square) at \(degrees)" }
  }

  private static let canvas = PixelSize(96, 72)
  private static let (side, eyeDistance) = (300.0, 260.0)

  /// The leaning surface, by its own arithmetic: the canvas point of (x, y) in points from the middle of the surface is
  /// (x, y cos) / (1 - y sin / d).
  private func content(_ test: Case, _ x: Double, _ y: Double) -> SIMD2<Double> {
    let (sine, cosine) = Angle.degrees(test.degrees).sineAndCosine
    let v = (y - 36) / (cosine + (y - 36) * sine / Self.eyeDistance)
    let u = (x - 48) * (1 - v * sine / Self.eyeDistance)
    return (SIMD2(u, v) / Self.side + 0.5) * Double(test.texels)
  }

  /// The mean of 14 x 14 points of a pixel; nil where it is not wholly on the surface, or covers less than two texels.
  private func mean(_ test: Case, _ x: Int, _ y: Int) -> Double? {
    let corners = [(0.0, 0.0), (1, 0), (0, 1), (1, 1)].map {
      content(test, Double(x) + $0.0, Double(y) + $0.1)
    }
    let end = Double(test.texels)
    guard corners.allSatisfy({ $0.x > 0 && $0.y > 0 && $0.x < end && $0.y < end }) else { return nil }
    let change = corners[2] - corners[0]
    guard (change * change).sum() > 4 else { return nil }
    var white = 0
    for j in 0..<14 {
      for i in 0..<14 {
        let p = content(test, Double(x) + (Double(i) + 0.5) / 14, Double(y) + (Double(j) + 0.5) / 14)
        white += (Int(p.x) / test.square + Int(p.y) / test.square) % 2
      }
    }
    return 255 * Double(white) / 196
  }

  @Test(arguments: [
    Case(texels: 256, square: 1, degrees: 75), Case(texels: 512, square: 4, degrees: 80),
    Case(texels: 1024, square: 16, degrees: 84), Case(texels: 1024, square: 8, degrees: 87),
  ])
  func nearTheMeanOfManyPoints(_ test: Case) throws {
    let checker = Image(test.texels, test.texels) { x, y in
      (x / test.square + y / test.square) % 2 == 0 ? Pixel(0, 0, 0, 255) : Pixel(255, 255, 255, 255)
    }
    let size = Self.canvas
    let scene = Scene.oneLayer(
      checker, size: Size(Self.side, Self.side),
      canvas: Rect(0, 0, Double(size.width), Double(size.height)),
      transform: .rotation(.degrees(test.degrees), about: Point3D(1, 0, 0))
        * .perspective(eyeDistance: Self.eyeDistance))
    let picture = try scene.rendered()

    var all = Statistics()
    for band in stride(from: 0, to: size.height, by: 6) {
      var part = Statistics()
      for y in band..<band + 6 {
        for x in 0..<size.width {
          guard let wanted = mean(test, x, y) else { continue }
          part.add(Double(picture[x, y].x), wanted)
          all.add(Double(picture[x, y].x), wanted)
        }
      }
      guard part.count > 100 else { continue }
      let name = "rows \(band)..<\(band + 6)"
      #expect(abs(part.bias) < 1.5, "\(name): mean differs by \(part.bias)")
      // Neither patterns that are not there, nor a gray that comes too early. Of little contrast the mean over a square
      // pixel has as much as it lets through of what is too fine for pixels.
      #expect(part.contrast < 1.1 * part.wantedContrast + 2, "\(name): \(part)")
      if part.wantedContrast > 25 {
        // Levels of mipmaps hold less than square means do of what is nearly too fine for pixels: 0.70 instead of 0.81 at
        // 0.2 cycles per texel (`MipFilter`).
        let share = part.wantedContrast > 50 ? 0.9 : 0.75 * 0.70 / 0.81
        #expect(part.contrast > share * part.wantedContrast, "\(name): \(part)")
      }
    }
    #expect(all.count > 1000)
    #expect(all.error < 12, "\(all)")
  }
}

/// Of values beside those wanted.
private struct Statistics: CustomStringConvertible {
  private(set) var count = 0.0
  private var sums = SIMD2<Double>.zero, squares = SIMD2<Double>.zero, errors = 0.0

  mutating func add(_ value: Double, _ wanted: Double) {
    let pair = SIMD2(value, wanted)
    (count, sums, squares) = (count + 1, sums + pair, squares + pair * pair)
    errors += (value - wanted) * (value - wanted)
  }

  /// The root of the mean square.
  var error: Double { (errors / count).squareRoot() }
  var bias: Double { (sums.x - sums.y) / count }
  /// The standard deviation.
  var contrast: Double { deviation(0) }
  var wantedContrast: Double { deviation(1) }

  private func deviation(_ i: Int) -> Double {
    max(0, squares[i] / count - (sums[i] / count) * (sums[i] / count)).squareRoot()
  }

  var description: String { "error \(error), contrast \(contrast), wanted \(wantedContrast)" }
}
