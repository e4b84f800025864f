import Foundation
import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Curved surfaces with a closed form for the normal, finely meshed.
struct CurvedLightingTests {
  private static let texel = Pixel(220, 160, 90, 255)

  /// `z = a sin(2πkx)` over bounds of `size`, z in units of a normalization that gives `pointsPerUnit` points.
  private func difference(
    _ size: Size, _ normalization: Mesh.DepthNormalization, pointsPerUnit: Double,
    flips: ((Int) -> Bool)? = nil
  ) throws -> ImageDifference {
    let (a, k) = (0.05, 1.5)
    var mesh = try Mesh.grid(rows: 1, columns: 300) {
      SIMD3($0.x, $0.y, Float(a * sin(2 * .pi * k * Double($0.x))))
    }
    if let flips {
      let faces = mesh.faces.enumerated().map { i, face in
        let c = face.indices
        return flips(i) ? Mesh.Face(c.x, c.w, c.z, c.y) : face
      }
      mesh = try Mesh(vertices: mesh.vertices, faces: faces)
    }
    mesh.depthNormalization = normalization
    let phong = ReferencePhong(
      surface: Surface(specular: 0.4, specularExponent: 10), lights: [.directional(Point3D(1, 0.5, -1.2))])
    let scene = Scene.oneLayer(
      .solid(1, 1, Self.texel), size: size, mesh: mesh, surface: phong.surface, lights: phong.lights)
    return ImageDifference(try scene.rendered()) { column, row in
      guard column > 1, column < Int(size.width) - 2 else { return nil }
      let x = (Double(column) + 0.5) / size.width
      // dz/dx in points per point.
      let slope = a * pointsPerUnit * 2 * .pi * k * cos(2 * .pi * k * x) / size.width
      let normal = normalize(SIMD3(-slope, 0, 1))
      return phong.shade(SIMD4<Double>(Self.texel), at: .zero, normal: normal, viewer: SIMD3(0, 0, 1))
    }
  }

  @Test func sineWave() throws {
    let difference = try difference(Size(120, 40), .width, pointsPerUnit: 120)
    #expect(difference.isWithin(2), "\(difference)")
  }

  @Test(arguments: Mesh.DepthNormalization.allCases)
  func depthIsNormalizedBeforeNormals(_ normalization: Mesh.DepthNormalization) throws {
    let points: Double =
      switch normalization {
      case .none: 1
      case .width, .min: 60
      case .height, .max: 150
      case .average: 105
      }
    let difference = try difference(Size(60, 150), normalization, pointsPerUnit: points)
    #expect(difference.isWithin(2), "\(normalization): \(difference)")
  }

  /// Faces that run the other way around, all or here and there, are lit no differently.
  @Test func windingDoesNotMatter() throws {
    for flips in [{ (_: Int) in true }, { $0 % 3 == 1 }] {
      let difference = try difference(Size(120, 40), .width, pointsPerUnit: 120, flips: flips)
      #expect(difference.isWithin(2), "\(difference)")
    }
  }

  /// An upright half cylinder seen from the outside and, its depth negated, from the inside.
  @Test(arguments: [1.0, -1.0])
  func cylinder(_ side: Double) throws {
    let mesh = try Mesh.grid(rows: 1, columns: 200) {
      let t = (Double($0.x) - 0.5) * 2.6
      return SIMD3(Float(0.5 + 0.4 * sin(t)), $0.y, Float(side * 0.4 * (cos(t) - 1)))
    }
    var point = Light(.point)
    point.position = Point3D(20, 30, 150)
    let phong = ReferencePhong(surface: Surface(specular: 0.3, specularExponent: 8), lights: [point])
    let size = 100.0
    let scene = Scene.oneLayer(
      .solid(1, 1, Self.texel), size: Size(size, size), mesh: mesh, surface: phong.surface,
      lights: phong.lights)
    let difference = ImageDifference(try scene.rendered()) { column, row in
      let sine = (Double(column) + 0.5 - 50) / 40
      guard abs(sine) < 0.93 else { return nil }
      let cosine = (1 - sine * sine).squareRoot()
      let position = SIMD3(Double(column) + 0.5, Double(row) + 0.5, side * 40 * (cosine - 1))
      return phong.shade(
        SIMD4<Double>(Self.texel), at: position, normal: SIMD3(side * sine, 0, cosine), viewer: SIMD3(0, 0, 1)
      )
    }
    #expect(difference.count > 5000)
    #expect(difference.isWithin(2), "\(difference)")
  }

  /// A surface lit and seen from both of its sides at once: the normal turns toward the viewer on each.
  @Test func foldedSurfaceIsTwoSided() throws {
    // Left half seen from the front, right half folded back over it and away, seen from behind.
    let mesh = try Mesh(
      vertices: [
        Mesh.Vertex(from: SIMD2(0, 0), to: SIMD3(0, 0, 0)),
        Mesh.Vertex(from: SIMD2(0.5, 0), to: SIMD3(0.4, 0, 0)),
        Mesh.Vertex(from: SIMD2(0.5, 1), to: SIMD3(0.4, 1, 0)),
        Mesh.Vertex(from: SIMD2(0, 1), to: SIMD3(0, 1, 0)),
        Mesh.Vertex(from: SIMD2(0.5, 0), to: SIMD3(1, 0, 0)),
        Mesh.Vertex(from: SIMD2(1, 0), to: SIMD3(0.6, 0, 0)),
        Mesh.Vertex(from: SIMD2(1, 1), to: SIMD3(0.6, 1, 0)),
        Mesh.Vertex(from: SIMD2(0.5, 1), to: SIMD3(1, 1, 0)),
      ], faces: [Mesh.Face(0, 1, 2, 3), Mesh.Face(4, 5, 6, 7)])
    let scene = Scene.oneLayer(
      .solid(1, 1, Self.texel), size: Size(50, 20), mesh: mesh, lights: [.directional(Point3D(0.3, 0, -1))])
    let picture = try scene.rendered()
    #expect(picture[10, 10] == picture[40, 10])
    let expected = ReferencePhong(lights: scene.lights).shade(
      SIMD4<Double>(Self.texel), at: .zero, normal: SIMD3(0, 0, 1), viewer: SIMD3(0, 0, 1))
    #expect(picture[10, 10].distance(to: expected) <= 1)
  }

  /// Where a layer is seen in perspective, highlights follow the eye, not the screen's normal.
  @Test func highlightsFollowTheEye() throws {
    let (side, eyeDistance) = (128.0, 90.0)
    let light = Light.directional(Point3D(0.2, -0.3, -1))
    let phong = ReferencePhong(
      surface: Surface(ambient: 0, diffuse: 0.2, specular: 0.7, specularExponent: 20), lights: [light])
    for depth in [0.0, 30] {
      let scene = Scene.oneLayer(
        .solid(1, 1, Self.texel), size: Size(side, side), canvas: Rect(-64, -64, side, side), position: .zero,
        transform: .translation(0, 0, depth) * .perspective(eyeDistance: eyeDistance), surface: phong.surface,
        lights: phong.lights)
      let difference = ImageDifference(try scene.rendered()) { column, row in
        let w = 1 - depth / eyeDistance
        let p = SIMD3((Double(column) + 0.5 - 64) * w, (Double(row) + 0.5 - 64) * w, depth)
        let viewer = normalize(SIMD3(0, 0, eyeDistance) - p)
        return phong.shade(SIMD4<Double>(Self.texel), at: p, normal: SIMD3(0, 0, 1), viewer: viewer)
      }
      #expect(difference.isWithin(1.5), "depth \(depth): \(difference)")
    }
  }
}
