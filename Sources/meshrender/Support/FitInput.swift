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
  /// The error of the mesh in pixels.
  let tolerance: Double
  let fold: PointFit.Fold?

  /// The most vertices of the mesh of a map, unless a flag says otherwise.
  static let vertexLimit = 200_000

  /// - Parameters:
  ///   - contentSize: in pixels, for a description without one.
  init(
    _ description: FitDescription, from source: InputFile, contentSize: Size, vertexLimit: Int = vertexLimit
  ) throws(Failure) {
    InputList.add(source)
    let content = description.contentSize ?? contentSize
    // The layer of a command about meshes, which has no picture.
    guard content != Size(1, 1) else {
      throw Failure(
        .usage,
        "\(source): the size of the content is not known here; add it, as in fit:points.csv,from=640x480")
    }
    let canvas = description.canvasSize ?? content
    let bytes = try source.readDocument(limit: ControlPointFile.byteLimit)
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
    fold = fit.fold(of: mesh)
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

extension MeasuredMesh {
  /// The mesh, and a warning about what it leaves out.
  /// - Parameter layerSize: in points. A file without a size refers to a picture with as many pixels.
  func mesh(from source: InputFile, layerSize: Size) throws(Failure) -> (mesh: Mesh, warning: String?) {
    switch self {
    case .lens(let lens): return try LensInput.mesh(lens, from: source, layerSize: layerSize)
    case .points(let description):
      let input = try FitInput(description, from: source, contentSize: layerSize)
      return (input.mesh, input.warnings.first)
    }
  }
}
