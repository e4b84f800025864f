/// A form of a text, with an example and its meaning.
struct ReferenceEntry {
  let name: String
  let example: String
  let summary: String

  private init(_ name: String, _ example: String, _ summary: String) {
    (self.name, self.example, self.summary) = (name, example, summary)
  }

  var json: JSONValue {
    ["name": .string(name), "example": .string(example), "summary": .string(summary.sentence)]
  }

  /// The timing functions that ``TimingText`` reads.
  static let timing = [
    ReferenceEntry("linear", "linear", "an even pace; the default"),
    ReferenceEntry("ease, default", "ease", "a quick start and a slow end"),
    ReferenceEntry("ease-in, easeIn", "ease-in", "a slow start"),
    ReferenceEntry("ease-out, easeOut", "ease-out", "a slow end"),
    ReferenceEntry("ease-in-out, easeInEaseOut", "ease-in-out", "a slow start and a slow end"),
    ReferenceEntry(
      "cubic-bezier(x1, y1, x2, y2)", "cubic-bezier(0.3, -0.4, 0.7, 1.4)",
      "a curve from (0, 0) to (1, 1) with two control points: time along x, progress along y; x in 0...1"),
    ReferenceEntry("steps(n)", "steps(4)", "n even steps, each at its end"),
    ReferenceEntry(
      "steps(n, position)", "steps(4, jump-none)",
      "n even steps that jump at their start (jump-start), at their end (jump-end), only between them (jump-none) or at "
        + "both ends (jump-both)"),
    ReferenceEntry("step-start", "step-start", "the end value at once"),
    ReferenceEntry("step-end", "step-end", "the start value until the end"),
  ]

  /// The options of ``AnimationText``, after the values.
  static let animationOptions = [
    ReferenceEntry(
      "TIME", "2s", "the duration of one pass; default 1 s, or the time in which a spring settles"),
    ReferenceEntry("TIMING", "ease-in-out", "a timing function; default linear"),
    ReferenceEntry(
      "spring(mass, stiffness, damping, velocity)", "spring(1, 100, 10)",
      "a spring instead of a timing function; spring alone has its defaults"),
    ReferenceEntry("loop, infinite, forever", "loop", "repeats without end"),
    ReferenceEntry("once", "once", "plays once; the default"),
    ReferenceEntry("xN, repeat N", "x3", "plays N times"),
    ReferenceEntry("for TIME", "for 10s", "repeats for a time"),
    ReferenceEntry("alternate, autoreverses", "alternate", "runs there and back in each pass"),
    ReferenceEntry("delay TIME", "delay 500ms", "begins later"),
    ReferenceEntry(
      "stagger TIME ORDER", "stagger 50ms edges",
      "the parts of a split text begin one after another, in an optional order"),
    ReferenceEntry("offset TIME", "offset 250ms", "begins within the pass, at this time"),
    ReferenceEntry("speed N", "speed 2", "plays N times as fast; negative plays backward"),
    ReferenceEntry(
      "fill MODE", "fill forwards",
      "the effect before the beginning and after the end: removed, forwards, backwards or both, the default"),
    ReferenceEntry("additive", "additive", "adds the values to those of the layer"),
    ReferenceEntry("cumulative", "cumulative", "begins each pass at the end of the previous one"),
    ReferenceEntry("cubic", "cubic", "a smooth curve through key frames"),
    ReferenceEntry("discrete", "discrete", "steps between key frames"),
    ReferenceEntry("paced", "paced", "constant speed through key frames"),
    ReferenceEntry("cubicPaced, cubic-paced", "cubicPaced", "constant speed along a smooth curve"),
  ]

  /// The forms of colors that ``ColorText`` reads.
  static let colors = [
    ReferenceEntry("NAME", "tomato", "one of the 148 names of CSS"),
    ReferenceEntry("transparent", "transparent", "no color: black with the alpha 0"),
    ReferenceEntry("#rgb", "#f84", "red, green and blue, one hexadecimal digit each"),
    ReferenceEntry("#rgba", "#f848", "the same with alpha"),
    ReferenceEntry("#rrggbb", "#ff8844", "red, green and blue, two hexadecimal digits each"),
    ReferenceEntry("#rrggbbaa", "#ff884488", "the same with alpha"),
    ReferenceEntry(
      "rgb(r, g, b)", "rgb(255, 136, 68)", "red, green and blue as numbers of 0...255 or as percentages"),
    ReferenceEntry(
      "rgb(r g b / a)", "rgb(100% 53% 27% / 50%)", "the same with alpha, a number of 0...1 or a percentage"),
    ReferenceEntry(
      "hsl(h, s, l)", "hsl(24, 100%, 63%)",
      "a hue in degrees or with a unit, saturation and lightness in percent"),
    ReferenceEntry("hsl(h s l / a)", "hsl(0.07turn 100% 63% / 50%)", "the same with alpha"),
    ReferenceEntry(
      "hwb(h w b / a)", "hwb(24 27% 0%)", "a hue, and how much white and black are mixed in, in percent"),
    ReferenceEntry(
      "lab(l a b / alpha)", "lab(70 45 49)",
      "CIE Lab: a lightness of 0...100 and two axes, from green to red and from blue to yellow; 100% of an axis is 125"
    ),
    ReferenceEntry(
      "lch(l c h / alpha)", "lch(70 66 48deg)",
      "CIE Lab by a lightness, a chroma, of which 100% is 150, and a hue; colors that sRGB lacks lose chroma"),
    ReferenceEntry(
      "color(space r g b / alpha)", "color(display-p3 1 0.5 0.3)",
      "a color of srgb, srgb-linear, display-p3, display-p3-linear, a98-rgb, prophoto-rgb, rec2020, xyz, xyz-d50 or "
        + "xyz-d65, by numbers of 0...1 or percentages"),
    ReferenceEntry(
      "color-mix(in space, color p%, color q%)", "color-mix(in lab, red, gold)",
      "two colors, mixed in one of those spaces or in hsl, hwb, lab, lch, oklab or oklch; a percentage that is missing is "
        + "the rest; a space with a hue takes longer hue, increasing hue or decreasing hue after its name"),
    ReferenceEntry(
      "oklab(l a b / alpha)", "oklab(0.75 0.08 0.12)",
      "a lightness of 0...1 and two axes, from green to red and from blue to yellow; 100% of an axis is 0.4"),
    ReferenceEntry(
      "oklch(l c h / alpha)", "oklch(0.75 0.15 55deg)",
      "a lightness of 0...1, a chroma and a hue; colors that sRGB lacks lose chroma"),
  ]
}
