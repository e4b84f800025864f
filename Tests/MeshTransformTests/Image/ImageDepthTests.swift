import MeshTransform
import TestSupport
import Testing

@Suite("Channels of 16 bits")
struct ImageDepthTests {
  private func image(_ values: [UInt16], alpha: Image.Alpha = .straight) -> Image {
    Image(
      size: PixelSize(values.count / 4, 1), alpha: alpha, depth: .sixteen,
      bytes: values.withUnsafeBytes { Array($0) })
  }

  private func values(_ image: Image) -> [UInt16] {
    image.bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
  }

  @Test func everyValueOf16BitsIsRoundedTo8() {
    let reduced = image((0..<65_536).map { UInt16($0) }).converted(to: .eight)
    #expect(reduced.depth == .eight && reduced.alpha == .straight)
    // round(v / 257) without ties, since 257 is odd.
    #expect((0..<65_536).allSatisfy { Int(reduced.bytes[$0]) == ($0 + 128) / 257 })
  }

  @Test func everyValueOf8BitsComesBack() {
    let bytes = (0..<256).map { UInt8($0) }
    let narrow = Image(size: PixelSize(64, 1), alpha: .straight, bytes: bytes)
    let wide = narrow.converted(to: .sixteen)
    #expect(values(wide) == bytes.map { 257 * UInt16($0) })
    #expect(wide.converted(to: .eight) == narrow)
    #expect(wide.converted(to: .sixteen) == wide)
  }

  /// Random pairs of colors and alphas, and the extremes.
  private var pairs: [UInt16] {
    var random = SplitMix64(seed: 4)
    var values: [UInt16] = []
    for alpha: UInt16 in [0, 1, 2, 257, 32_767, 32_768, 65_534, 65_535] {
      for color: UInt16 in [0, 1, 128, 32_768, 65_534, 65_535] {
        values += [color, color / 2, 65_535 - color, alpha]
      }
    }
    for _ in 0..<5000 { values += (0..<4).map { _ in UInt16(truncatingIfNeeded: random.next()) } }
    return values
  }

  @Test func productsAreRoundedToNearest() {
    let (before, premultiplied) = (pairs, image(pairs).premultiplied())
    #expect(premultiplied.alpha == .premultiplied)
    let after = values(premultiplied)
    let wrong = before.indices.filter { i in
      let alpha = Int(before[i | 3])
      // There are no ties: 65,535 is odd.
      return i % 4 == 3
        ? before[i] != after[i] : abs(Int(after[i]) * 65_535 - Int(before[i]) * alpha) * 2 > 65_535
    }
    #expect(wrong.isEmpty)
    #expect(premultiplied.straightened().premultiplied() == premultiplied)
  }

  @Test func quotientsAreRoundedHalfUpAndClamped() {
    let (before, after) = (pairs, values(image(pairs, alpha: .premultiplied).straightened()))
    let wrong = before.indices.filter { i in
      let alpha = Int(before[i | 3])
      let want = alpha == 0 ? 0 : min(65_535, (65_535 * Int(before[i]) + alpha / 2) / alpha)
      return i % 4 == 3 ? before[i] != after[i] : Int(after[i]) != want
    }
    #expect(wrong.isEmpty)
  }

  @Test func onlyFullAlphaIsOpaque() {
    #expect(image([1, 2, 3, 65_535]).premultiplied().alpha == .opaque)
    #expect(image([1, 2, 3, 65_534]).premultiplied().alpha == .premultiplied)
  }

  @Test func allFormsKeepDepthDensityAndProfile() {
    var clear = image([9, 8, 7, 100])
    clear.colorProfile = ColorProfile(codePoints: ColorProfile.CodePoints(primaries: 12, transfer: 13))
    clear.pixelDensity = PixelDensity(dotsPerInch: 300, 72)
    var opaque = image([9, 8, 7, 65_535])
    (opaque.colorProfile, opaque.pixelDensity) = (clear.colorProfile, clear.pixelDensity)
    let forms = [
      (clear.premultiplied(), Image.Depth.sixteen), (clear.premultiplied().straightened(), .sixteen),
      (opaque.premultiplied(), .sixteen), (clear.converted(to: .eight), .eight),
      (clear.converted(to: .eight).premultiplied(), .eight),
      (clear.converted(to: .eight).converted(to: .sixteen), .sixteen),
    ]
    for (form, depth) in forms {
      #expect(form.depth == depth)
      #expect(form.colorProfile == clear.colorProfile && form.pixelDensity == clear.pixelDensity)
    }
  }

  @Test func gradientsHaveMoreSteps() {
    let gradient = Gradient(
      start: Point(0, 0.5), end: Point(1, 0.5), stops: [.init(0, .black), .init(1, .white)])
    let size = PixelSize(1000, 1)
    let fine = gradient.image(size: size, depth: .sixteen)
    #expect(Set(values(fine)).count == 1000 + 1)
    #expect(fine.alpha == .opaque && gradient.image(size: size) == fine.converted(to: .eight))
  }
}
