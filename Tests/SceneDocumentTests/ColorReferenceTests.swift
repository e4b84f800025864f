import MeshTransform
import SceneDocument
import Testing

/// Colors as `coloraide` 8.13 of PyPI computes them (https://pypi.org/project/coloraide/), an implementation of CSS Color
/// 4 that shares no code with this one. Colors that sRGB lacks are mapped by its method "oklch-chroma", the algorithm
/// of CSS Color 4, section 13.2.
@Suite struct ColorReferenceTests {
  @Test(arguments: [
    ("rgb(255 128 0)", [1.00000, 0.50196, 0.00000, 1.00000], true),
    ("rgb(100%, 50%, 0%)", [1.00000, 0.50000, 0.00000, 1.00000], true),
    ("rgba(255, 128, 0, 0.5)", [1.00000, 0.50196, 0.00000, 0.50000], true),
    ("rgb(12.5 200.25 77 / 25%)", [0.04902, 0.78529, 0.30196, 0.25000], true),
    ("rgb(none 255 none)", [0.00000, 1.00000, 0.00000, 1.00000], true),
    ("hsl(0, 100%, 50%)", [1.00000, 0.00000, 0.00000, 1.00000], true),
    ("hsl(120, 100%, 25%)", [0.00000, 0.50000, 0.00000, 1.00000], true),
    ("hsl(120, 75%, 75%)", [0.56250, 0.93750, 0.56250, 1.00000], true),
    ("hsla(240, 100%, 50%, 0.4)", [0.00000, 0.00000, 1.00000, 0.40000], true),
    ("hsl(210deg 40% 30%)", [0.18000, 0.30000, 0.42000, 1.00000], true),
    ("hsl(0.5turn 60% 70%)", [0.52000, 0.88000, 0.88000, 1.00000], true),
    ("hsl(2rad 50% 50%)", [0.29507, 0.75000, 0.25000, 1.00000], true),
    ("hsl(100grad 90% 40%)", [0.40000, 0.76000, 0.04000, 1.00000], true),
    ("hsl(-30 80% 45%)", [0.81000, 0.09000, 0.45000, 1.00000], true),
    ("hsl(750 80% 45%)", [0.81000, 0.45000, 0.09000, 1.00000], true),
    ("hsl(90 100 50 / 20%)", [0.50000, 1.00000, 0.00000, 0.20000], true),
    ("hsl(359.9 5% 99%)", [0.99050, 0.98950, 0.98950, 1.00000], true),
    ("hsl(none 100% 50%)", [1.00000, 0.00000, 0.00000, 1.00000], true),
    ("hsl(180 0% 50%)", [0.50000, 0.50000, 0.50000, 1.00000], true),
    ("oklab(0.5 0.05 -0.1)", [0.41592, 0.32879, 0.60737, 1.00000], true),
    ("oklab(75% 20% 38%)", [0.97500, 0.56742, 0.01002, 1.00000], true),
    ("oklab(0.9 -0.05 0.05 / 50%)", [0.79307, 0.91449, 0.73034, 0.50000], true),
    ("oklab(0.3 -30% -10%)", [0.00000, 0.21852, 0.23014, 1.00000], false),
    ("oklch(0.7 0.1 200)", [0.25183, 0.69425, 0.71706, 1.00000], true),
    ("oklch(60% 25% 30deg)", [0.70640, 0.40857, 0.36076, 1.00000], true),
    ("oklch(0.45 0.12 0.75turn / 0.3)", [0.23491, 0.30912, 0.59293, 0.30000], true),
    ("oklch(0.628 0.2577 29.23)", [1.00000, 0.00000, 0.00026, 1.00000], false),
    ("oklch(0.5 none 90)", [0.38857, 0.38857, 0.38857, 1.00000], true),
    ("oklch(0.7 0.4 150)", [0.00000, 0.76068, 0.28082, 1.00000], false),
    ("oklch(0.5 0.4 264)", [0.00000, 0.20175, 1.00000, 1.00000], false),
    ("oklch(0.9 0.3 30)", [1.00000, 0.80069, 0.75637, 1.00000], false),
    ("oklch(0.2 0.3 330)", [0.18204, 0.00000, 0.17683, 1.00000], false),
    ("oklch(0.98 0.2 110)", [1.00000, 1.00000, 0.23486, 1.00000], false),
    ("oklab(0.6 0.4 0.4)", [0.85227, 0.28869, 0.00000, 1.00000], false),
    ("oklab(40% 100% -100%)", [0.44257, 0.00000, 0.58502, 1.00000], false),
    ("oklch(1 0.3 30)", [1.00000, 1.00000, 1.00000, 1.00000], false),
    ("oklch(0 0.3 30)", [0.00000, 0.00000, 0.00000, 1.00000], false),
    ("oklch(0.6 2 250)", [0.00000, 0.50420, 0.95619, 1.00000], false),
  ])
  func agreesWithColoraide(_ text: String, _ expected: [Double], _ isInGamut: Bool) throws {
    let color = try ColorText.parse(text)
    let channels = [color.red, color.green, color.blue, color.alpha]
    // Of 255. The search for the chroma of a color that sRGB lacks ends within 0.0001, a quarter of a step of 8 bits.
    let tolerance = isInGamut ? 0.003 : 0.3
    let worst = zip(channels, expected).map { abs($0 - $1) * 255 }.max() ?? .infinity
    #expect(worst <= tolerance, "\(text) is \(channels)")
  }

