import MeshTransform
import Testing

/// Every pair of a color and an alpha: row a has alpha a, column c red c, green 255 - c, blue c.
private let everyPair: Image = {
  var bytes: [UInt8] = []
  for alpha in UInt8.min ... .max {
    for color in UInt8.min ... .max { bytes += [color, 255 - color, color, alpha] }
  }
  return Image(size: PixelSize(256, 256), alpha: .straight, bytes: bytes)
}()

@Suite("Premultiplied and straight alpha")
struct ImagePremultipliedTests {
  @Test func everyProductIsRoundedToNearest() {
    let image = everyPair.premultiplied()
    #expect(image.alpha == .premultiplied)
    var wrong = 0
    for i in 0..<65536 {
      let (c, a) = (i % 256, i / 256)
      // Nearest: twice the distance to c * a / 255, in 255ths, is at most 255. There are no ties: 255 is odd.
      let (red, green, blue) = (
        Int(image.bytes[4 * i]), Int(image.bytes[4 * i + 1]), Int(image.bytes[4 * i + 2])
      )
      if abs(red * 255 - c * a) * 2 > 255 { wrong += 1 }
      if abs(green * 255 - (255 - c) * a) * 2 > 255 { wrong += 1 }
      if blue != red || Int(image.bytes[4 * i + 3]) != a { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test func everyQuotientIsRoundedHalfUpAndClamped() {
    let image = Image(size: everyPair.size, alpha: .premultiplied, bytes: everyPair.bytes).straightened()
    #expect(image.alpha == .straight)
    var wrong = 0
    for i in 0..<65536 {
      let (c, a) = (i % 256, i / 256)
      for (channel, color) in [c, 255 - c, c].enumerated() {
        let want = a == 0 ? 0 : min(255, (2 * 255 * color + a) / (2 * a))
        if Int(image.bytes[4 * i + channel]) != want { wrong += 1 }
      }
      if Int(image.bytes[4 * i + 3]) != a { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test func premultipliedComesBackFromStraight() {
    let premultiplied = everyPair.premultiplied()
    #expect(premultiplied.straightened().premultiplied() == premultiplied)
  }

  @Test(arguments: [Image.Alpha.opaque, .premultiplied])
  func premultiplyingLeavesTheRestAlone(_ alpha: Image.Alpha) {
    let image = Image(size: PixelSize(1, 1), alpha: alpha, bytes: [10, 20, 30, 255])
    #expect(image.premultiplied() == image)
  }

  @Test(arguments: [Image.Alpha.opaque, .straight])
  func straighteningLeavesTheRestAlone(_ alpha: Image.Alpha) {
    let image = Image(size: PixelSize(1, 1), alpha: alpha, bytes: [10, 20, 30, 255])
    #expect(image.straightened() == image)
  }

  @Test func theProfileTravels() {
    let profile = ColorProfile(gamma: 45_455)
    let image = Image(
      size: PixelSize(1, 1), alpha: .straight, bytes: [10, 20, 30, 40], colorProfile: profile)
    #expect(image.premultiplied().colorProfile == profile)
    #expect(image.premultiplied().straightened().colorProfile == profile)
  }

  @Test func aUniqueImageIsConvertedInPlaceAndASharedOneIsNot() {
    func address(_ image: borrowing Image) -> UnsafeRawPointer? {
      image.bytes.withUnsafeBytes { $0.baseAddress }
    }
    let unique = Image(
      size: PixelSize(64, 64), alpha: .straight, bytes: [UInt8](repeating: 77, count: 4 * 64 * 64))
    let before = address(unique)
    let premultiplied = (consume unique).premultiplied()
    #expect(address(premultiplied) == before)
    let straight = (consume premultiplied).straightened()
    #expect(address(straight) == before)

    let copy = straight.premultiplied()
    #expect(address(copy) != before)
    #expect(copy.bytes.prefix(4) == [23, 23, 23, 77])
    #expect(straight.bytes.prefix(4) == [76, 76, 76, 77], "the shared picture stays as it was")
  }
}
