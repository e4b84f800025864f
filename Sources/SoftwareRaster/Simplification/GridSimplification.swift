import MeshTransform
import RenderGraph

/// Simplifies dense grids; the error bounds are those of ``RenderItem/simplificationBounds(_:_:)``.
package struct GridSimplification: GraphPass {
  package var name: String { "gridSimplification" }

  package init() {}

  package func triangles(of item: RenderItem, _ lighting: LightingUniforms, _ view: RenderView)
    -> TriangleList?
  {
    guard case .mesh(let mesh, let size) = item.shape,
      let bounds = item.simplificationBounds(lighting, view.blending)
    else { return nil }
    return TriangleList(
      simplifying: mesh, inBoundsOf: size, lit: item.needsOrientation(isLit: lighting.isLit),
      shading: item.surface.shading, bounds)
  }
}

extension RenderItem {
  /// The largest error of a color on the flank of a highlight, in steps of 8 bits. The change of the color itself, which is
  /// steep there, masks two.
  private static var stepsOfHighlights: Double { 2 }

  /// The error bounds within which the grid of the mesh is simplified invisibly; nil if it is not simplified.
  ///
  /// Positions differ by at most 1/16 pixel, content by 1/16 texel. Light differs by at most one step of 8 bits, by two on
  /// the flanks of highlights. Where the mesh has a brightness, light and brightness differ by at most half of that each.
  /// Either changes a color by as many steps. Depths differ by at most 1/8 pixel; by 1/1024 where other items share
  /// positions and depths with this one.
  fileprivate func simplificationBounds(_ lighting: LightingUniforms, _ blending: Canvas.Blending)
    -> SimplificationBounds?
  {
    // An item that touches others keeps exact depths.
    if depthPrecision == .touchingOthers, !isFlat { return nil }
    // Encoding magnifies differences by 12.92 near black.
    let step = 1 / 255 / (blending == .linear ? 12.92 : 1)
    let share = mesh?.brightness.isEmpty == false ? 0.5 : 1
    var sine: Double?
    if lighting.isLit {
      guard let slope = lighting.slope, let stretch = projection.pointsToWorld.turningFactor else {
        return nil
      }
      let steepest = max(slope.diffuse, (slope.diffuse + slope.specular) / Self.stepsOfHighlights)
      sine = share * step / max(steepest * stretch, 1e-3)
    }
    let size: PixelSize?
    switch content {
    case .white: size = nil
    case .image(let image): size = image.size
    case .gradient(_, let pixels): size = pixels
    case .offscreen(let texture), .oversampled(let texture): size = texture.size
    case .canvasPixels: size = nil
    }
    return SimplificationBounds(
      unitToCanvas: projection.unitToCanvas, pointsToCanvas: projection.pointsToCanvas, contentSize: size,
      canvas: canvas, depthScale: depthPrecision == .alone ? 1 : 1.0 / 128, sine: sine,
      brightness: share * step / max(1, lighting.brightest))
  }
}

extension LightingUniforms {
  /// The largest changes of a pixel's color with its normal, in 0...1 per radian; nil if they are unbounded.
  ///
  /// The slope of `N.L` is at most 1. The reflected ray rotates by twice the angle, and the slope of `cos^n` is
  /// `n cos^(n - 1) sin`, which is largest for `sin^2 = 1 / n`: at most `sqrt(n)`, and 0.65 times that for n of 4 and
  /// more. A highlight that ends where the surface faces away from its light only moves its edge.
  fileprivate var slope: (diffuse: Double, specular: Double)? {
    let exponent = Double(specularExponent)
    var (diffuse, reflected) = (0.0, 0.0)
    for light in lights {
      diffuse += Double(max(light.diffuse.x, light.diffuse.y, light.diffuse.z))
      let specular = Double(max(light.specular.x, light.specular.y, light.specular.z))
      guard specular > 0 else { continue }
      guard exponent >= 1 else { return nil }
      reflected += 2 * specular * exponent.squareRoot() * (exponent >= 4 ? 0.65 : 1)
    }
    return (diffuse + reflected).isFinite ? (diffuse, reflected) : nil
  }

  /// The largest factor by which light multiplies colors.
  fileprivate var brightest: Double {
    lights.reduce(Double(ambient.max())) {
      $0 + Double(max($1.diffuse.x, $1.diffuse.y, $1.diffuse.z))
    }
  }
}

extension Transform3D {
  /// The largest factor by which the transform enlarges an angle between normals: 1 for rotations and their multiples;
  /// nil for a singular transform.
  fileprivate var turningFactor: Double? {
    let rows = (0..<3).map { SIMD3(row($0).x, row($0).y, row($0).z) }
    func product(_ i: Int, _ j: Int) -> Double { (rows[i] * rows[j]).sum() }
    let square = product(0, 0)
    let tolerance = 1e-6 * square
    if square > 0, abs(product(1, 1) - square) < tolerance, abs(product(2, 2) - square) < tolerance,
      abs(product(0, 1)) < tolerance, abs(product(0, 2)) < tolerance, abs(product(1, 2)) < tolerance
    {
      return 1
    }
    var linear = self
    (linear.m41, linear.m42, linear.m43) = (0, 0, 0)
    guard let inverse = linear.inverted() else { return nil }
    // An upper bound on the ratio of the largest to the smallest singular value.
    func length(_ m: Transform3D) -> Double {
      (0..<3).reduce(0) {
        $0 + m.row($1).x * m.row($1).x + m.row($1).y * m.row($1).y + m.row($1).z * m.row($1).z
      }
      .squareRoot()
    }
    let factor = length(linear) * length(inverse)
    return factor.isFinite ? factor : nil
  }
}
