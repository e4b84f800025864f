import ImageFiles
import MeshTransform
import Testing

/// The tolerance is worth something: for each recorded picture, what must not pass does not.
struct PictureDifferenceTests {
  static let recorded = Example.all.filter { $0.name != "01-identity" }

  private func check(
    _ example: Example, passes: Bool, _ change: (Image) -> Image,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let picture = try PNG.read(from: .path(example.reference.path))
    let difference = PictureDifference(change(picture), picture)
    #expect(difference.isInvisible == passes, "\(difference)", sourceLocation: location)
  }

  @Test(arguments: recorded)
  func theSamePasses(_ example: Example) throws { try check(example, passes: true) { $0 } }

  /// One sample of four on the other side of a strong edge, now and then.
  @Test(arguments: recorded)
  func aFewStraySamplesPass(_ example: Example) throws {
    try check(example, passes: true) { picture in
      picture.mapChannels { x, y, c in
        let value = picture.channel(x, y, c)
        return x % 24 == 0 && y % 24 == 0 ? (value < 128 ? value + 60 : value - 60) : value
      }
    }
  }

  @Test(arguments: recorded)
  func aMirroredPictureFails(_ example: Example) throws {
    try check(example, passes: false) { picture in
      picture.mapChannels { x, y, c in picture.channel(picture.size.width - 1 - x, y, c) }
    }
    try check(example, passes: false) { picture in
      picture.mapChannels { x, y, c in picture.channel(x, picture.size.height - 1 - y, c) }
    }
  }

  /// As a wrong diagonal or a wrong pixel center moves it.
  @Test(arguments: recorded)
  func aShiftByAQuarterOfAPixelFails(_ example: Example) throws {
    try check(example, passes: false) { picture in
      picture.mapChannels { x, y, c in
        let (here, left) = (Int(picture.channel(x, y, c)), Int(picture.channel(max(0, x - 1), y, c)))
        return UInt8((3 * here + left + 2) / 4)
      }
    }
  }

  @Test(arguments: recorded)
  func lightThatIsAHundredthWeakerFails(_ example: Example) throws {
    try check(example, passes: false) { picture in
      picture.mapChannels { x, y, c in
        let value = picture.channel(x, y, c)
        return c == 3 ? value : UInt8((Double(value) * 0.99).rounded())
      }
    }
  }

  @Test func anotherSizeFails() throws {
    let (small, large) = (PixelSize(4, 4), PixelSize(4, 5))
    let difference = PictureDifference(
      Image(size: small, alpha: .straight, bytes: [UInt8](repeating: 0, count: 64)),
      Image(size: large, alpha: .straight, bytes: [UInt8](repeating: 0, count: 80)))
    #expect(!difference.isInvisible && !difference.isNone)
  }
}
