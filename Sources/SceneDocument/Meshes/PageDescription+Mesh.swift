import MeshTransform

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
  public func made(
    _ page: PageFit, limit: Int = 200_000
  ) throws(PageError) -> (made: MeasuredMesh.Made, tolerance: Double) {
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
    return (MeasuredMesh.Made(mesh, warning: warning, layerSize: size), tolerance)
  }
}
