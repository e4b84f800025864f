import MeshTransform

/// Classifies the triangles that may be lit at their vertices, with the light interpolated between: those for which a
/// bound proves that no color channel changes by a step of 8 bits.
///
/// The bound: let f be a part of the light, and x a point with the barycentric coordinates w for the corners x_i. By
/// Taylor's formula the error of the interpolated value is at most half the mean, weighted by w, of |f''| toward the
/// corners. The derivatives follow from those of unit vectors: the normal, the direction to the light and the direction
/// to the eye are n = N / |N| of an N that is linear in the triangle, so that |n'| <= |N'| / |N| and
/// |n''| <= 2 / sqrt 3 |N'|^2 / |N|^2. The mean of |N'|^2 toward the corners is at most the square of the radius of the
/// smallest ball around the three N.
struct VertexLighting {
  private let lights: [LightingUniforms.Parameters]
  private let exponent: Float
  private let hasHighlights: Bool, isPositional: Bool
  /// The normals and positions in world space; the normals have the lengths that the shader interpolates.
  private let normals: [SIMD3<Float>], positions: [SIMD3<Float>]
  private let eye: SIMD4<Float>
  /// The largest permitted error of a channel, in 0...1.
  private let tolerance: Float

  /// The permitted error in steps of 8 bits; below 1, because rounding adds to it.
  private static var steps: Float { 0.9 }
  /// The largest slope of the curve that encodes linear light.
  private static var encodingSlope: Float { 12.92 }
  /// The factor in the bound on |n''|: 2 / sqrt 3, rounded up.
  private static var bend: Float { 1.1548 }
  /// Largest index count for which one light without highlights is analyzed. The analysis takes some 60 ns a triangle
  /// and light. One light without highlights takes 2 ns a pixel more than none, which only large triangles repay:
  /// 100 x 100 faces at 1080p took 15.6 s for 300 frames instead of 15.4.
  private static var fewIndices: Int { 3 * 4096 }
  /// Largest change of the normal in a triangle, in radians, for which the bound is useful.
  private static var largestAngle: Float { 0.5 }

  /// Fails where light is computed in each pixel: without light, with flat shading, for faces that are not drawn as
  /// triangles, and where the analysis does not pay.
  init?(
    _ lighting: LightingUniforms, _ triangles: TriangleList, _ projection: LayerProjection,
    _ blending: Canvas.Blending
  ) {
    let variant = lighting.variant
    guard variant.isLit, !variant.isFlatShaded, triangles.interpolation == .triangles,
      triangles.normals.count == triangles.vertices.count,
      lighting.lights.count > 1 || variant.hasHighlights || triangles.indices.count <= Self.fewIndices
    else { return nil }
    lights = lighting.lights
    exponent = lighting.specularExponent
    (hasHighlights, isPositional) = (variant.hasHighlights, variant.hasPositionalLights)
    eye = SIMD4<Float>(projection.eye)
    tolerance = Self.steps / 255 / (blending == .linear ? Self.encodingSlope : 1)
    let m = LightingUniforms.normalMatrix(projection.pointsToWorld)
    let rows = (SIMD3(m[0], m[1], m[2]), SIMD3(m[3], m[4], m[5]), SIMD3(m[6], m[7], m[8]))
    let old = triangles.normals
    normals = Self.map(old.count) { rows.0 * old[$0].x + rows.1 * old[$0].y + rows.2 * old[$0].z }
    if hasHighlights || isPositional {
      let unitToWorld = FloatMatrix(projection.unitToPoints * projection.pointsToWorld)
      let vertices = triangles.vertices
      positions = Self.map(vertices.count) { unitToWorld.apply(vertices[$0].to).xyz }
    } else {
      positions = []
    }
  }

  private static func map(_ count: Int, _ value: (Int) -> SIMD3<Float>) -> [SIMD3<Float>] {
    [SIMD3<Float>](unsafeUninitializedCapacity: count) { values, filled in
      let values = UnsafeMutableBufferPointer(rebasing: values[..<count])
      inParallel(count, grainSize: 8192) { range in
        for i in range { values.initializeElement(at: i, to: value(i)) }
      }
      filled = count
    }
  }

  /// Whether the triangle of three vertices may be lit at its vertices.
  /// - `side`: 1 where the content's front is visible, -1 where its back is.
  func mayLight(_ a: Int, _ b: Int, _ c: Int, side: Float) -> Bool {
    let (n0, n1, n2) = (normals[a], normals[b], normals[c])
    let squares = SIMD3((n0 * n0).sum(), (n1 * n1).sum(), (n2 * n2).sum())
    let bend = ballSquared(n0, n1, n2)
    // A lower bound on |N|^2 in the triangle.
    let shortest = squares.min() - bend
    guard shortest > 0, bend < Self.largestAngle * Self.largestAngle * shortest else { return false }
    let lengths = squares.squareRoot()
    var triangle = Triangle(
      n0: n0 * (side / lengths.x), n1: n1 * (side / lengths.y), n2: n2 * (side / lengths.z),
      alpha: (bend / shortest).squareRoot())
    if !positions.isEmpty {
      (triangle.p0, triangle.p1, triangle.p2) = (positions[a], positions[b], positions[c])
      triangle.radius = ballSquared(triangle.p0, triangle.p1, triangle.p2).squareRoot()
      if hasHighlights, eye.w > 0 {
        let (v0, v1, v2) = (eye.xyz - triangle.p0, eye.xyz - triangle.p1, eye.xyz - triangle.p2)
        let squares = SIMD3((v0 * v0).sum(), (v1 * v1).sum(), (v2 * v2).sum())
        let nearest = squares.min().squareRoot() - triangle.radius
        guard nearest > 0 else { return false }
        triangle.gamma = triangle.radius / nearest
      }
    }
    var error: Float = 0
    for light in lights {
      error += self.error(of: light, on: triangle)
      // Fails for NaN, too.
      guard error <= tolerance else { return false }
    }
    return true
  }

