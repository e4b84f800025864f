import MeshTransform
import Testing
import TextImages

/// The line around letters.
@Suite struct TextOutlineTests {
  private let gold = Color(red: 1, green: 0.8, blue: 0)

  private func draw(
    _ text: String, size: Double = 40, color: Color = .black, _ width: Double, line: Color = .white,
    background: Color = .clear, scale: Double = 1
  ) throws -> Ink {
    let outline = TextOutline(width: width, color: line)
    return Ink(
      try TextImage.render(
        text,
        style: TextStyle(
          font: "DejaVu Sans Mono", fontSize: size, color: color, outline: outline, background: background,
          scale: scale)
      ).image)
  }

  /// The bar of DejaVu Sans Mono is a rectangle of 172 x 2048 units, 2048 of them to the em. A line of the width w around
  /// it, with round corners, has the area `w` times the circumference and that of a circle of the radius w.
  /// Below a pixel the line is within a fifth of its weight.
  @Test(arguments: [1, 3.3, 12])
  func aLinesAreaIsThatOfARoundedFrame(width: Double) throws {
    for scale in [1.0, 2] {
      let line = try draw("|", color: .clear, width, scale: scale)
      let sides = 2 * (172 + 2048) * 40.0 / 2048
      let area = (width * sides + .pi * width * width) * scale * scale
      #expect(abs(line.area / area - 1) < 0.01, "\(line.area), expected \(area)")
      let thin = try draw("|", color: .clear, 0.4 / scale, scale: scale).area
      #expect((0.79..<1.21).contains(thin / (0.4 * sides * scale)))
    }
  }

