extension FrameSource {
  /// The matrix between RGB and luma with color differences.
  public enum ColorMatrix: String, CaseIterable, Hashable, Sendable {
    /// ITU-R BT.601: standard definition.
    case bt601
    /// ITU-R BT.709: high definition.
    case bt709
    /// ITU-R BT.2020 with non-constant luminance: ultra-high definition.
    case bt2020

    /// The default matrix of a video with this number of lines.
    public init(lines: Int) { self = lines >= 720 ? .bt709 : .bt601 }

    /// The weights of red and blue in luma; green has the remainder.
    package var weights: (red: Double, blue: Double) {
      switch self {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      }
    }

    /// The name of the standard: `BT.709`.
    public var title: String { "BT." + rawValue.dropFirst(2) }
  }

  /// The values of 8 bits that luma and color differences take.
  public enum ColorRange: String, CaseIterable, Hashable, Sendable {
    /// Luma in 16...235, color differences in 16...240: FFmpeg's `tv`.
    case limited
    /// 0...255 for all: FFmpeg's `pc`.
    case full
  }

  /// The matrix and the range of luma and color differences.
  public struct Encoding: Hashable, Sendable {
    /// Nil takes what the stream states in a comment (`XMATRIX=BT709`), else BT.709 from 720 lines on and BT.601 below.
    public var matrix: ColorMatrix?
    /// Nil takes what the stream states (`XCOLORRANGE=FULL`), else limited.
    public var range: ColorRange?

    /// The encoding with this matrix and this range; nil for a member that is unknown.
    public init(matrix: ColorMatrix? = nil, range: ColorRange? = nil) {
      (self.matrix, self.range) = (matrix, range)
    }
  }
}

/// The linear map from luma (0...255) and color differences (sixteenths of 0...255) to red, green and blue of 0...255.
///
/// With Y' of 0...1 and Cb, Cr of -0.5...0.5: R = Y' + 2(1 - Kr)Cr, B = Y' + 2(1 - Kb)Cb, and G from
/// Y' = Kr R + Kg G + Kb B (ITU-R BT.601-7 and BT.709-6, section 3, BT.2020-2, table 4). Limited range has Y' in 16...235 and the
/// differences in 16...240 around 128; full range has 0...255 for all.
struct ColorCoefficients: Sendable {
  var luma: Double
  var redOfRed: Double, greenOfRed: Double, greenOfBlue: Double, blueOfBlue: Double
  /// The offsets: the result for luma and differences of 0.
  var red: Double, green: Double, blue: Double

  init(_ matrix: FrameSource.ColorMatrix, isFullRange: Bool) {
    let (kr, kb) = matrix.weights
    let kg = 1 - kr - kb
    luma = isFullRange ? 1 : 255 / 219.0
    let unit = (isFullRange ? 1 : 255 / 224.0) / 16
    (redOfRed, blueOfBlue) = (2 * (1 - kr) * unit, 2 * (1 - kb) * unit)
    (greenOfRed, greenOfBlue) = (-2 * (1 - kr) * kr / kg * unit, -2 * (1 - kb) * kb / kg * unit)
    let (black, middle) = (isFullRange ? 0 : 16 * luma, 128.0 * 16)
    (red, blue) = (-black - middle * redOfRed, -black - middle * blueOfBlue)
    green = -black - middle * (greenOfRed + greenOfBlue)
  }
}
