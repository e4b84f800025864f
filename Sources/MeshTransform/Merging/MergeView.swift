/// How a surface is seen, and by how much it may be seen wrong, when faces of its mesh are merged.
package struct MergeView: Sendable {
  /// The most that a place on the canvas may be off, in pixels, and the most that a point of the content may be, in its
  /// texels and in pixels of the canvas that it covers.
  static var place: Float { 1.0 / 32 }
  /// The same for depth, in pixels: it shows only where surfaces cross.
  static var depth: Float { 1.0 / 16 }

  /// Rows of the matrix from unit layer space to homogeneous canvas pixels.
  let rows: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
  /// Of the content; 0 where it is the same everywhere.
  let texels: SIMD2<Float>
  /// In pixels; what lies outside is not seen. Nil where all of it counts.
  let canvas: SIMD2<Float>?
  /// The most that `z / w` may be off.
  let depth: Float
  /// The sine of the most that normals in layer points may be off; nil where they do not count.
  let sine: Float?
  /// The most that the factors ``Mesh/brightness`` may be off.
  let brightness: Float

  /// - `pointsToCanvas`: tells how far depth is stretched beside the plane of the picture.
  /// - `contentSize`: in texels.
  /// - `depthScale`: of the most that depth may be off.
  /// - `sine`: up to 0.1.
  package init(
    unitToCanvas m: Transform3D, pointsToCanvas: Transform3D, contentSize: PixelSize?, canvas: PixelSize?,
    depthScale: Double = 1, sine: Double?,
    brightness: Double
  ) {
    rows = (
      SIMD4<Float>(m.row(0)), SIMD4<Float>(m.row(1)), SIMD4<Float>(m.row(2)), SIMD4<Float>(m.row(3))
    )
    texels = contentSize.map { SIMD2(Float($0.width), Float($0.height)) } ?? .zero
    self.canvas = canvas.map { SIMD2(Float($0.width), Float($0.height)) }
    func length(_ column: Int) -> Double {
      (0..<3).reduce(0) { $0 + pointsToCanvas.row($1)[column] * pointsToCanvas.row($1)[column] }.squareRoot()
    }
    let across = max(length(0), length(1))
    depth = across > 0 ? Self.depth * Float(depthScale * length(2) / across) : 0
    self.sine = sine.map { Float(min($0, 0.1)) }
    self.brightness = Float(brightness)
  }

  /// Homogeneous canvas pixels of a point of unit layer space.
  @inline(__always)
  func apply(_ x: Float, _ y: Float, _ z: Float) -> SIMD4<Float> {
    rows.0 * x + rows.1 * y + rows.2 * z + rows.3
  }
}
