import MeshTransform

/// A linear map between spaces of three components.
struct ColorMatrix {
  let rows: [SIMD3<Double>]

  init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
    rows = [first, second, third]
  }

  /// A space of RGB with primaries and a white by their chromaticities x and y, to the XYZ of that white.
  init(
    red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>,
    white: SIMD3<Double> = Self.white(0.3127, 0.3290)
  ) {
    let colors = [red, green, blue].map { SIMD3($0.x, $0.y, 1 - $0.x - $0.y) }
    let primaries = ColorMatrix(columns: colors)
    let amounts = primaries.inverse * white
    self.init(columns: [colors[0] * amounts.x, colors[1] * amounts.y, colors[2] * amounts.z])
  }

  private init(columns: [SIMD3<Double>]) {
    rows = (0..<3).map { row in SIMD3(columns[0][row], columns[1][row], columns[2][row]) }
  }

  /// The XYZ of a white with the luminance 1.
  static func white(_ x: Double, _ y: Double) -> SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }

  static func * (a: ColorMatrix, b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((a.rows[0] * b).sum(), (a.rows[1] * b).sum(), (a.rows[2] * b).sum())
  }

  static func * (a: ColorMatrix, b: ColorMatrix) -> ColorMatrix {
    ColorMatrix(
      columns: (0..<3).map { column in a * SIMD3(b.rows[0][column], b.rows[1][column], b.rows[2][column]) })
  }

  var inverse: ColorMatrix {
    let columns = [rows[1].cross(rows[2]), rows[2].cross(rows[0]), rows[0].cross(rows[1])]
    let determinant = (rows[0] * columns[0]).sum()
    return ColorMatrix(columns: columns.map { $0 / determinant })
  }

  static let identity = ColorMatrix(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))
  static let sRGB = ColorMatrix(red: SIMD2(0.64, 0.33), green: SIMD2(0.3, 0.6), blue: SIMD2(0.15, 0.06))
  static let displayP3 = ColorMatrix(
    red: SIMD2(0.68, 0.32), green: SIMD2(0.265, 0.69), blue: SIMD2(0.15, 0.06))
  static let a98RGB = ColorMatrix(red: SIMD2(0.64, 0.33), green: SIMD2(0.21, 0.71), blue: SIMD2(0.15, 0.06))
  static let rec2020 = ColorMatrix(
    red: SIMD2(0.708, 0.292), green: SIMD2(0.17, 0.797), blue: SIMD2(0.131, 0.046))
  static let proPhotoRGB =
    d50ToD65
    * ColorMatrix(
      red: SIMD2(0.734699, 0.265301), green: SIMD2(0.159597, 0.840403), blue: SIMD2(0.036598, 0.000105),
      white: white(0.3457, 0.3585))

  /// The adaptation of Bradford.
  static let d50ToD65: ColorMatrix = {
    let cones = ColorMatrix(
      SIMD3(0.8951, 0.2664, -0.1614), SIMD3(-0.7502, 1.7135, 0.0367), SIMD3(0.0389, -0.0685, 1.0296))
    let gain = (cones * white(0.3127, 0.3290)) / (cones * white(0.3457, 0.3585))
    return cones.inverse
      * (ColorMatrix(SIMD3(gain.x, 0, 0), SIMD3(0, gain.y, 0), SIMD3(0, 0, gain.z)) * cones)
  }()
}