  /// The names as `tinycss2` 1.5 of PyPI parses them (https://pypi.org/project/tinycss2/), with 8-bit values.
  private static let names = """
    aliceblue f0f8ff, antiquewhite faebd7, aqua 00ffff, aquamarine 7fffd4, azure f0ffff, beige f5f5dc
    bisque ffe4c4, black 000000, blanchedalmond ffebcd, blue 0000ff, blueviolet 8a2be2, brown a52a2a
    burlywood deb887, cadetblue 5f9ea0, chartreuse 7fff00, chocolate d2691e, coral ff7f50
    cornflowerblue 6495ed, cornsilk fff8dc, crimson dc143c, cyan 00ffff, darkblue 00008b
    darkcyan 008b8b, darkgoldenrod b8860b, darkgray a9a9a9, darkgreen 006400, darkgrey a9a9a9
    darkkhaki bdb76b, darkmagenta 8b008b, darkolivegreen 556b2f, darkorange ff8c00, darkorchid 9932cc
    darkred 8b0000, darksalmon e9967a, darkseagreen 8fbc8f, darkslateblue 483d8b, darkslategray 2f4f4f
    darkslategrey 2f4f4f, darkturquoise 00ced1, darkviolet 9400d3, deeppink ff1493, deepskyblue 00bfff
    dimgray 696969, dimgrey 696969, dodgerblue 1e90ff, firebrick b22222, floralwhite fffaf0
    forestgreen 228b22, fuchsia ff00ff, gainsboro dcdcdc, ghostwhite f8f8ff, gold ffd700
    goldenrod daa520, gray 808080, green 008000, greenyellow adff2f, grey 808080, honeydew f0fff0
    hotpink ff69b4, indianred cd5c5c, indigo 4b0082, ivory fffff0, khaki f0e68c, lavender e6e6fa
    lavenderblush fff0f5, lawngreen 7cfc00, lemonchiffon fffacd, lightblue add8e6, lightcoral f08080
    lightcyan e0ffff, lightgoldenrodyellow fafad2, lightgray d3d3d3, lightgreen 90ee90, lightgrey d3d3d3
    lightpink ffb6c1, lightsalmon ffa07a, lightseagreen 20b2aa, lightskyblue 87cefa
    lightslategray 778899, lightslategrey 778899, lightsteelblue b0c4de, lightyellow ffffe0, lime 00ff00
    limegreen 32cd32, linen faf0e6, magenta ff00ff, maroon 800000, mediumaquamarine 66cdaa
    mediumblue 0000cd, mediumorchid ba55d3, mediumpurple 9370db, mediumseagreen 3cb371
    mediumslateblue 7b68ee, mediumspringgreen 00fa9a, mediumturquoise 48d1cc, mediumvioletred c71585
    midnightblue 191970, mintcream f5fffa, mistyrose ffe4e1, moccasin ffe4b5, navajowhite ffdead
    navy 000080, oldlace fdf5e6, olive 808000, olivedrab 6b8e23, orange ffa500, orangered ff4500
    orchid da70d6, palegoldenrod eee8aa, palegreen 98fb98, paleturquoise afeeee, palevioletred db7093
    papayawhip ffefd5, peachpuff ffdab9, peru cd853f, pink ffc0cb, plum dda0dd, powderblue b0e0e6
    purple 800080, rebeccapurple 663399, red ff0000, rosybrown bc8f8f, royalblue 4169e1
    saddlebrown 8b4513, salmon fa8072, sandybrown f4a460, seagreen 2e8b57, seashell fff5ee
    sienna a0522d, silver c0c0c0, skyblue 87ceeb, slateblue 6a5acd, slategray 708090, slategrey 708090
    snow fffafa, springgreen 00ff7f, steelblue 4682b4, tan d2b48c, teal 008080, thistle d8bfd8
    tomato ff6347, turquoise 40e0d0, violet ee82ee, wheat f5deb3, white ffffff, whitesmoke f5f5f5
    yellow ffff00, yellowgreen 9acd32
    """

  @Test func hasAllNames() throws {
    let entries = Self.names.split { ", \n".contains($0) }.map(String.init)
    #expect(entries.count == 2 * 148)
    for index in stride(from: 0, to: entries.count, by: 2) {
      #expect(
        try ColorText.parse(entries[index]) == ColorText.parse("#" + entries[index + 1]), "\(entries[index])")
    }
  }
}
