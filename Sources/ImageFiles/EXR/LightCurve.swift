import MeshTransform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The curve between linear light and the encoded values of pictures, as tables.
struct LightCurve {
  /// How a picture's values encode light.
  enum Encoding: Hashable {
    /// IEC 61966-2-1.
    case sRGB
    /// Light to the power of an exponent above 0.
    case power(Double)
    /// The values themselves, for pictures that measure something.
    case none

    func encoded(_ light: Double) -> Double {
      switch self {
      case .sRGB: SRGBCurve.encoded(light)
      case .power(let exponent): pow(light, exponent)
      case .none: light
      }
    }

    func decoded(_ value: Double) -> Double {
      switch self {
      case .sRGB: SRGBCurve.decoded(value)
      case .power(let exponent): pow(value, 1 / exponent)
      case .none: value
      }
    }
  }

  /// Encoded values at 512 places in each of the 40 octaves below 1, which are equally far apart within an octave: linear
  /// interpolation between them errs by less than 1/50 of a level of 16 bits.
  private let values: [Float]
  /// The bits of the smallest light of the table; less is black.
  private static let first = Float(0x1p-40).bitPattern
  private static let stepBits: UInt32 = 14

  init(_ encoding: Encoding) {
    let count = Int((Float(1).bitPattern - Self.first) >> Self.stepBits) + 1
    values = (0..<count).map { place in
      let light = Float(bitPattern: Self.first + UInt32(place) << Self.stepBits)
      return Float(encoding.encoded(Double(light)))
    }
  }

  /// The encoded value of light, both 0...1; the argument is clamped, NaN is black.
  @inline(__always)
  func encoded(_ light: Float) -> Float {
    guard light >= 0x1p-40 else { return 0 }
    guard light < 1 else { return 1 }
    let place = light.bitPattern &- Self.first
    let index = Int(place >> Self.stepBits)
    let share = Float(place & (1 << Self.stepBits - 1)) * (1 / Float(1 << Self.stepBits))
    return values[index] + (values[index + 1] - values[index]) * share
  }

  /// The light of each value of a depth.
  static func decoded(_ encoding: Encoding, _ depth: Image.Depth) -> [Float] {
    let most = depth.largestValue
    return (0...most).map { Float(encoding.decoded(Double($0) / Double(most))) }
  }
}
