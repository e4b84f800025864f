import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Light on bilinear and projective faces.
struct FaceLightTests {
  private func face(_ z: [Float], _ interpolation: Mesh.FaceInterpolation) throws -> Mesh {
    let to = [SIMD2<Float>(0.05, 0.1), SIMD2(0.95, 0.02), SIMD2(0.7, 0.9), SIMD2(0.1, 0.55)]
    let unit = [SIMD2<Float>(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)]
    return try Mesh(
      vertices: (0..<4).map { Mesh.Vertex(from: unit[$0], to: SIMD3(to[$0], z[$0])) },
      faces: [Mesh.Face(0, 1, 2, 3)], depthNormalization: .average, faceInterpolation: interpolation)
  }

  /// With the default light, a flat surface that is not tilted keeps its colors.
  @Test(arguments: [Mesh.FaceInterpolation.bilinear, .projective])
  func flatFacesKeepTheirColors(_ interpolation: Mesh.FaceInterpolation) throws {
    let mesh = try face([0, 0, 0, 0], interpolation)
    let (lit, plain) = (
      try Scene.ramp(mesh, lights: [Light()]).rendered(), try Scene.ramp(mesh).rendered()
    )
    let difference = ImageDifference(lit, plain)
    #expect(difference.isWithin(1), "\(difference)")
  }

  /// Normals are the bilinear mean of the corners', and shine as Lambert has it.
  @Test(arguments: [Mesh.FaceInterpolation.bilinear, .projective])
  func normalsAreBilinear(_ interpolation: Mesh.FaceInterpolation) throws {
    let mesh = try face([0, 0.3, -0.1, 0.25], interpolation)
    let scene = Scene.oneLayer(
      .solid(2, 2, Pixel(255, 255, 255, 255)), size: Size(96, 96), mesh: mesh,
      surface: Surface(ambient: 0, diffuse: 1), lights: [Light()])
    let normals = mesh.normals(inBoundsOf: Size(96, 96)).map {
      SIMD3(Double($0.x), Double($0.y), Double($0.z))
    }
    let reference = ReferenceFace(mesh, scene.unitToCanvas)
    let difference = ImageDifference(try scene.rendered()) { x, y in
      guard x % 3 == 0, let at = reference.patchPoint(seenAt: SIMD2(Double(x) + 0.5, Double(y) + 0.5)),
        at.isWithin(0.1...0.9)
      else { return nil }
      let normal = ReferenceFace.mean(normals, at)
      let value = 255 * 0.75 * abs(normal.z) / (normal * normal).sum().squareRoot()
      return SIMD4(value, value, value, 255)
    }
    #expect(difference.count > 500)
    #expect(difference.isWithin(1.5), "\(difference)")
  }

  /// Highlights and lamps go through the same faces.
  @Test func lampsAndHighlightsAreSymmetrical() throws {
    let renderer = try Renderer.any()
    func picture(mirrored: Bool) throws -> Image {
      let unit = [SIMD2<Float>(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)]
      let to: [SIMD3<Float>] = [SIMD3(0.3, 0.25, 0.2), SIMD3(1, 0, 0), SIMD3(1, 1, 0.1), SIMD3(0, 1, 0)]
      let mesh = try Mesh(
        vertices: (0..<4).map { i in
          let i = mirrored ? [1, 0, 3, 2][i] : i
          let (p, q) = (unit[i], to[i])
          return mirrored
            ? Mesh.Vertex(from: SIMD2(1 - p.x, p.y), to: SIMD3(1 - q.x, q.y, q.z))
            : Mesh.Vertex(from: p, to: q)
        },
        faces: [Mesh.Face(0, 1, 2, 3)], depthNormalization: .average, faceInterpolation: .bilinear)
      var lamp = Light(.point)
      lamp.position = Point3D(48, 30, 60)
      return try Scene.oneLayer(
        .solid(2, 2, Pixel(160, 160, 160, 255)), size: Size(96, 96), mesh: mesh,
        surface: Surface(diffuse: 0.7, specular: 0.6, specularExponent: 20), lights: [lamp]
      ).rendered(by: renderer)
    }
    let (left, right) = (
      try picture(mirrored: false), try picture(mirrored: true).mirrored(x: true, y: false)
    )
    let difference = ImageDifference(left) { x, y in
      left[x, y].w == 255 && right[x, y].w == 255 ? SIMD4<Double>(right[x, y]) : nil
    }
    #expect(difference.isWithin(2), "\(difference)")
  }
}
