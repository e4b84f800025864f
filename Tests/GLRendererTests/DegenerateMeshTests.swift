import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Meshes that hung or crashed the original: each is drawn, or draws nothing, at once.
struct DegenerateMeshTests {
  private func picture(_ mesh: Mesh, lit: Bool) throws -> Image {
    try Scene.oneLayer(
      .noise(16, 16), mesh: mesh, surface: Surface(specular: 1), lights: lit ? [Light()] : []
    ).rendered()
  }

  private func isEmpty(_ picture: Image) -> Bool { picture.bytes.allSatisfy { $0 == 0 } }

  @Test(arguments: [false, true])
  func nothingToDraw(_ lit: Bool) throws {
    let vertex = Mesh.Vertex(from: SIMD2(0.5, 0.5), to: SIMD3(0.5, 0.5, 0))
    let onePoint = Array(repeating: vertex, count: 4)
    let line = (0..<4).map { Mesh.Vertex(from: SIMD2(Float($0) / 3, 0), to: SIMD3(Float($0) / 3, 0.5, 0)) }
    for mesh in [
      Mesh(), try Mesh(vertices: [vertex], faces: []),
      try Mesh(vertices: onePoint, faces: [Mesh.Face(0, 1, 2, 3)]),
      try Mesh(vertices: onePoint, faces: [Mesh.Face(0, 0, 0, 0)], policy: .lenient),
      try Mesh(vertices: line, faces: [Mesh.Face(0, 1, 2, 3)]),
    ] {
      #expect(isEmpty(try picture(mesh, lit: lit)))
    }
  }

  @Test(arguments: [false, true])
  func manyFacesOnOnePoint(_ lit: Bool) throws {
    let vertices = (0..<4).map { Mesh.Vertex(from: SIMD2(Float($0) / 4, 0.5), to: SIMD3(0.5, 0.5, 0)) }
    let mesh = try Mesh(vertices: vertices, faces: Array(repeating: Mesh.Face(0, 1, 2, 3), count: 100_000))
    #expect(isEmpty(try picture(mesh, lit: lit)))
  }

  @Test func aFaceWithTwoEqualCornersIsATriangle() throws {
    let mesh = try Mesh(
      vertices: [SIMD2<Float>(0, 0), SIMD2(1, 0), SIMD2(1, 1)].map {
        Mesh.Vertex(from: $0, to: SIMD3($0.x, $0.y, 0))
      }, faces: [Mesh.Face(0, 1, 2, 2)])
    let picture = try picture(mesh, lit: false)
    #expect(picture[12, 3] == Image.noise(16, 16)[12, 3])
    #expect(picture[3, 12] == .zero)
  }

  /// All content in one texel, or along a line of it: stretched, not an error.
  @Test func contentWithoutArea() throws {
    for to in [SIMD2<Float>(0, 0), SIMD2(1, 0)] {
      let mesh = try Mesh.grid(rows: 2, columns: 2).mappingVertices { vertex, _ in
        Mesh.Vertex(from: vertex.from * to + (1 - to) * 0.53, to: vertex.to)
      }
      let picture = try picture(mesh, lit: true)
      #expect((0..<16).allSatisfy { picture[$0, 2] == picture[$0, 13] && picture[$0, 2].w == 255 })
    }
  }

  /// Meshes of random vertices and faces, anywhere and in any order: an answer, whatever it is.
  @Test func randomMeshes() throws {
    var random = SplitMix64(seed: 99)
    let renderer = try Renderer.any()
    for _ in 0..<60 {
      let spread = Float([1, 3, 1e3, 1e6, 1e12, 1e30].randomElement(using: &random)!)
      let vertices = (0..<12).map { _ in
        Mesh.Vertex(
          from: SIMD2(.random(in: -1...2, using: &random), .random(in: -1...2, using: &random)),
          to: SIMD3(
            .random(in: -spread...spread, using: &random), .random(in: -spread...spread, using: &random),
            .random(in: -spread...spread, using: &random)))
      }
      let faces = (0..<20).map { _ in
        Mesh.Face(SIMD4<UInt32>.random(in: 0..<12, using: &random))
      }
      var mesh = try Mesh(vertices: vertices, faces: faces, policy: .lenient)
      mesh.replicatesEdges = Bool.random(using: &random)
      let scene = Scene.oneLayer(
        Bool.random(using: &random) ? .noise(16, 16) : .translucentNoise(16, 16), mesh: mesh,
        transform: .rotation(.degrees(30), about: Point3D(1, 2, 3)) * .perspective(eyeDistance: 20),
        surface: Surface(specular: 1), lights: [Light()])
      do throws(RenderError) {
        let options = RenderOptions(wireframe: Bool.random(using: &random) ? Wireframe() : nil)
        let picture = try renderer.render(scene, options: options)
        // Premultiplied: no color is brighter than its coverage.
        for i in stride(from: 0, to: picture.bytes.count, by: 4) {
          let coverage = picture.bytes[i + 3]
          #expect(picture.bytes[i..<i + 3].allSatisfy { $0 <= coverage })
        }
      } catch {
        guard case .nonFiniteGeometry = error else {
          Issue.record("spread \(spread): \(error)")
          continue
        }
      }
    }
  }
}
