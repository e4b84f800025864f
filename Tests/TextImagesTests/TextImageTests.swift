import MeshTransform
import Testing
import TextImages

@Suite struct TextImageTests {
  /// DejaVu Sans has 2048 units per em: H is 1540 wide and 1493 high, a line 1901 + 483. At a tenth of that in points,
  /// a tenth in pixels.
  @Test func sizesAreTheFontsOwn() throws {
    let text = try TextImage.render("H", style: TextStyle(font: "DejaVu Sans 204.8"))
    let ink = Ink(text.image)
    #expect(text.warnings == [])
    #expect(text.image.size == PixelSize(154, 239))
    #expect(try abs(#require(ink.rows()).count - 150) <= 1)
    #expect(text.image.alpha == .premultiplied)
  }

  @Test(arguments: ["fj", "ÅỆ", "Ấ̈ğ", "/W\\", "HH\nfj"])
  func nothingIsCutOff(_ text: String) throws {
    let font = "DejaVu Serif Bold Italic 40"
    let tight = Ink(try TextImage.render(text, style: TextStyle(font: font)).image)
    let padded = Ink(try TextImage.render(text, style: TextStyle(font: font, padding: 30)).image)
    #expect(padded.size == PixelSize(tight.size.width + 60, tight.size.height + 60))
    for y in 0..<padded.size.height {
      for x in 0..<padded.size.width {
        let isInside = (30..<30 + tight.size.width).contains(x) && (30..<30 + tight.size.height).contains(y)
        let expected = isInside ? tight.alpha(x - 30, y - 30) : 0
        if padded.alpha(x, y) != expected {
          Issue.record("[\(x), \(y)] is \(padded.alpha(x, y)), expected \(expected)")
          return
        }
      }
    }
  }

  @Test(arguments: [0.5, 2, 3.5])
  func scaleOnlySharpens(_ scale: Double) throws {
    let style = TextStyle(font: "DejaVu Sans 30", width: 150)
    var scaled = style
    scaled.scale = scale
    let one = try TextImage.render("Layout in points, all of it.", style: style)
    let other = try TextImage.render("Layout in points, all of it.", style: scaled)
    #expect(abs(other.size.width - one.size.width) <= 1 / min(scale, 1) + 1)
    #expect(abs(other.size.height - one.size.height) <= 1 / min(scale, 1) + 1)
    let (area, expected) = (Ink(other.image).area, Ink(one.image).area * scale * scale)
    #expect(abs(area / expected - 1) < 0.01)
    #expect(Ink(other.image).lines().count == Ink(one.image).lines().count)
  }

  @Test func sizeComesFromTheStyleThenTheFontThenIs48() throws {
    let styles = [
      TextStyle(font: "DejaVu Sans 24"), TextStyle(font: "DejaVu Sans", fontSize: 24),
      TextStyle(font: "DejaVu Sans 96", fontSize: 24), TextStyle(font: "DejaVu Sans 24px"),
    ]
    let images = try styles.map { try TextImage.render("Size", style: $0) }
    for image in images { #expect(image == images[0]) }
    #expect(
      try TextImage.render("Size", style: TextStyle(font: "DejaVu Sans"))
        == TextImage.render("Size", style: TextStyle(font: "DejaVu Sans 48")))
  }

  @Test func spacesMakeAnEmptyPicture() throws {
    let text = try TextImage.render("   ", style: TextStyle(font: "DejaVu Sans 20"))
    #expect(Ink(text.image).area == 0)
    #expect(text.image.size.width > 10)
  }
}
