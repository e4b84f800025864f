import CheckedNumbers
import MeshTransform
import SceneDocument

extension TextLines {
  /// Whether the lines are those of COLMAP's `cameras.txt`: an ID, a model, a width and a height.
  var isCOLMAP: Bool {
    guard let first else { return comment?.hasPrefix("# Camera list") ?? false }
    let words = first.words
    return words.count >= 4 && Int(words[0]) != nil && Int(words[2]) != nil && Int(words[3]) != nil
      && words[1].first?.isLetter == true
  }
}

extension LensReader {
  /// A camera of COLMAP's `cameras.txt`, a line of which is `CAMERA_ID MODEL WIDTH HEIGHT PARAMS...`. COLMAP's (0, 0) is
  /// the corner of the top left pixel, so that half a pixel is subtracted from the principal point.
  ///
  /// Source: the documentation of COLMAP's output format and of its camera models.
  func colmap(_ text: TextLines) throws(DocumentError) -> LensModel {
    guard !text.lines.isEmpty else {
      throw error("there is no camera; use a file with a line for each camera")
    }
    let line = try choose(text.lines.map { (name: String($0.words[0]), camera: $0) })
    let words = line.words
    guard words.count >= 4 else {
      throw error("the line ends before the size; write ID MODEL WIDTH HEIGHT PARAMS", line: line.number)
    }
    let kind = String(words[1])
    try refuseModel(kind)
    let size = try size(
      Double(decimal: words[2]) ?? .nan, Double(decimal: words[3]) ?? .nan, line: line.number)
    guard let layout = Self.layouts[kind] else {
      throw error(
        "the camera model \(kind.excerpt) is not read; use \(NearestName.list(Self.layouts.keys.sorted()))",
        line: line.number)
    }
    var numbers: [Double] = []
    for word in words.dropFirst(4) {
      guard let number = Double(decimal: word) else {
        throw error("\(String(word).excerpt) is not a finite number", line: line.number)
      }
      numbers.append(number)
    }
    let count = layout.focals + 2 + layout.coefficients
    guard numbers.count == count else {
      throw error("\(kind) has \(numbers.count) parameters; use \(count)", line: line.number)
    }
    let focal = SIMD2(numbers[0], numbers[layout.focals - 1])
    let center = SIMD2(numbers[layout.focals], numbers[layout.focals + 1]) - 0.5
    let coefficients = try checked(
      Array(numbers[(layout.focals + 2)...]), "the distortion coefficients", line: line.number)
    return try model(
      CameraMatrix(focalLength: focal, principalPoint: center), layout.distortion(coefficients), size: size,
      line: line.number)
  }

  /// The parameters of a model: one or two focal lengths, the principal point, and the coefficients of a distortion.
  private struct Layout: Sendable {
    let focals: Int, coefficients: Int
    let distortion: @Sendable ([Double]) -> LensDistortion

    init(_ focals: Int, _ coefficients: Int, _ distortion: @escaping @Sendable ([Double]) -> LensDistortion) {
      (self.focals, self.coefficients, self.distortion) = (focals, coefficients, distortion)
    }
  }

  private static func openCV(_ coefficients: [Double]) -> LensDistortion {
    .openCV(OpenCVDistortion(coefficients))
  }

  private static func fisheye(_ coefficients: [Double]) -> LensDistortion {
    .fisheye(coefficients + [Double](repeating: 0, count: 4 - coefficients.count))
  }

  private static let layouts: [String: Layout] = [
    "SIMPLE_PINHOLE": Layout(1, 0) { _ in .none },
    "PINHOLE": Layout(2, 0) { _ in .none },
    "SIMPLE_RADIAL": Layout(1, 1, openCV),
    "RADIAL": Layout(1, 2, openCV),
    "OPENCV": Layout(2, 4, openCV),
    "FULL_OPENCV": Layout(2, 8, openCV),
    "SIMPLE_FISHEYE": Layout(1, 0, fisheye),
    "FISHEYE": Layout(2, 0, fisheye),
    "SIMPLE_RADIAL_FISHEYE": Layout(1, 1, fisheye),
    "RADIAL_FISHEYE": Layout(1, 2, fisheye),
    "OPENCV_FISHEYE": Layout(2, 4, fisheye),
    "FOV": Layout(2, 1) { .fieldOfView($0[0]) },
    "SIMPLE_DIVISION": Layout(1, 1) { .division($0[0]) },
    "DIVISION": Layout(2, 1) { .division($0[0]) },
    "EUCM": Layout(2, 2) { .extendedUnified(alpha: $0[0], beta: $0[1]) },
    "THIN_PRISM_FISHEYE": Layout(2, 8) { .thinPrismFisheye($0) },
    "RAD_TAN_THIN_PRISM_FISHEYE": Layout(2, 12) { .radialTangentialThinPrismFisheye($0) },
  ]
}
