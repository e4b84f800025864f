import ArgumentParser
import MeshTransform
import SceneDocument

/// How a map follows points.
struct FitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The map: thin-plate (the smoothest through all points), spline (through a full grid), similarity, affine, projective or "
        + "polynomial (least squares), moving-affine, moving-similarity or moving-rigid (moving least squares), or rigid (pins "
        + "in a sheet that resists stretching).", valueName: "method"))
  var method = FitDescription.Method.thinPlate

  @Option(help: ArgumentHelp("The degree of polynomials, 1 to 5.", valueName: "n"))
  var degree = 2

  @Option(
    help: ArgumentHelp(
      "The smoothness of a thin plate, which then passes near to the points: the weight of its bending in square pixels of "
        + "the content.", valueName: "n"))
  var smoothing = 0.0

  @Option(
    help: ArgumentHelp(
      "Leave out wrong points: those farther than this many pixels from the map with which most points agree. For least "
        + "squares.", valueName: "pixels"))
  var reject: Double?

  @Option(
    help: ArgumentHelp(
      "The units of tables and JSON: pixels, or unit (0...1 over each picture).", valueName: "units"))
  var units = FitDescription.Units.pixels

  /// Whether no choice was made.
  var isDefault: Bool { description(of: "") == FitDescription(SceneReference("")) }

  func validate() throws {
    guard (1...5).contains(degree) else { throw ValidationError("--degree is \(degree); use 1...5.") }
    for (flag, value) in [("--smoothing", smoothing), ("--reject", reject ?? 0)] {
      // False for NaN.
      guard (0...1e12).contains(value) else {
        throw ValidationError("\(flag) is \(value.shortText); use \(NumberRange(0...1e12)).")
      }
    }
    if let conflict = description(of: "").conflict { throw ValidationError("--\(conflict).") }
  }

  /// The points of a file, by these choices.
  func description(of file: String) -> FitDescription {
    var description = FitDescription(SceneReference(file))
    (description.method, description.degree, description.smoothing) = (method, degree, smoothing)
    (description.reject, description.units) = (reject, units)
    return description
  }
}

/// Known values of a page in a photo.
struct PageOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The width of a page divided by its height, such as 0.707 for A4. Default: as the photo shows it.",
      valueName: "number"), transform: decimal)
  var aspect: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The focal length of the camera that has seen a page: millimeters as of 35 mm, divided by 36 and multiplied by the "
        + "width of the photo. Default: as the photo shows it.", valueName: "pixels"), transform: decimal)
  var focal: Double?

  func validate() throws {
    for (flag, value) in [("--aspect", aspect), ("--focal", focal)] {
      if let value, !(value > 0 && value <= 1e9) {
        throw ValidationError("\(flag) is \(value); use a number above 0.")
      }
    }
  }

  /// The flag of a given value; nil without one.
  var given: String? { aspect != nil ? "--aspect" : focal != nil ? "--focal" : nil }
}

extension FitDescription.Method: ExpressibleByArgument {}
extension FitDescription.Units: ExpressibleByArgument {}
