import ImageFiles
import MeshTransform
import SceneDocument

/// A map that is fitted to the points of a file, for flags, for scenes and for 'fit'.
struct FitInput {
  let file: ControlPointFile
  let fit: PointFit
  /// The points that the map leaves out, by their indices.
  let outliers: [Int]
  let mesh: Mesh
  /// The size of the canvas in pixels.
  let canvasSize: Size
  /// The error of the mesh in pixels.
  let tolerance: Double
  let fold: PointFit.Fold?

  /// The most vertices of the mesh of a map, unless a flag says otherwise.
  static let vertexLimit = 200_000

  /// - Parameters:
  ///   - contentSize: in pixels, for a description without one.
  init(
    _ description: FitDescription, _ bytes: [UInt8], of source: InputFile, contentSize: Size,
    vertexLimit: Int = vertexLimit
  ) throws(Failure) {
    let content = description.contentSize ?? contentSize
    let canvas = description.canvasSize ?? content
    canvasSize = canvas
    do {
      file = try ControlPointFile(
        bytes, name: source.description, units: description.units, contentSize: content, canvasSize: canvas)
    } catch { throw Failure(error) }
    if description.method == .thinPlate {
      // The matrix, and its part without affine maps.
      try MemoryBudget.current.require(
        3 &* 8 &* file.points.count &* file.points.count, for: "the \(file.points.count) points of \(source)")
    }
    do throws(FitError) {
      (fit, outliers) = try description.fit(file.points, contentSize: content)
      (mesh, tolerance) = try fit.mesh(canvasSize: canvas, limit: vertexLimit)
    } catch { throw Failure(.badData, "\(source): \(error)") }
    fold = fit.fold(of: mesh, among: file.points)
  }

  /// Sentences about what is hardly meant.
  var warnings: [String] {
    var warnings: [String] = []
    if let fold {
      let near = fold.points.map { "\($0 + 1)" }.joined(separator: ", ")
      warnings.append(
        "the map folds near \(Int(clamping: fold.content.x)),\(Int(clamping: fold.content.y)) of the content, by the points "
          + "\(near); check them, or use smoothing or a method of least squares")
    }
    if tolerance > 0.25 {
      warnings.append(
        "the mesh is within \(tolerance.shortText) pixels of the map; a quarter needs more vertices")
    }
    return warnings
  }
}

extension FitDescription {
  /// The map of points, and those that it leaves out.
  fileprivate func fit(
    _ points: [ControlPoint], contentSize: Size
  ) throws(FitError) -> (fit: PointFit, outliers: [Int]) {
    guard let reject else { return (try PointFit(points, fitMethod, contentSize: contentSize), []) }
    let consensus = try Consensus(points, fitMethod, contentSize: contentSize, tolerance: reject)
    return (consensus.fit, consensus.outliers)
  }
}
