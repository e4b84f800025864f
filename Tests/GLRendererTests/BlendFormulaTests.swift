import MeshTransform
import Testing

@testable import GLRenderer
@testable import TestSupport

/// Every blend mode against the formulas of Compositing and Blending Level 1 (W3C) in Double, for all pairs of a grid of
/// colors, of grays and of alphas.
struct BlendFormulaTests {
  private typealias RGB = SIMD3<Double>

  /// The colors of one axis: all grays, since rounding differs among them, and few others. A batch has one pair of
  /// alphas.
  private static let colors: [SIMD3<UInt8>] = {
    let levels: [UInt8] = [0, 90, 255]
    let grid = levels.flatMap { r in levels.flatMap { g in levels.map { SIMD3(r, g, $0) } } }
    return (0...255).map { SIMD3(repeating: UInt8($0)) } + grid
  }()

  /// The modes with all grays; the others have every sixteenth.
  private static let nonseparable: Set<Layer.BlendMode> = [.hue, .saturation, .color, .luminosity]

  @Test(arguments: [(255, 255), (255, 128), (128, 255), (77, 200), (255, 0), (0, 255)] as [(UInt8, UInt8)])
  func modesFollowTheFormulas(_ behindAlpha: UInt8, _ frontAlpha: UInt8) throws {
    let renderer = try Renderer.any()
    for mode in Layer.BlendMode.allCases {
      // A pair of gray and gray has one result for each pair of values, so that few on one side are enough.
      let step = Self.nonseparable.contains(mode) ? 1 : 16
      let columns = stride(from: 0, to: Self.colors.count, by: step).map { Self.colors[$0] }
      let rows = Self.colors.suffix(27) + [SIMD3(repeating: 1), SIMD3(repeating: 200), SIMD3(repeating: 225)]
      let size = PixelSize(columns.count, rows.count)
      for isSwapped in [false, true] {
        func picture(_ alpha: UInt8, ofColumns: Bool) -> [UInt8] {
          rows.flatMap { row in
            columns.flatMap { column in
              let color = ofColumns ? column : row
              return [color.x, color.y, color.z, alpha]
            }
          }
        }
        let (behind, front) = (
          picture(behindAlpha, ofColumns: isSwapped), picture(frontAlpha, ofColumns: !isSwapped)
        )
        let frame = Rect(0, 0, Double(size.width), Double(size.height))
        var layers = [behind, front].map { bytes in
          var layer = Layer(frame, .clear)
          layer.contents = .image(Image(size: size, alpha: .straight, bytes: bytes))
          return layer
        }
        layers[1].blendMode = mode
        let drawn = try Scene(canvas: Canvas(frame: frame), layers: layers).rendered(by: renderer)
        var (worst, place) = (0.0, 0)
        for i in 0..<size.area {
          let expected = Self.blended(mode, Self.premultiplied(behind, i), Self.premultiplied(front, i))
          let got = SIMD4<Double>(drawn[i % size.width, i / size.width])
          let difference = (got - 255 * expected).replacing(
            with: 255 * expected - got, where: got .< 255 * expected)
          if difference.max() > worst { (worst, place) = (difference.max(), i) }
        }
        #expect(
          worst < 1.01,
          "\(mode), \(behind[4 * place..<4 * place + 4]) below \(front[4 * place..<4 * place + 4]): \(worst)")
      }
    }
  }

  /// Where a blended layer is transparent, and outside of its frame, its backdrop stays.
  @Test(arguments: Layer.BlendMode.allCases) func elsewhereNothingChanges(_ mode: Layer.BlendMode) throws {
    let renderer = try Renderer.any()
    for gray in stride(from: 0.0, through: 255, by: 5) {
      let color = Color(red: gray / 255, green: gray / 255, blue: gray / 255)
      var label = Layer(Rect(4, 4, 8, 8), Color(red: 0, green: 0, blue: 0, alpha: 0.5))
      label.cornerRadius = 4
      label.masksToBounds = true
      label.blendMode = mode
      let picture = try Scene(
        canvas: Canvas(frame: Rect(0, 0, 16, 16), background: color), layers: [label]
      ).rendered(by: renderer)
      let (left, value) = (Pixel(UInt8(gray), UInt8(gray), UInt8(gray), 255), UInt8(gray))
      #expect(picture[1, 1] == left && picture[4, 4] == left, "\(mode), \(value)")
    }
  }

  private static func premultiplied(_ bytes: [UInt8], _ i: Int) -> SIMD4<Double> {
    let alpha = Double(bytes[4 * i + 3]) / 255
    func channel(_ c: Int) -> Double { (Double(bytes[4 * i + c]) * alpha).rounded() / 255 }
    return SIMD4(channel(0), channel(1), channel(2), alpha)
  }

  private static func blended(
    _ mode: Layer.BlendMode, _ b: SIMD4<Double>, _ s: SIMD4<Double>
  ) -> SIMD4<Double> {
    if mode == .plusLighter { return (b + s).clamped(lowerBound: .zero, upperBound: .one) }
    func color(_ p: SIMD4<Double>) -> RGB {
      p.w > 0 ? (RGB(p.x, p.y, p.z) / p.w).clamped(lowerBound: .zero, upperBound: .one) : .zero
    }
    let mixed = formula(mode, color(b), color(s)) * (b.w * s.w)
    let rgb = RGB(s.x, s.y, s.z) * (1 - b.w) + RGB(b.x, b.y, b.z) * (1 - s.w) + mixed
    return SIMD4(rgb, b.w + s.w - b.w * s.w)
  }

  /// B(cb, cs).
  private static func formula(_ mode: Layer.BlendMode, _ b: RGB, _ s: RGB) -> RGB {
    func each(_ body: (Double, Double) -> Double) -> RGB {
      RGB(body(b.x, s.x), body(b.y, s.y), body(b.z, s.z))
    }
    func hardLight(_ b: Double, _ s: Double) -> Double {
      s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1)
    }
    switch mode {
    case .normal, .plusLighter: return s
    case .multiply: return b * s
    case .screen: return b + s - b * s
    case .overlay: return each { hardLight($1, $0) }
    case .darken: return each { min($0, $1) }
    case .lighten: return each { max($0, $1) }
    case .colorDodge: return each { $0 == 0 ? 0 : $1 >= 1 ? 1 : min(1, $0 / (1 - $1)) }
    case .colorBurn: return each { $0 >= 1 ? 1 : $1 <= 0 ? 0 : 1 - min(1, (1 - $0) / $1) }
    case .hardLight: return each(hardLight)
    case .softLight:
      return each { b, s in
        let curve = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
        return s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (curve - b)
      }
    case .difference: return each { abs($0 - $1) }
    case .exclusion: return b + s - 2 * b * s
    case .hue: return withLuminosity(withSaturation(s, saturation(b)), luminosity(b))
    case .saturation: return withLuminosity(withSaturation(b, saturation(s)), luminosity(b))
    case .color: return withLuminosity(s, luminosity(b))
    case .luminosity: return withLuminosity(b, luminosity(s))
    }
  }

  private static func luminosity(_ c: RGB) -> Double { (c * RGB(0.3, 0.59, 0.11)).sum() }
  private static func saturation(_ c: RGB) -> Double { c.max() - c.min() }

  private static func withSaturation(_ c: RGB, _ s: Double) -> RGB {
    saturation(c) > 0 ? (c - c.min()) * s / saturation(c) : .zero
  }

  /// SetLum and ClipColor as the specification has them; a gray is at once what it is moved to.
  private static func withLuminosity(_ color: RGB, _ target: Double) -> RGB {
    if saturation(color) == 0 { return RGB(repeating: target) }
    var c = color + (target - luminosity(color))
    let (l, low, high) = (luminosity(c), c.min(), c.max())
    if low < 0 { c = l + (c - l) * l / (l - low) }
    if high > 1 { c = l + (c - l) * (1 - l) / (high - l) }
    return c
  }
}
