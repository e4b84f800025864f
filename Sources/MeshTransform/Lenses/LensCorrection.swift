/// The removal of a lens's distortion from a picture, or its addition.
///
/// ```swift
/// let correction = try LensCorrection(lens, .undistort, view: .alpha(0.5), layerSize: Size(4000, 3000))
/// layer.mesh = try correction.mesh(layerSize: Size(4000, 3000)).mesh
/// ```
public struct LensCorrection: Hashable, Sendable {
  /// The picture that is made.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// The picture of a camera without distortion, from one of the camera.
    case undistort
    /// The picture of the camera, from one without distortion.
    case distort
  }

  /// The camera.
  public let lens: LensModel
  /// The picture that is made.
  public let direction: Direction
  /// The matrix of the picture without distortion.
  public let camera: CameraMatrix
  /// Pixels of the picture to which both matrices belong: the lens's own size, or else that of the layer.
  public let size: Size

  /// - Parameters:
  ///   - view: the camera of the picture without distortion.
  ///   - layerSize: the size of the picture in pixels, for a lens that does not state its own. A picture of another size
  ///     than the lens's has the same corners.
  /// - Throws: ``LensError`` for a view that the lens does not have.
  public init(
    _ lens: LensModel, _ direction: Direction, view: LensModel.View = .same, layerSize: Size
  ) throws(LensError) {
    let isEmpty = !(layerSize.width > 0 && layerSize.height > 0 && layerSize.isFinite)
    let own = lens.size.map { Size(Double($0.width), Double($0.height)) }
    size = own ?? (isEmpty ? Size(1, 1) : layerSize)
    (self.lens, self.direction) = (lens, direction)
    camera = try lens.camera(of: view, size: size)
  }

  /// The position in the content of a position on the canvas, both in pixels of ``size`` with whole numbers at their
  /// centers; nil where the lens is not one-to-one.
  public func content(at pixel: SIMD2<Double>) -> SIMD2<Double>? {
    switch direction {
    case .undistort:
      let point = camera.point(of: pixel)
      guard (point * point).sum().squareRoot() < lens.oneToOneRadius else { return nil }
      let observed = lens.camera.pixel(of: lens.distort(point))
      return observed.x.isFinite && observed.y.isFinite ? observed : nil
    case .distort:
      return lens.undistort(lens.camera.point(of: pixel)).map { camera.pixel(of: $0) }
    }
  }

  /// A flat mesh that keeps a quarter pixel: of the canvas or of the content, whichever is larger at a place, in a picture
  /// of ``size`` or of the layer's, whichever is larger.
  ///
  /// - `layerSize`: in pixels.
  /// - Returns: the mesh, and the error in pixels that it keeps, more than a quarter where the limit of vertices asks for it.
  public func mesh(
    layerSize: Size, limit: Int = Mesh.vertexLimit
  ) throws(LensError) -> (mesh: Mesh, tolerance: Double) {
    let pixels = Size(
      min(max(size.width, layerSize.width), 1e5), min(max(size.height, layerSize.height), 1e5))
    let scale = SIMD2(size.width, size.height)
    let map = PlaneMap { point in
      guard let content = content(at: point * scale - 0.5) else { return nil }
      let unit = (content + 0.5) / scale
      // Content far outside is transparent; the bound keeps its coordinates finite.
      return unit.clamped(lowerBound: SIMD2(repeating: -1e3), upperBound: SIMD2(repeating: 1e3))
    }
    do { return try map.mesh(PlaneMap.Resolution(canvas: pixels, content: pixels), limit: limit) } catch {
      throw .mesh(error)
    }
  }

  /// A sentence if the lens is not one-to-one over the whole picture; nil if it is.
  public var warning: String? {
    guard lens.oneToOneRadius.isFinite else { return nil }
    let isComplete = (0...64).allSatisfy { step in
      let t = Double(step) / 64
      return [SIMD2(t, 0), SIMD2(t, 1), SIMD2(0, t), SIMD2(1, t)].allSatisfy {
        content(at: $0 * SIMD2(size.width, size.height) - 0.5) != nil
      }
    }
    guard !isComplete else { return nil }
    let radius = lens.oneToOneRadius * camera.focalLength.x.magnitude
    return
      "the lens model is one-to-one only up to \((radius * 10).rounded(.down) / 10) pixels from the center of the picture "
      + "without distortion; the picture is transparent beyond"
  }
}
