import MeshTransform
import Testing
import TextImages

/// U+2588, the full block, fills its cell, so every pixel is known.
@Suite struct TextColorTests {
  private func middle(_ color: Color, on background: Color = .clear) throws -> [UInt8] {
    let style = TextStyle(font: "DejaVu Sans Mono 40", color: color, background: background, padding: 3)
    let ink = Ink(try TextImage.render("\u{2588}", style: style).image)
    return ink.pixel(ink.size.width / 2, ink.size.height / 2)
  }
  private func gray(_ value: Double, _ alpha: Double = 1) -> Color {
    Color(red: value, green: value, blue: value, alpha: alpha)
  }

  @Test func everyOpaqueByteIsExact() throws {
    for byte in stride(from: 0, through: 255, by: 5) {
      #expect(try middle(gray(Double(byte) / 255)) == [UInt8(byte), UInt8(byte), UInt8(byte), 255])
    }
  }

  @Test func channelsKeepTheirOrder() throws {
    #expect(try middle(Color(red: 1, green: 0.6, blue: 0.2)) == [255, 153, 51, 255])
  }

  @Test func translucencyIsPremultiplied() throws {
    // alpha 0.4 is 102; 255 * 0.4 = 102, 153 * 0.4 = 61.2, 51 * 0.4 = 20.4
    #expect(try middle(Color(red: 1, green: 0.6, blue: 0.2, alpha: 0.4)) == [102, 61, 20, 102])
  }

  @Test func backgroundFillsTheImageAndShowsThrough() throws {
    let style = TextStyle(
      font: "DejaVu Sans 30", color: gray(0, 0.6), background: gray(1), padding: 3)
    let text = try TextImage.render("A", style: style)
    #expect(text.image.alpha == .opaque)
    #expect(Ink(text.image).pixel(0, 0) == [255, 255, 255, 255])
    // Black with alpha 0.6 over white leaves 0.4 of white.
    #expect(try middle(gray(0, 0.6), on: gray(1)) == [102, 102, 102, 255])
  }

  @Test func noColorExceedsItsAlpha() throws {
    let style = TextStyle(
      font: "DejaVu Serif Italic 24", color: Color(red: 1, green: 0.5, blue: 0, alpha: 0.7),
      background: Color(red: 0.2, green: 1, blue: 0.9, alpha: 0.3))
    let bytes = try TextImage.render("Premultiplied?", style: style).image.bytes
    for i in stride(from: 0, to: bytes.count, by: 4) {
      #expect(max(bytes[i], bytes[i + 1], bytes[i + 2]) <= bytes[i + 3])
    }
  }
}
