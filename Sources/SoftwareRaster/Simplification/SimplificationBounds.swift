import MeshTransform
import RenderGraph

/// The projection of a surface, and the error bounds for the simplification of its grid.
package struct SimplificationBounds: Sendable {
  /// The largest displacement: on the canvas in pixels; of a content point in texels, and in canvas pixels that it
  /// covers. OpenGL ES requires no finer positions of a rasterizer (`SUBPIXEL_BITS` of 4), and the samples of antialiased
  /// pixels lie 1/4 apart.
  static var positionTolerance: Float { 1.0 / 16 }
  /// The largest error of depth in pixels. It is visible only where surfaces intersect.
  static var depthTolerance: Float { 1.0 / 8 }

  /// Rows of the matrix from unit layer space to homogeneous canvas pixels.
  let unitToCanvas: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
  /// The size of the content in texels; 0 for content of one color.
  let contentSize: SIMD2<Float>
  /// The size of the canvas in pixels; parts outside are invisible. Nil if all parts count.
  let canvas: SIMD2<Float>?
  /// The largest error of `z / w`.
  let depth: Float
  /// The sine of the largest angle between normals in layer points; nil for unlit surfaces.
  let sine: Float?
  /// The largest error of the factors ``Mesh/brightness``.
  let brightness: Float

  /// - `pointsToCanvas`: gives the scale of depth relative to the plane of the canvas.
  /// - `contentSize`: in texels.
  /// - `depthScale`: a factor on the bound of the depth error.
  /// - `sine`: values above 0.1 count as 0.1.
  package init(
    unitToCanvas m: Transform3D, pointsToCanvas: Transform3D, contentSize: PixelSize?, canvas: PixelSize?,
    depthScale: Double = 1, sine: Double?,
    brightness: Double
  ) {
    self.unitToCanvas = (
      SIMD4<Float>(m.row(0)), SIMD4<Float>(m.row(1)), SIMD4<Float>(m.row(2)), SIMD4<Float>(m.row(3))
    )
    self.contentSize = contentSize.map { SIMD2(Float($0.width), Float($0.height)) } ?? .zero
    self.canvas = canvas.map { SIMD2(Float($0.width), Float($0.height)) }
    func length(_ column: Int) -> Double {
      (0..<3).reduce(0) { $0 + pointsToCanvas.row($1)[column] * pointsToCanvas.row($1)[column] }.squareRoot()
    }
    let across = max(length(0), length(1))
    depth = across > 0 ? Self.depthTolerance * Float(depthScale * length(2) / across) : 0
    self.sine = sine.map { Float(min($0, 0.1)) }
    self.brightness = Float(brightness)
  }

  /// A point of unit layer space in homogeneous canvas pixels.
  @inline(__always)
  func apply(_ x: Float, _ y: Float, _ z: Float) -> SIMD4<Float> {
    unitToCanvas.0 * x + unitToCanvas.1 * y + unitToCanvas.2 * z + unitToCanvas.3
  }
}
