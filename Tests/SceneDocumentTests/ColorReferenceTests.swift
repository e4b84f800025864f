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

  /// The functions of CSS Color 4 and 5 besides those above, by `coloraide` as well. `rec2020` has the curve of ITU-R BT.2020,
  /// `rec2020-oetf` there.
  @Test(arguments: functions + mixtures)
  func colorSpacesAndMixturesAgree(_ text: String, _ expected: [Double], _ isInGamut: Bool) throws {
    try agreesWithColoraide(text, expected, isInGamut)
  }

  private static let functions: [(String, [Double], Bool)] = [
    ("hwb(90 10% 10%)", [0.50000, 0.90000, 0.10000, 1.00000], true),
    ("hwb(120 30% 50%)", [0.30000, 0.50000, 0.30000, 1.00000], true),
    ("hwb(0.5turn 40% 80% / 50%)", [0.33333, 0.33333, 0.33333, 0.50000], true),
    ("hwb(none 20% 0%)", [1.00000, 0.20000, 0.20000, 1.00000], true),
    ("lab(29.2345% 39.3825 20.0664)", [0.49063, 0.13867, 0.15901, 1.00000], true),
    ("lab(52.2345% 40.1645 59.9971)", [0.77617, 0.36339, 0.02455, 1.00000], true),
    ("lab(60.2345% -5.3654 58.956)", [0.61650, 0.57508, 0.09285, 1.00000], true),
    ("lab(62.2345% -34.9638 47.7721)", [0.40723, 0.65122, 0.22352, 1.00000], true),
    ("lab(67.5345% -8.6911 -41.6019)", [0.38286, 0.67272, 0.93847, 1.00000], true),
    ("lab(50% 50 0)", [0.75625, 0.30446, 0.47564, 1.00000], true),
    ("lab(46.2775 -47.5621 48.5837)", [0.00000, 0.50197, 0.00004, 1.00000], false),
    ("lab(50% 40% -60% / 30%)", [0.55292, 0.33820, 0.97949, 0.30000], true),
    ("lab(80 -100 60)", [0.00000, 0.89550, 0.41970, 1.00000], false),
    ("lab(3 1 -2)", [0.04590, 0.04024, 0.05933, 1.00000], true),
    ("lch(29.2345% 44.2 27)", [0.49063, 0.13867, 0.15901, 1.00000], true),
    ("lch(52.2345% 72.2 56.2)", [0.77617, 0.36339, 0.02455, 1.00000], true),
    ("lch(55% 60 270)", [0.12816, 0.53104, 0.92764, 1.00000], true),
    ("lch(70% 30% 180deg / 0.5)", [0.10751, 0.75558, 0.66398, 0.50000], true),
    ("lch(60 120 150)", [0.00000, 0.64851, 0.30564, 1.00000], false),
    ("color(srgb 0.2 40% 0.6)", [0.20000, 0.40000, 0.60000, 1.00000], true),
    ("color(srgb 1.2 -0.1 0.5)", [1.00000, 0.40478, 0.55454, 1.00000], false),
    ("color(srgb-linear 0 0.21586 0)", [0.00000, 0.50196, 0.00000, 1.00000], true),
    ("color(display-p3 0.26374 0.59085 0.16434)", [0.00000, 0.60000, 0.00000, 1.00000], false),
    ("color(display-p3 1 0.5 0 / 50%)", [1.00000, 0.49048, 0.00000, 0.50000], false),
    ("color(display-p3-linear 0.5 0.2 0.1)", [0.77817, 0.47008, 0.32139, 1.00000], true),
    ("color(a98-rgb 0.281363 0.498012 0.116746)", [0.00000, 0.50196, 0.00000, 1.00000], true),
    ("color(prophoto-rgb 0.230479 0.395789 0.129968)", [0.00000, 0.50198, 0.00008, 1.00000], false),
    ("color(prophoto-rgb 0.01 0.02 0.015)", [0.00096, 0.01801, 0.01153, 1.00000], true),
    ("color(rec2020 0.235202 0.431704 0.085432)", [0.00000, 0.50196, 0.00000, 1.00000], false),
    ("color(xyz 0.07719 0.15438 0.02573)", [0.00000, 0.50197, 0.00000, 1.00000], true),
    ("color(xyz-d50 0.08312 0.154746 0.020961)", [0.00000, 0.50198, 0.00008, 1.00000], false),
    ("color(xyz-d65 0.3 0.3 0.2)", [0.67363, 0.56603, 0.44534, 1.00000], true),
    ("color(rec2020 0 1 0)", [0.00000, 0.94734, 0.44628, 1.00000], false),
  ]
  private static let mixtures: [(String, [Double], Bool)] = [
    (
      "color-mix(in hsl, hsl(120deg 10% 20%), hsl(30deg 30% 40%))", [0.33000, 0.36000, 0.24000, 1.00000], true
    ),
    (
      "color-mix(in hsl, hsl(120deg 10% 20%) 25%, hsl(30deg 30% 40%))", [0.43750, 0.41563, 0.26250, 1.00000],
      true
    ),
    (
      "color-mix(in hsl, 25% hsl(120deg 10% 20%), hsl(30deg 30% 40%) 25%)",
      [0.33000, 0.36000, 0.24000, 0.50000], true
    ),
    (
      "color-mix(in hsl longer hue, hsl(40deg 50% 50%), hsl(60deg 50% 50%))",
      [0.25000, 0.33333, 0.75000, 1.00000], true
    ),
    (
      "color-mix(in hsl increasing hue, hsl(50deg 50% 50%), hsl(330deg 50% 50%))",
      [0.25000, 0.66667, 0.75000, 1.00000], true
    ),
    (
      "color-mix(in hsl decreasing hue, hsl(330deg 50% 50%), hsl(20deg 50% 50%))",
      [0.25000, 0.75000, 0.70833, 1.00000], true
    ),
    ("color-mix(in hsl, white, blue)", [0.62500, 0.62500, 0.87500, 1.00000], true),
    ("color-mix(in oklab, red 30%, blue)", [0.36469, 0.29578, 0.78559, 1.00000], true),
    ("color-mix(in oklch, tomato 60%, gold)", [1.00000, 0.56583, 0.00000, 1.00000], false),
    ("color-mix(in lch, peru 40%, palegoldenrod)", [0.87414, 0.76035, 0.47639, 1.00000], true),
    (
      "color-mix(in lab, rgb(255 0 0 / 20%), rgb(0 128 0 / 80%))", [0.37200, 0.48195, 0.00000, 0.50000], false
    ),
    (
      "color-mix(in srgb, rgb(100% 0% 0% / 0.7) 25%, rgb(0% 100% 0% / 0.2))",
      [0.53846, 0.46154, 0.00000, 0.32500], true
    ),
    ("color-mix(in srgb-linear, red, lime)", [0.73536, 0.73536, 0.00000, 1.00000], true),
    ("color-mix(in xyz, red 10%, #00f8)", [0.45217, 0.00000, 0.92001, 0.58000], true),
    ("color-mix(in display-p3, color(display-p3 0 1 0), blue)", [0.00000, 0.50227, 0.47665, 1.00000], false),
    (
      "color-mix(in hwb, hwb(30deg 10% 20%), hwb(90deg 30% 40%))", [0.70000, 0.70000, 0.20000, 1.00000], true
    ),
    ("color-mix(in oklch, white 30%, oklch(0.6 0.2 none))", [0.91771, 0.48779, 0.63105, 1.00000], true),
    ("color-mix(in lch, lch(10 20 none), lch(50 60 70deg))", [0.38960, 0.24229, 0.01983, 1.00000], true),
    (
      "color-mix(in oklab, lab(none 20 30), oklab(0.5 0.1 0.1))", [0.75708, 0.00000, 0.15869, 1.00000], false
    ),
    (
      "color-mix(in srgb, color-mix(in srgb, red, white) 50%, black)", [0.50000, 0.25000, 0.25000, 1.00000],
      true
    ),
    ("color-mix(in lch, purple 50%, plum 50%)", [0.68513, 0.36005, 0.68294, 1.00000], true),
    ("color-mix(in oklch longer hue, red, blue)", [0.00000, 0.54084, 0.05520, 1.00000], false),
    ("color-mix(in a98-rgb, teal 20%, olive)", [0.43803, 0.50196, 0.14611, 1.00000], true),
  ]

  /// The examples of CSS Color 4, sections 8 and 10, and of its tests: https://www.w3.org/TR/css-color-4/
  @Test(arguments: [
    ("lab(29.2345% 39.3825 20.0664)", "#7d2329"), ("lab(52.2345% 40.1645 59.9971)", "#c65d06"),
    ("lab(60.2345% -5.3654 58.956)", "#9d9318"), ("lab(62.2345% -34.9638 47.7721)", "#68a639"),
    ("lab(67.5345% -8.6911 -41.6019)", "#62acef"), ("lch(29.2345% 44.2 27)", "#7d2329"),
    ("lch(52.2345% 72.2 56.2)", "#c65d06"), ("lab(46.2775% -47.5621 48.5837)", "#008000"),
    ("color(srgb-linear 0 0.21586 0)", "#008000"), ("color(a98-rgb 0.281363 0.498012 0.116746)", "#008000"),
    ("color(prophoto-rgb 0.230479 0.395789 0.129968)", "#008000"),
    ("color(rec2020 0.235202 0.431704 0.085432)", "#008000"),
    ("color(xyz 0.07719 0.15438 0.02573)", "#008000"),
    ("color(xyz-d50 0.08312 0.154746 0.020961)", "#008000"), ("hwb(120 30% 50%)", "#4d804d"),
    ("color-mix(in hsl, hsl(120deg 10% 20%), hsl(30deg 30% 40%))", "#545c3d"),
    ("color-mix(in srgb, white 30%, black)", "#4d4d4d"),
    ("color-mix(in lch, lch(10 20 30deg), lch(50 60 70deg))", "lch(30 40 50)"),
  ])
  func publishedExamplesAgree(_ text: String, _ expected: String) throws {
    let (color, wanted) = (try ColorText.parse(text), try ColorText.parse(expected))
    for (a, b) in zip([color.red, color.green, color.blue], [wanted.red, wanted.green, wanted.blue]) {
      #expect(abs(a - b) * 255 <= 0.51, "\(text) is \(color)")
    }
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
