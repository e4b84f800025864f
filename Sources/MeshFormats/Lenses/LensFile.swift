import CheckedNumbers
import MeshTransform
import SceneDocument
import YAML

/// Calibrated cameras in the files of the programs that measure them.
///
/// The contents determine the form: OpenCV's FileStorage (YAML, JSON or XML), ROS's camera_info, Kalibr's camchain,
/// COLMAP's `cameras.txt`, a Hugin project, lines `key=value`, or the argument text of ImageMagick's `Barrel` and
/// `BarrelInverse`. All of them become a ``MeshTransform/LensModel`` whose pixels are counted as OpenCV's are.
public enum LensFile {
  /// The choices that a file leaves open.
  public struct Options: Hashable, Sendable {
    /// The model of the coefficients, for files that do not state it.
    public var model: Model?
    /// The camera of a file with several: its number, its number in COLMAP, or its name in Kalibr without `cam`.
    public var camera: String?
    /// The size of the picture in pixels, for files without a size whose coefficients depend on it.
    public var pictureSize: Size

    /// Options with the given values.
    public init(model: Model? = nil, camera: String? = nil, pictureSize: Size) {
      (self.model, self.camera, self.pictureSize) = (model, camera, pictureSize)
    }
  }

  /// The models between which coefficients alone do not decide.
  public typealias Model = LensDescription.Model

  /// The largest size of a file in bytes.
  public static let byteLimit = 16 << 20

  /// The range of the sides of a picture, in pixels.
  static let sides = 1.0...1_000_000

  /// - Parameter name: the file's name, for errors.
  /// - Throws: `DocumentError` for the first fault.
  public static func read(
    _ bytes: [UInt8], name: String, options: Options
  ) throws(DocumentError) -> LensModel {
    guard bytes.count <= byteLimit else {
      throw DocumentError(
        name: name,
        problem: "this is larger than \(byteLimit >> 20) MB; a calibration file has some kilobytes")
    }
    let reader = LensReader(name: name, options: options)
    let lines = TextLines(bytes)
    guard let first = lines.first else { throw reader.error("the file is empty; use a calibration file") }
    guard !bytes.contains(0) else {
      throw reader.error(
        "this is not a calibration file, but binary data; use a text of one of the forms: " + forms)
    }
    if first.text.hasPrefix("<") { return try reader.tree(OpenCVXML.parse(bytes, name: name)) }
    if lines.isHuginProject { return try reader.huginProject(lines) }
    if lines.isCOLMAP { return try reader.colmap(lines) }
    if lines.isImageMagick { return try reader.imageMagick(lines) }
    if lines.isAssignments { return try reader.assignments(lines) }
    do { return try reader.tree(try YAMLValue.parse(bytes)) } catch let error as YAMLError {
      throw DocumentError(
        name: name, line: error.line, column: error.line.map { _ in 1 }, problem: error.problem)
    } catch let error as DocumentError { throw error } catch { throw reader.error("\(error)") }
  }

  static let forms =
    "OpenCV's YAML, JSON or XML, ROS's camera_info, Kalibr's camchain, COLMAP's cameras.txt, a Hugin project, lines "
    + "k1=..., or ImageMagick's Barrel arguments"
}

/// The common part of the readers of all forms: the name for errors, the options, and the checks of numbers.
struct LensReader {
  let name: String
  let options: LensFile.Options

  func error(_ problem: String, line: Int? = nil) -> DocumentError {
    DocumentError(name: name, line: line, column: line.map { _ in 1 }, problem: problem)
  }

  /// A model of checked numbers.
  func model(
    _ camera: CameraMatrix, _ distortion: LensDistortion, size: PixelSize?, line: Int? = nil
  ) throws(DocumentError) -> LensModel {
    let f = camera.focalLength
    guard f.x.isFinite, f.y.isFinite, min(f.x.magnitude, f.y.magnitude) > 1e-6, f.max() < 1e9 else {
      throw error(
        "the focal length is \(f.x.shortText) and \(f.y.shortText) pixels; use finite numbers that are not 0",
        line: line)
    }
    let c = camera.principalPoint
    guard c.x.isFinite, c.y.isFinite, max(c.x.magnitude, c.y.magnitude) < 1e9, camera.skew.isFinite else {
      throw error("the principal point is \(c.x.shortText), \(c.y.shortText); use finite numbers", line: line)
    }
    let model = LensModel(camera, distortion, size: size)
    guard model.oneToOneRadius > 0 else {
      throw error(
        "the distortion is not one-to-one at the center of the picture; correct its coefficients", line: line)
    }
    return model
  }

  /// The coefficients, all finite and within ±1e6.
  func checked(_ numbers: [Double], _ what: String, line: Int? = nil) throws(DocumentError) -> [Double] {
    if let index = numbers.firstIndex(where: { !($0.magnitude <= 1e6) }) {
      throw error(
        "number \(index + 1) of \(what) is \(numbers[index].shortText); use a number of at most 1e6",
        line: line)
    }
    return numbers
  }

  func size(_ width: Double, _ height: Double, line: Int? = nil) throws(DocumentError) -> PixelSize {
    guard LensFile.sides.contains(width), LensFile.sides.contains(height) else {
      throw error(
        "the picture has \(width.shortText) x \(height.shortText) pixels; use 1 to 1000000 a side", line: line
      )
    }
    return PixelSize(Int(clamping: width), Int(clamping: height))
  }

  /// OpenCV's distortion of 0, 4, 5, 8, 12 or 14 coefficients.
  func openCV(_ coefficients: [Double], line: Int? = nil) throws(DocumentError) -> LensDistortion {
    guard coefficients.contains(where: { $0 != 0 }) else { return .none }
    guard OpenCVDistortion.counts.contains(coefficients.count) else {
      throw error(
        "there are \(coefficients.count) distortion coefficients; OpenCV's model has 4, 5, 8, 12 or 14",
        line: line)
    }
    return .openCV(OpenCVDistortion(try checked(coefficients, "the distortion coefficients", line: line)))
  }

  func fisheye(_ coefficients: [Double], line: Int? = nil) throws(DocumentError) -> LensDistortion {
    guard coefficients.count == 4 else {
      throw error(
        "there are \(coefficients.count) distortion coefficients; the fisheye model has 4", line: line)
    }
    return .fisheye(try checked(coefficients, "the distortion coefficients", line: line))
  }

  /// - Throws: where `model` is given although the file states its own.
  func refuseModel(_ stated: String) throws(DocumentError) {
    guard let model = options.model else { return }
    throw error("the file states its model, \(stated.excerpt); remove model=\(model.rawValue)")
  }

  /// The camera of several by its name; the only one where none is asked for.
  func choose<Camera>(_ cameras: [(name: String, camera: Camera)]) throws(DocumentError) -> Camera {
    let names =
      cameras.prefix(12).map(\.name.excerpt).joined(separator: ", ") + (cameras.count > 12 ? ", ..." : "")
    guard let wanted = options.camera else {
      guard cameras.count == 1 else {
        throw error("there are \(cameras.count) cameras; choose one with camera=, from \(names)")
      }
      return cameras[0].camera
    }
    guard let found = cameras.first(where: { $0.name == wanted }) else {
      throw error("there is no camera \(wanted.excerpt); choose from \(names)")
    }
    return found.camera
  }
}
