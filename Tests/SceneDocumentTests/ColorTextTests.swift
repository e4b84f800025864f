import MeshTransform
import SceneDocument
import Testing

@Suite struct ColorTextTests {
  private func bytes(_ text: String) throws -> [Int] {
    let color = try ColorText.parse(text)
    return [color.red, color.green, color.blue, color.alpha].map { Int(($0 * 255).rounded()) }
  }

  @Test(arguments: [
    ("#f80", [255, 136, 0, 255]), ("#F80c", [255, 136, 0, 204]), ("#ff8001", [255, 128, 1, 255]),
    ("#01020304", [1, 2, 3, 4]), (" white ", [255, 255, 255, 255]), ("RebeccaPurple", [102, 51, 153, 255]),
    ("transparent", [0, 0, 0, 0]), ("green", [0, 128, 0, 255]), ("lightslategrey", [119, 136, 153, 255]),
    ("aliceblue", [240, 248, 255, 255]), ("yellowgreen", [154, 205, 50, 255]), ("tan", [210, 180, 140, 255]),
    ("rgb(255, 136, 0)", [255, 136, 0, 255]), ("rgba(255,136,0,20%)", [255, 136, 0, 51]),
    ("RGB( 100% 0% 20% / 0.2 )", [255, 0, 51, 51]), ("rgb(1 2 3)", [1, 2, 3, 255]),
    ("rgb(1 2 3 / 0)", [1, 2, 3, 0]), ("HSLA(120deg, 100%, 25%, 20%)", [0, 128, 0, 51]),
    ("oklch(1 0 0)", [255, 255, 255, 255]), ("OKLab(0% 0 0 / none)", [0, 0, 0, 0]),
  ])
  func reads(_ text: String, _ expected: [Int]) throws {
    #expect(try bytes(text) == expected)
  }

  @Test func everyChannelIsExact() throws {
    #expect(try ColorText.parse("#ffffffff") == .white)
    #expect(try ColorText.parse("#336699").red == 0x33 / 255.0)
  }

  @Test(arguments: [
    ("", 1, "use a color such as"), ("#", 1, "3, 4, 6 or 8"), ("#12345", 1, "3, 4, 6 or 8"),
    ("#ffg", 1, "3, 4, 6 or 8"), ("#123456789", 1, "3, 4, 6 or 8"),
    ("oragne", 1, "did you mean \"orange\"?"),
    ("grene", 1, "did you mean \"green\"?"), ("xyzzyxyz", 1, "use a CSS color name or #rrggbb"),
    ("red blue", 5, "\"blue\" after the color; remove it"), ("rgb(256, 0, 0)", 5, "use 0...255"),
    ("rgb(1, 2, 3, 4)", 14, "use 0...1"), ("rgb(1, 2)", 9, "found \")\" in rgb"),
    ("rgb(1px 2 3)", 5, "use 0...255"),
    ("rgb 1 2 3", 5, "write rgb(255, 136, 0)"), ("rgb(1 2 3 1 5)", 13, "close it"),
    ("rgb(1 2 3", 10, "found the end"),
    ("rgb(-1, 0, 0)", 5, "use 0...255"), ("rgb(101%, 0, 0)", 5, "0%...100%"),
    ("rgb(1e999 0 0)", 5, "too large"), ("currentColor", 1, "a picture has no current color"),
    ("rgb(10deg 0 0)", 5, "rgb has 10deg; use 0...255 or 0%...100%"),
    ("hsl(10%, 0%, 0%)", 5, "hsl has 10%; use degrees, or an angle in deg, rad, grad or turn"),
    ("hsl(120, 101%, 0%)", 10, "hsl has 101%; use 0...100 or 0%...100%"),
    ("hsl(120, x, 0%)", 10, "write hsl(32, 100%, 50%)"), ("hsl(1turns 0 0)", 5, "hsl has 1turns"),
    ("oklch(0.5 -0.1 0)", 11, "use 0...10 or 0%...100%"), ("oklab(2 0 0)", 7, "use 0...1 or 0%...100%"),
    ("oklab(0.5 101% 0)", 11, "-100%...100%"), ("oklhc(1 0 0)", 1, "did you mean \"oklch\"?"),
    ("hsl(1e9 0 0)", 5, "use degrees"),
    ("hwb(0 101% 0%)", 7, "0%...100%"), ("lab(101 0 0)", 5, "use 0...100"),
    ("lch(50 -1 0)", 8, "use 0...1000"),
    ("color(p3 1 0 0)", 7, "\"p3\" is not a color space of color(); use srgb"),
    ("color(1 0 0)", 7, "use srgb"),
    ("color(hsl 1 0 0)", 7, "is not a color space of color()"),
    ("color(srgb 1 0)", 15, "write color(srgb 1 0.5 0)"),
    ("color(srgb 11 0 0)", 12, "use -10...10"), ("color srgb 1 0 0", 7, "write color(display-p3"),
    ("color-mix(red, blue)", 11, "begins with \"in\""),
    ("color-mix(in oklab red, blue)", 20, "oklab has no hue"),
    ("color-mix(in hsl longer, red, blue)", 18, "longer hue"),
    ("color-mix(in okla, red, blue)", 14, "is not a color space"),
    ("color-mix(in oklab, red 101%, blue)", 25, "use 0%...100%"),
    ("color-mix(in oklab, red 0%, blue 0%)", 36, "are both 0"),
    ("color-mix(in oklab, red)", 24, "where \",\" belongs"),
    ("color-mix(in oklab, red, blue", 30, "where \")\" belongs"),
    ("color-mix(in oklab, red 2, blue)", 25, "use 0%...100%"),
    (String(repeating: "color-mix(in lab, ", count: 20), 298, "more than 16 deep"),
  ])
  func errorsNamePlaceAndCorrection(_ text: String, _ column: Int, _ words: String) {
    let error = #expect(throws: SyntaxError.self) { try ColorText.parse(text) }
    guard let error else { return }
    #expect(error.column == column, "\(error)")
    #expect(error.problem.contains(words), "\(error)")
  }
}