  /// Every pixel of the outline is as near to the letter as its width, and every near one belongs to it.
  @Test func theLineReachesItsWidthInAllDirections() throws {
    let width = 4.0
    // A clear line leaves the letter alone, in a picture of the same size.
    let letter = try draw("g", size: 28, width, line: .clear)
    let line = try draw("g", size: 28, color: .clear, width)
    var covered: [SIMD2<Int>] = []
    for y in 0..<letter.size.height {
      for x in 0..<letter.size.width where letter.alpha(x, y) > 127 { covered.append(SIMD2(x, y)) }
    }
    for y in 0..<line.size.height {
      for x in 0..<line.size.width {
        var squared = Int.max
        for pixel in covered {
          let (dx, dy) = (pixel.x - x, pixel.y - y)
          squared = min(squared, dx * dx + dy * dy)
        }
        let distance = Double(squared).squareRoot()
        // The edges of the letter and of the line are within their pixels.
        if distance > 1.5, distance < width - 1.5 { #expect(line.alpha(x, y) == 255, "[\(x), \(y)]") }
        if distance > width + 2 { #expect(line.alpha(x, y) == 0, "[\(x), \(y)]") }
      }
    }
  }

  /// Nothing is cut: a margin adds only empty pixels.
  @Test(arguments: [0.3, 5, 20])
  func thePictureGrowsWithTheLine(width: Double) throws {
    let style = TextStyle(
      font: "DejaVu Serif Bold Italic 40", outline: TextOutline(width: width, color: .black))
    var padded = style
    padded.padding = 7
    let tight = Ink(try TextImage.render("fÅ/", style: style).image)
    let wide = Ink(try TextImage.render("fÅ/", style: padded).image)
    #expect(wide.size == PixelSize(tight.size.width + 14, tight.size.height + 14))
    #expect(abs(wide.area - tight.area) < 1e-6 && tight.area > 100)
  }

  /// Letters keep their size and color under the line around them; where both meet, no background is seen.
  @Test func lettersDoNotGetThinner() throws {
    let red = Color(red: 1, green: 0, blue: 0)
    let plain = try draw("8g", color: red, 3, line: .clear)
    let lined = try draw("8g", color: red, 3, line: gold)
    var full = 0
    for y in 0..<plain.size.height {
      for x in 0..<plain.size.width where plain.alpha(x, y) > 0 {
        let pixel = lined.pixel(x, y)
        #expect(pixel[3] == 255, "[\(x), \(y)]: \(pixel)")
        // The weights of both colors are the coverage of the letter and the rest.
        let green = 204 * Double(255 - plain.alpha(x, y)) / 255
        #expect(pixel[0] == 255 && abs(Double(pixel[1]) - green) <= 1 && pixel[2] == 0, "\(pixel)")
        full += plain.alpha(x, y) == 255 ? 1 : 0
      }
    }
    #expect(full > 100)
  }

  /// A line is not seen through a translucent letter, and a clear one is hollow.
  @Test func theLineEndsWhereTheLetterBegins() throws {
    let half = Color(red: 0, green: 0, blue: 1, alpha: 0.4)
    for (color, inside) in [(half, [0, 0, 102, 102] as [UInt8]), (.clear, [0, 0, 0, 0])] {
      let block = try draw("\u{2588}", color: color, 3, line: gold)
      #expect(block.pixel(block.size.width / 2, block.size.height / 2) == inside)
    }
    // Over white, 0.6 of it remains inside.
    let onWhite = try draw("\u{2588}", color: half, 3, line: gold, background: .white)
    #expect(onWhite.pixel(onWhite.size.width / 2, onWhite.size.height / 2) == [153, 153, 255, 255])
    #expect(onWhite.pixel(1, onWhite.size.height / 2) == [255, 204, 0, 255])
  }

  /// A translucent line covers once, although the lines of neighbors overlap.
  @Test func linesOfNeighborsAreOne() throws {
    let line = try draw("HH", color: .clear, 6, line: Color(red: 0, green: 0, blue: 0, alpha: 0.5))
    var highest = 0
    for y in 0..<line.size.height {
      for x in 0..<line.size.width { highest = max(highest, line.alpha(x, y)) }
    }
    #expect(highest == 128)
  }

  @Test func noLineIsTheSameText() throws {
    let style = TextStyle(font: "DejaVu Sans", color: Color(red: 0.2, green: 0, blue: 1, alpha: 0.7))
    var lined = style
    lined.outline = TextOutline(width: 0)
    #expect(try TextImage.render("AV", style: lined) == TextImage.render("AV", style: style))
    // Nor does a line change how much of each pixel the letters cover.
    let (plain, clear) = try (draw("AV", 0), draw("AV", 5, line: .clear))
    #expect(abs(plain.area - clear.area) < 1e-6)
  }

  @Test func noColorExceedsItsAlpha() throws {
    let style = TextStyle(
      font: "DejaVu Serif Italic 24", color: Color(red: 1, green: 0.5, blue: 0, alpha: 0.7),
      outline: TextOutline(width: 2, color: Color(red: 0.3, green: 1, blue: 1, alpha: 0.6)),
      background: Color(red: 0.2, green: 1, blue: 0.9, alpha: 0.3))
    let bytes = try TextImage.render("Premultiplied?", style: style).image.bytes
    for i in stride(from: 0, to: bytes.count, by: 4) {
      #expect(max(bytes[i], bytes[i + 1], bytes[i + 2]) <= bytes[i + 3])
    }
  }

  @Test func linesAreLimited() throws {
    for width in [-1, 1000.1, .nan, .infinity] {
      #expect(throws: TextError.self) { try draw("a", width) }
    }
    #expect(throws: TextError.self) { try draw("a", 1, line: Color(red: 2, green: 0, blue: 0)) }
    #expect(throws: TextError.outlineTooWide(40.5, fontSize: 40)) { try draw("a", 40.5) }
    let long = String(repeating: "a\n", count: 5001)
    #expect(throws: TextError.tooLongWith(.outlineWidth, 1, characters: 10_002, limit: 10_000)) {
      try draw(long, size: 1, 1)
    }
    let pixels = try draw("ab", 3).size.area
    let style = TextStyle(font: "DejaVu Sans Mono", fontSize: 40, outline: TextOutline(width: 3))
    _ = try TextImage.render("ab", style: style, memoryLimit: 5 * pixels)
    #expect(throws: TextError.self) { try TextImage.render("ab", style: style, memoryLimit: 5 * pixels - 1) }
  }
}
