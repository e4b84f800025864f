import Foundation
import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Facets with normals of their own, against Phong's formula on their planes.
struct FlatShadingTests {
  private static let texel = Pixel(220, 160, 90, 255)
  private static let phong = ReferencePhong(
    surface: Surface(specular: 0.4, specularExponent: 10, shading: .flat),
    lights: [.directional(Point3D(1, 0.5, -1.2))])

  /// Folds of `columns` strips across a 120 x 40 surface, z in points; the depths are those of the edges.
  private func folds(_ columns: Int, _ depth: (Int) -> Double, _ interpolation: Mesh.FaceInterpolation)
    throws -> Mesh
  {
    var mesh = try Mesh.grid(rows: 2, columns: columns) {
      SIMD3($0.x, $0.y, Float(depth(Int(($0.x * Float(columns)).rounded()))))
    }
    (mesh.depthNormalization, mesh.faceInterpolation) = (.none, interpolation)
    return mesh
  }

  private func depth(_ edge: Int) -> Double { [0, 11, -4, 20, 6, 6, -15][edge] }

  /// Each strip has one normal up to its edge, seen upright or mirrored, from the front or from behind.
  @Test(arguments: Mesh.FaceInterpolation.allCases)
  func facetsHaveTheirOwnNormals(_ interpolation: Mesh.FaceInterpolation) throws {
    let renderer = try Renderer.any()
    let mesh = try folds(6, depth, interpolation)
    for (mirrorsX, isTurned) in [(false, false), (true, false), (false, true), (true, true)] {
      var transform = Transform3D.identity
      if mirrorsX { transform = transform * .scale(-1, 1) }
      if isTurned { transform = transform * .rotation(.degrees(180), about: Point3D(0, 1, 0)) }
      let scene = Scene.oneLayer(
        .solid(1, 1, Self.texel), size: Size(120, 40), mesh: mesh, transform: transform,
        surface: Self.phong.surface, lights: Self.phong.lights)
      let difference = ImageDifference(try scene.rendered(by: renderer)) { column, _ in
        let reversed = mirrorsX != isTurned
        let x = reversed ? 119 - column : column
        guard x % 20 != 0, x % 20 != 19 else { return nil }
        let rise = (depth(x / 20 + 1) - depth(x / 20)) / 20
        let slope = (reversed ? -1 : 1) * (isTurned ? -1 : 1) * rise
        return Self.phong.shade(
          SIMD4<Double>(Self.texel), at: .zero, normal: normalize(SIMD3(-slope, 0, 1)), viewer: SIMD3(0, 0, 1)
        )
      }
      #expect(difference.isWithin(1.5), "\(mirrorsX) \(isTurned): \(difference)")
    }
  }

  /// Seen in perspective, whatever the facet's tilt.
  @Test func inPerspective() throws {
    let eyeDistance = 150.0
    let rotation = Transform3D.rotation(.degrees(-50), about: Point3D(0, 1, 0))
    let scene = Scene.oneLayer(
      .solid(1, 1, Self.texel), size: Size(100, 100), canvas: Rect(-64, -64, 128, 128), position: .zero,
      transform: rotation * .perspective(eyeDistance: eyeDistance), surface: Self.phong.surface,
      lights: Self.phong.lights)
    var smooth = scene
    smooth.layers[0].surface.shading = .smooth
    let renderer = try Renderer.any()
    let difference = ImageDifference(
      try scene.rendered(by: renderer, samples: 1), try smooth.rendered(by: renderer, samples: 1))
    #expect(difference.isWithin(1), "\(difference)")
  }

  /// A twisted face is one facet where it is drawn bilinearly: lit evenly all over by a distant light.
  @Test func twistedFaceIsOneFacet() throws {
    var mesh = try Mesh.grid(rows: 1, columns: 1) {
      SIMD3($0.x, $0.y, $0.x * $0.y * 30)
    }
    (mesh.depthNormalization, mesh.faceInterpolation) = (.none, .bilinear)
    var phong = Self.phong
    phong.surface.specular = 0
    let scene = Scene.oneLayer(
      .solid(1, 1, Self.texel), size: Size(60, 60), mesh: mesh, surface: phong.surface, lights: phong.lights)
    // The diagonals' cross product, in points.
    let normal = normalize(cross(SIMD3(60, 60, 30), SIMD3(-60, 60, 0)))
    let difference = ImageDifference(try scene.rendered()) { x, y in
      guard (2..<58).contains(x), (2..<58).contains(y) else { return nil }
      return phong.shade(SIMD4<Double>(Self.texel), at: .zero, normal: normal, viewer: SIMD3(0, 0, 1))
    }
    #expect(difference.isWithin(1), "\(difference)")
  }

  @Test func defaultLightKeepsColors() throws {
    let renderer = try Renderer.any()
    let image = Image.noise(40, 30)
    var surface = Surface()
    surface.shading = .flat
    let lit = try Scene.oneLayer(image, surface: surface, lights: [Light()]).rendered(by: renderer)
    let unlit = try Scene.oneLayer(image).rendered(by: renderer)
    #expect(ImageDifference(lit, unlit).isWithin(.exact))
  }

  /// On a curved surface smooth shading shows no facets and flat shading does: the largest jump of brightness from one
  /// pixel's slope to the next tells.
  @Test func onlyFlatShadingShowsFacets() throws {
    let renderer = try Renderer.any()
    func kink(_ shading: Surface.Shading) throws -> Int {
      var mesh = try Mesh.grid(rows: 50, columns: 50) {
        let (x, y) = (Double($0.x) - 0.5, Double($0.y) - 0.5)
        return SIMD3($0.x, $0.y, Float(0.03 * cos(2 * .pi * 2 * (x * x + y * y).squareRoot())))
      }
      mesh.depthNormalization = .width
      let scene = Scene.oneLayer(
        .solid(1, 1, Pixel(200, 200, 200, 255)), size: Size(500, 500), mesh: mesh,
        surface: Surface(shading: shading), lights: [.directional(Point3D(0.7, 0.4, -1))])
      let picture = try scene.rendered(by: renderer)
      var largest = 0
      for y in 4..<496 {
        for x in 4..<495 {
          let (a, b, c) = (Int(picture[x - 1, y].x), Int(picture[x, y].x), Int(picture[x + 1, y].x))
          largest = max(largest, abs(a - 2 * b + c))
        }
      }
      return largest
    }
    #expect(try kink(.smooth) <= 3)
    #expect(try kink(.flat) >= 8)
  }
}
