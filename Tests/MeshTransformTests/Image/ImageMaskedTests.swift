import Testing

@testable import MeshTransform
@testable import TestSupport

/// Images times masks.
struct ImageMaskedTests {
  /// Alpha is that of the image times the share, in Double; colors stay.
  @Test(arguments: [Layer.MaskMode.alpha, .invertedAlpha, .luminance, .invertedLuminance])
  func alphaIsTheProduct(_ mode: Layer.MaskMode) {
    let (image, mask) = (Image.translucentNoise(37, 23), Image.translucentNoise(37, 23, seed: 5))
    #expect(image != mask)
    let result = image.masked(by: mask, mode)
    #expect(result.alpha == .straight)
    let premultiplied = image.premultiplied().masked(by: mask, mode)
    #expect(premultiplied.alpha == .premultiplied)
    for index in stride(from: 0, to: image.bytes.count, by: 4) {
      let alpha = Double(mask.bytes[index + 3]) / 255
      let weighted = zip([0.2126, 0.7152, 0.0722], mask.bytes[index...]).map { $0 * Double($1) }
      let luminance = weighted.reduce(0, +)
      var share = mode.usesLuminance ? luminance / 255 * alpha : alpha
      if mode.isInverted { share = 1 - share }
      #expect(result.bytes[index..<index + 3] == image.bytes[index..<index + 3])
      let expected = Double(image.bytes[index + 3]) * share
      #expect(abs(Double(result.bytes[index + 3]) - expected) <= (mode.usesLuminance ? 1.5 : 0.51))
      // Colors of premultiplied images are multiplied, too.
      let red = Double(image.premultiplied().bytes[index]) * share
      #expect(abs(Double(premultiplied.bytes[index]) - red) <= (mode.usesLuminance ? 1.5 : 0.51))
    }
  }

  @Test func fullMasksChangeNothing() {
    let image = Image.translucentNoise(9, 9)
    let white = Image(9, 9, alpha: .opaque) { _, _ in Pixel(255, 255, 255, 255) }
    #expect(image.masked(by: white, .alpha) == image && image.masked(by: white, .luminance) == image)
    let none = image.masked(by: white, .invertedAlpha)
    #expect(stride(from: 3, to: none.bytes.count, by: 4).allSatisfy { none.bytes[$0] == 0 })
  }

  @Test func otherSizesDepthsAndModesMaskNothing() {
    let image = Image.noise(9, 9)
    #expect(image.mayMask(image, .alpha) && image.mayMask(image, .invertedLuminance))
    #expect(!Image.noise(9, 8).mayMask(image, .alpha))
    #expect(!image.converted(to: .sixteen).mayMask(image, .alpha))
    #expect(!image.mayMask(image.converted(to: .sixteen), .alpha))
    #expect(!image.mayMask(image, .shade) && !image.mayMask(image, .none))
  }
}
