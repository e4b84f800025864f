extension FrameSource {
  /// The matrix between RGB and luma with color differences.
  public enum ColorMatrix: String, CaseIterable, Hashable, Sendable {
    /// ITU-R BT.601: standard definition.
    case bt601
    /// ITU-R BT.709: high definition.
    case bt709

    /// The default matrix of a video with this number of lines.
    public init(lines: Int) { self = lines >= 720 ? .bt709 : .bt601 }

    /// The weights of red and blue in luma; green has the remainder.
    var weights: (red: Double, blue: Double) { self == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722) }
  }
}

/// The linear map from luma (0...255) and color differences (sixteenths of 0...255) to red, green and blue of 0...255.
///
/// With Y' of 0...1 and Cb, Cr of -0.5...0.5: R = Y' + 2(1 - Kr)Cr, B = Y' + 2(1 - Kb)Cb, and G from
/// Y' = Kr R + Kg G + Kb B (ITU-R BT.601-7 and BT.709-6, section 3). Limited range has Y' in 16...235 and the
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