  /// The approximate saving for each pixel, in nanoseconds of one core of llvmpipe.
  var savedTime: Double {
    Double(lights.count) * (hasHighlights ? 15 : lights.count > 1 ? 5 : 2) + (isPositional ? 10 : 0)
  }

  private struct Triangle {
    /// Unit normals of the corners, toward the viewer's side.
    let n0: SIMD3<Float>, n1: SIMD3<Float>, n2: SIMD3<Float>
    /// Bounds on |n'| and |v'| toward the corners, in radians.
    let alpha: Float
    var gamma: Float = 0
    /// The corners in world space, and the radius of a ball around them.
    var p0 = SIMD3<Float>.zero, p1 = SIMD3<Float>.zero, p2 = SIMD3<Float>.zero
    var radius: Float = 0
  }

  /// A bound on the error that one light adds to any channel; infinite where no bound is known.
  @inline(__always)
  private func error(of light: LightingUniforms.Parameters, on triangle: Triangle) -> Float {
    let alpha = triangle.alpha
    var change = LightVariation()
    var (t0, t1, t2) = (light.direction.xyz, light.direction.xyz, light.direction.xyz)
    if light.position.w > 0 {
      guard let found = LightVariation(light, triangle.p0, triangle.p1, triangle.p2, triangle.radius) else {
        return .infinity
      }
      if found.strength == 0 { return 0 }
      change = found
      (t0, t1, t2) = (found.t0, found.t1, found.t2)
    }
    let beta = change.beta
    let facing = -SIMD3((triangle.n0 * t0).sum(), (triangle.n1 * t1).sum(), (triangle.n2 * t2).sum())
    let (low, top) = (facing.min(), facing.max())
    let most = top + alpha + beta
    if most <= 0 { return 0 }
    let clipsContent = low - alpha - beta < 0
    let bend = Self.bend

    let second = bend * (alpha * alpha + beta * beta) + 2 * alpha * beta
    var diffuse: Float
    if !clipsContent {
      diffuse = change.error(min(most, 1), alpha + beta, second)
    } else if light.position.w > 0 {
      diffuse = change.strength * most
    } else {
      // Facing is clamped at 0: between a and -b the interpolation error is at most ab / (a + b).
      let (a, b) = (max(top, 0), max(-low, 0))
      diffuse = second / 2 + (a * b > 0 ? a * b / (a + b) : 0)
    }
    diffuse *= light.diffuse.xyz.max()
    guard hasHighlights, light.specular.xyz.max() > 0 else { return diffuse }

    // A highlight is m^e of the cosine m between the mirrored light r and the eye v: |r'| <= |t'| + 2 |n'|.
    let gamma = triangle.gamma
    func mirrored(_ n: SIMD3<Float>, _ t: SIMD3<Float>, _ p: SIMD3<Float>) -> Float {
      let way = eye.xyz - eye.w * p
      let r = t - 2 * (n * t).sum() * n
      return (r * way).sum() / (way * way).sum().squareRoot()
    }
    let m0 = min(
      max(
        mirrored(triangle.n0, t0, triangle.p0), mirrored(triangle.n1, t1, triangle.p1),
        mirrored(triangle.n2, t2, triangle.p2), 0), 1)
    let rate = 2 * alpha + beta + gamma
    let m = min(m0 + (1 - m0 * m0).squareRoot() * rate, 1)
    let value = powerBound(m, exponent)
    var specular = change.strength * value
    if !clipsContent, exponent >= 2 {
      let first = exponent * powerBound(m, exponent - 1)
      // The largest m^(e-2) (1 - m^2); the second factor is from |m'| <= sqrt(1 - m^2) times the rate.
      let peak = (exponent - 2) / exponent
      let steepest =
        m * m < peak
        ? powerBound(m, exponent - 2) * (1 - m * m)
        : powerBound(peak.squareRoot(), exponent - 2) * (1 - peak)
      let bends =
        bend * (beta * beta + gamma * gamma) + 4 * alpha * beta + 4.83 * alpha * alpha
        + 2 * (beta + 2 * alpha) * gamma
      let second = exponent * (exponent - 1) * steepest * rate * rate + first * bends
      specular = min(specular, change.error(value, first * rate, second))
    }
    return diffuse + specular * light.specular.xyz.max()
  }
}

/// The square of a bound on the radius of the smallest ball around three points: half the longest side where an angle
/// is at least 90 degrees, else the radius of the circle through them.
@inline(__always)
private func ballSquared(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>) -> Float {
  let (ab, bc, ca) = (a - b, b - c, c - a)
  let (x, y, z) = ((ab * ab).sum(), (bc * bc).sum(), (ca * ca).sum())
  let longest = max(x, y, z)
  // An equilateral triangle has the largest ball for a given longest side: its square is a third of the side's.
  guard x + y + z > 2 * longest else { return longest / 4 }
  let square = 2 * (x * y + y * z + z * x) - (x * x + y * y + z * z)
  return square > 0 ? min(x * y * z / square, longest / 3) : longest / 3
}

/// An upper bound on m^e, for m in 0...1 and e >= 0: m <= exp(m - 1), and exp(x) is at least the first terms of its
/// series.
@inline(__always)
private func powerBound(_ m: Float, _ e: Float) -> Float {
  let x = (1 - m) * e / 4
  let series = 1 + x * (1 + x * (0.5 + x * (1 / 6 + x / 24)))
  let square = series * series
  return 1 / (square * square)
}

extension SIMD4<Float> {
  package var xyz: SIMD3<Float> { SIMD3(x, y, z) }
}
