import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// A mirrored scene gives the mirrored picture.
struct MirrorTests {
  /// A lit, curved, tilted mesh; mirrored in itself: content, mesh, transform and light.
  private func scene(
    _ image: Image, _ scale: Double, mirrorsX: Bool, mirrorsY: Bool, transform: Transform3D = tilt,
    isLit: Bool = true
  ) throws -> Scene {
    var mesh = try Mesh.grid(rows: 6, columns: 5) {
      let (x, y) = (Double($0.x), Double($0.y))
      return SIMD3($0.x * 0.9 + 0.03 * $0.y, $0.y * 0.8 + 0.1, Float(0.2 * x * x - 0.15 * x * y + 0.1 * y))
    }
    mesh.depthNormalization = .width
    if mirrorsX || mirrorsY {
      // The faces stay, so that the diagonals are mirrored with the rest.
      mesh = try mesh.mappingVertices { vertex, _ in
        var vertex = vertex
        if mirrorsX { (vertex.fromX, vertex.toX) = (1 - vertex.fromX, 1 - vertex.toX) }
        if mirrorsY { (vertex.fromY, vertex.toY) = (1 - vertex.fromY, 1 - vertex.toY) }
        return vertex
      }
    }
    let (sx, sy) = (mirrorsX ? -1.0 : 1, mirrorsY ? -1.0 : 1)
    let mirror = Transform3D.scale(sx, sy)
    let light = Light.directional(Point3D(0.4 * sx, 0.3 * sy, -1))
    return .oneLayer(
      image.mirrored(x: mirrorsX, y: mirrorsY), canvas: Rect(-10, -10, 84, 84), scale: scale,
      position: Point(32, 32),
      mesh: mesh, transform: mirror * transform * mirror, surface: Surface(specular: 0.4),
      lights: isLit ? [light] : [])
  }

  private static let tilt =
    Transform3D.rotation(.degrees(31), about: Point3D(0.7, 0.2, 0.1)) * .perspective(eyeDistance: 300)

  @Test(arguments: [(true, false), (false, true), (true, true)])
  func everyPixelIsMirrored(_ x: Bool, _ y: Bool) throws {
    let renderer = try Renderer.any()
    for (image, scale) in Self.images {
      let picture = try scene(image, scale, mirrorsX: false, mirrorsY: false).rendered(
        by: renderer, samples: 1)
      let mirrored = try scene(image, scale, mirrorsX: x, mirrorsY: y).rendered(by: renderer, samples: 1)
      let difference = ImageDifference(mirrored, picture.mirrored(x: x, y: y))
      #expect(difference.isWithin(2), "\(difference)")
    }
  }

  /// The sample positions of a pixel are symmetric only under a half turn, so that edges are compared there.
  @Test func antialiasedEdgesAreTurnedByAHalf() throws {
    let renderer = try Renderer.any()
    for (image, scale) in Self.images {
      let picture = try scene(image, scale, mirrorsX: false, mirrorsY: false).rendered(
        by: renderer, samples: 4)
      let mirrored = try scene(image, scale, mirrorsX: true, mirrorsY: true).rendered(
        by: renderer, samples: 4)
      let difference = ImageDifference(mirrored, picture.mirrored(x: true, y: true))
      #expect(difference.isWithin(2), "\(difference)")
    }
  }

  /// Noise is magnified: where it is minified, the sampler's own rounding shows. Two steps of its 8-bit weights are
  /// allowed.
  private static let images: [(Image, scale: Double)] = [
    (.noise(64, 64), 3), (.translucentNoise(64, 64), 3), (.ramp(), 1),
  ]
}
