import MeshTransform

/// A mesh that measurements describe, in a file or in the scene.
public enum MeasuredMesh: Hashable, Sendable {
  /// The calibration of a lens.
  case lens(LensDescription)
  /// Pairs of points.
  case points(FitDescription)
  /// The outline of a page.
  case page(PageDescription)

  /// The mesh of measurements, for a layer.
  public struct Output: Sendable {
    /// The mesh.
    public var mesh: Mesh
    /// A sentence about what it leaves out; nil where there is nothing to say.
    public var warning: String?
    /// The size of the layer that the mesh is made for, in pixels; nil is that of the content.
    public var layerSize: Size?

    /// A mesh for a layer of its content's size.
    public init(_ mesh: Mesh, warning: String? = nil, layerSize: Size? = nil) {
      (self.mesh, self.warning, self.layerSize) = (mesh, warning, layerSize)
    }
  }

  /// The file; nil where the scene has the measurements.
  public var file: SceneReference? {
    switch self {
    case .lens(let lens): lens.file
    case .points(let fit): fit.file
    case .page(let page): page.file
    }
  }

  /// The key of a mesh in a scene.
  package var key: String {
    switch self {
    case .lens: "lens"
    case .points: "points"
    case .page: "page"
    }
  }

  /// What the mesh is, for errors.
  package var kind: String {
    switch self {
    case .lens: "a lens"
    case .points: "points"
    case .page: "a page"
    }
  }

  /// What the file is, for errors.
  package var noun: String {
    switch self {
    case .lens: "a calibration file"
    case .points: "a list of points"
    case .page: "the outline of a page"
    }
  }

  /// Reads the value of a key: lens, points or page.
  init(_ key: String, _ reader: inout JSONReader) throws(DocumentError) {
    switch key {
    case "lens": self = .lens(try LensDescription(&reader))
    case "points": self = .points(try FitDescription(&reader))
    default: self = .page(try PageDescription(&reader))
    }
  }

  var json: JSONValue {
    switch self {
    case .lens(let lens): lens.json
    case .points(let fit): fit.json
    case .page(let page): page.json
    }
  }

  /// Reads `lens:file=camera.yaml`, `fit:points.csv` or `page:outline.json`; nil for the texts of other meshes.
  package init?(text: String) throws(SyntaxError) {
    if LensDescription.isDescription(text) {
      self = .lens(try LensDescription.parse(text))
    } else if text.hasPrefix(FitDescription.mark) {
      self = .points(try FitDescription(text: text))
    } else if text.hasPrefix(PageDescription.mark) {
      self = .page(try PageDescription(text: text))
    } else {
      return nil
    }
  }
}

extension PageDescription {
  /// The page in a photo.
  /// - Parameter photoSize: in pixels, for a description without one.
  /// - Throws: `PageError` for points that are no page.
  public func fit(photoSize: Size) throws(PageError) -> PageFit {
    try PageFit(outline, photoSize: self.photoSize ?? photoSize, options)
  }

  /// The mesh of a fitted page, for a layer of the size of the page.
  /// - Parameter limit: vertices.
  /// - Returns: the mesh with a warning, and the error in pixels that it keeps.
  public func output(
    of page: PageFit, limit: Int = 200_000
  ) throws(PageError) -> (output: MeasuredMesh.Output, tolerance: Double) {
    let size = pageSize ?? page.size
    let (mesh, tolerance) = try page.mesh(pageSize: size, limit: limit)
    var warning: String?
    if page.model == .coons, options.model == nil {
      let distance = page.error.map { ", by \(($0 * 10).rounded() / 10) pixels" } ?? ""
      warning =
        "the edges are not those of a sheet that bends around one direction\(distance), so that letters may be too wide in "
        + "places; check the points, or state the model coons"
    } else if tolerance > 0.25 {
      warning =
        "the mesh is within \(tolerance.shortText) pixels of the page; a quarter needs more vertices"
    }
    return (MeasuredMesh.Output(mesh, warning: warning, layerSize: size), tolerance)
  }
}
