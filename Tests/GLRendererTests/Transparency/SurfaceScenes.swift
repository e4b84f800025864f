import GLRenderer
import MeshTransform

@testable import TestSupport

/// The same surfaces for the renderer and for the reference.
struct SurfaceScene {
  /// In points; the origin is its middle. One pixel a point.
  static let side = 64

  var layers: [Layer] = []
  var surfaces: [BruteForce.Surface] = []

  var scene: Scene {
    let half = Double(Self.side) / 2
    return Scene(canvas: Canvas(frame: Rect(-half, -half, 2 * half, 2 * half)), layers: layers)
  }

  /// A surface of premultiplied colors that run from one end of the content to the other, drawn magnified.
  /// - `corners`: premultiplied, 0...255, at the content's top left, top right and bottom left.
  mutating func add(
    size: SIMD2<Double>, mesh: Mesh, transform: Transform3D, corners: [SIMD4<Double>], opacity: Double = 1
  ) {
    let texels = 4
    let image = Image(texels, texels, alpha: .premultiplied) { x, y in
      let (u, v) = (Double(x) / Double(texels - 1), Double(y) / Double(texels - 1))
      let color = corners[0] + (corners[1] - corners[0]) * u + (corners[2] - corners[0]) * v
      // Never more than its alpha, as premultiplied colors are.
      let alpha = min(max(color.w, 0), 255)
      return Pixel(
        color.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: alpha)).rounded(
          .toNearestOrAwayFromZero))
    }
    let isOpaque = corners.allSatisfy { $0.w == 255 } && opacity == 1
    let content = isOpaque ? Image(size: image.size, alpha: .opaque, bytes: image.bytes) : image
    var layer = Layer(
      bounds: Rect(0, 0, size.x, size.y), position: .zero, contents: .image(content))
    (layer.mesh, layer.transform, layer.opacity) = (mesh, transform, opacity)
    layers.append(layer)
    surfaces.append(
      BruteForce.Surface(
        mesh: mesh, size: size, transform: transform,
        color: { image.bilinearTexel(at: $0) * opacity }, isOpaque: isOpaque))
  }

  /// A color that the premultiplied form allows, near it for the other corners.
  static func corners(_ random: inout SplitMix64, alpha: Double) -> [SIMD4<Double>] {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let color = SIMD4(number(0.1...0.9), number(0.1...0.9), number(0.1...0.9), 1) * alpha
    return (0..<3).map { _ in
      let factor = alpha == 255 ? 1 : number(0.8...1.1)
      var corner = color * factor
      corner.w = min(corner.w, 255)
      return corner
    }
  }
}

extension SurfaceScene {
  /// Crossing faces at random: flat ones, bent ones, and ones that fold over and cross themselves.
  static func random(_ seed: UInt64) throws -> SurfaceScene {
    var random = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let perspective: Transform3D = seed % 3 == 0 ? .identity : .perspective(eyeDistance: number(120...300))
    var result = SurfaceScene()
    for _ in 0..<Int.random(in: 2...5, using: &random) {
      let (rows, columns) = (Int.random(in: 1...3, using: &random), Int.random(in: 1...3, using: &random))
      let shake = Bool.random(using: &random) ? 0 : number(0.1...0.5)
      let grid = try Mesh.grid(rows: rows, columns: columns) { from in
        SIMD3(
          Float(Double(from.x) + number(-1...1) * shake), Float(Double(from.y) + number(-1...1) * shake),
          Float(number(-1...1) * shake))
      }
      let axis = Point3D(number(-1...1), number(-1...1), number(-0.4...0.4))
      let transform =
        Transform3D.rotation(.degrees(number(-70...70)), about: axis)
        * .translation(number(-10...10), number(-10...10), number(-10...10)) * perspective
      let isOpaque = Int.random(in: 0..<5, using: &random) == 0
      result.add(
        size: SIMD2(number(24...60), number(24...60)), mesh: grid, transform: transform,
        corners: Self.corners(&random, alpha: isOpaque ? 255 : number(40...230)),
        opacity: isOpaque || Bool.random(using: &random) ? 1 : number(0.4...0.9))
    }
    return result
  }
}
