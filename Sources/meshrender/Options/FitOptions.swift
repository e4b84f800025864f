import ArgumentParser
import MeshFormats
import MeshTransform

/// How a map follows points.
struct FitOptions: ParsableArguments {
  /// The names of the methods.
  enum Method: String, CaseIterable, ExpressibleByArgument {
    case thinPlate = "thin-plate"
    case spline, similarity, affine, projective, polynomial
    case movingAffine = "moving-affine"
    case movingSimilarity = "moving-similarity"
    case movingRigid = "moving-rigid"
    case rigid
  }

  @Option(
    help: ArgumentHelp(
      "The map: thin-plate (the smoothest through all points), spline (through a full grid), similarity, affine, projective or "
        + "polynomial (least squares), moving-affine, moving-similarity or moving-rigid (moving least squares), or rigid (pins "
        + "in a sheet that resists stretching).", valueName: "method"))
  var method = Method.thinPlate

  @Option(help: ArgumentHelp("The degree of polynomials, 1 to 5.", valueName: "n"))
  var degree = 2

  @Option(
    help: ArgumentHelp(
      "The smoothness of a thin plate, which then passes near to the points: the weight of its bending in square pixels of the "
        + "content.", valueName: "n"))
  var smoothing = 0.0

  @Option(
    help: ArgumentHelp(
      "Leave out wrong points: those farther than this many pixels from the map with which most points agree. For least "
        + "squares.", valueName: "pixels"))
  var reject: Double?

  func validate() throws {
    if degree != 2, method != .polynomial { throw ValidationError("--degree needs --method polynomial.") }
    if smoothing != 0, method != .thinPlate {
      throw ValidationError("--smoothing needs --method thin-plate.")
    }
    if reject != nil, ![.similarity, .affine, .projective, .polynomial].contains(method) {
      throw ValidationError(
        "--reject needs a method of least squares; use --method similarity, affine, projective or polynomial."
      )
    }
  }

  /// The method with its parameters.
  var fitMethod: FitMethod {
    switch method {
    case .thinPlate: .thinPlate(smoothing: smoothing)
    case .spline: .spline
    case .similarity: .similarity
    case .affine: .affine
    case .projective: .projective
    case .polynomial: .polynomial(degree: degree)
    case .movingAffine: .movingLeastSquares(.affine)
    case .movingSimilarity: .movingLeastSquares(.similarity)
    case .movingRigid: .movingLeastSquares(.rigid)
    case .rigid: .rigid
    }
  }

  /// The map of points, and those that it leaves out.
  func fit(_ points: [ControlPoint], contentSize: Size) throws(FitError) -> (fit: PointFit, outliers: [Int]) {
    guard let reject else { return (try PointFit(points, fitMethod, contentSize: contentSize), []) }
    let consensus = try Consensus(points, fitMethod, contentSize: contentSize, tolerance: reject)
    return (consensus.fit, consensus.outliers)
  }
}

extension ControlPointFile.Units: ExpressibleByArgument {}
