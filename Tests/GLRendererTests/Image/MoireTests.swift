import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// How much is left of detail that a smaller picture cannot hold: a zone plate, whose frequency grows from 0 in the middle
/// to half a cycle per pixel at its sides, drawn smaller. Where it passes one and a half times what the picture holds,
/// all of the picture should be gray.
struct MoireTests {
  private static let side = 256

  private static let plate = Image(side, side) { x, y in
    let (u, v) = (Double(x) + 0.5 - Double(side) / 2, Double(y) + 0.5 - Double(side) / 2)
    let wave = Angle(radians: .pi * (u * u + v * v) / Double(side)).sineAndCosine.cosine
    let value = UInt8((127.5 + 127.5 * wave).rounded())
    return Pixel(value, value, value, 255)
  }

  private func picture(_ size: Int, _ blending: Canvas.Blending) throws -> Image {
    var scene = Scene.oneLayer(Self.plate, size: Size(Double(size), Double(size)))
    scene.canvas.blending = blending
    return try scene.rendered()
  }

  /// The standard deviation of what should be gray, in levels of 255.
  private func moire(_ picture: Image, value: (UInt8) -> Double = { Double($0) }) -> Double {
    let scale = Double(picture.size.width) / Double(Self.side)
    var (count, sum, squares) = (0.0, 0.0, 0.0)
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        let (u, v) = (
          (Double(x) + 0.5) / scale - Double(Self.side) / 2, (Double(y) + 0.5) / scale - Double(Self.side) / 2
        )
        let frequency = (u * u + v * v).squareRoot() / Double(Self.side)
        guard frequency > 0.75 * scale, frequency < 0.5 else { continue }
        let value = value(picture[x, y].x)
        (count, sum, squares) = (count + 1, sum + value, squares + value * value)
      }
    }
    return (squares / count - (sum / count) * (sum / count)).squareRoot()
  }

  /// Pillow's `resize(..., Image.LANCZOS)` leaves 2.8, 2.2, 2.0 and 1.5; means of 2 x 2 pixels left more than 10.
  @Test(arguments: [(128, 4.2), (102, 5.5), (64, 2.4), (48, 4.2)])
  func zonePlate(_ size: Int, _ limit: Double) throws {
    let left = moire(try picture(size, .encoded))
    #expect(left < limit, "\(size) px: \(left)")
  }

  /// In linear light, decoded again, where Pillow's filter leaves 13.9 and 5.4: decoding gives the plate overtones.
  @Test(arguments: [(128, 14), (64, 5.6)]) func zonePlateInLinearLight(_ size: Int, _ limit: Double) throws {
    let left = moire(try picture(size, .linear)) { 255 * SRGBCurve.decoded(Double($0) / 255) }
    #expect(left < limit, "\(size) px: \(left)")
  }
}
