import MeshFormats
import MeshTransform
import SceneDocument
import Testing

/// Each format with each property of a mesh: lost properties are listed, all others read back equal.
@Suite struct LossesTests {
  struct Property: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The description of the loss for each format; other formats hold the property.
    let losses: [MeshFormat: String]
    let change: @Sendable (inout Mesh) throws -> Void

    init(
      _ name: String, _ losses: [MeshFormat: String] = [:],
      change: @escaping @Sendable (inout Mesh) throws -> Void
    ) {
      (testDescription, self.losses, self.change) = (name, losses, change)
    }

    init(
      _ name: String, _ words: String, of formats: [MeshFormat],
      change: @escaping @Sendable (inout Mesh) throws -> Void
    ) {
      self.init(name, Dictionary(uniqueKeysWithValues: formats.map { ($0, words) }), change: change)
    }
  }

  private static let texts: [MeshFormat] = [.obj, .coreAnimation, .warp]
  private static let surfaces: [MeshFormat] = [.gltf, .glb]
  private static let foreign: [MeshFormat] = texts + surfaces

  static let properties = [
    Property("nothing") { _ in },
    Property("positions") { mesh in
      try mesh.replaceVertex(at: 4, with: Mesh.Vertex(from: SIMD2(0.3, 0.6), to: SIMD3(-0.7, 1.25, 0)))
    },
    Property("creases", "the creases of 1 face", of: [.obj, .warp] + surfaces) { mesh in
      let indices = mesh.faces[1].indices
      try mesh.replaceFace(at: 1, with: Mesh.Face(indices, creases: SIMD4(0, 2.5, 0, 0)))
    },
    Property("depth", "the depth (z)", of: [.warp]) { mesh in
      try mesh.replaceVertex(at: 4, with: Mesh.Vertex(from: SIMD2(0.5, 0.5), to: SIMD3(0.5, 0.5, 0.25)))
    },
    Property("depthNormalization, flat", "the depth normalization (min)", of: texts) { mesh in
      mesh.depthNormalization = .min
    },
    Property(
      "depthNormalization, bent",
      [
        .obj: "the depth normalization (height)", .coreAnimation: "the depth normalization (height)",
        .warp: "the depth (z), the depth normalization (height)",
      ]
    ) { mesh in
      mesh.depthNormalization = .height
      try mesh.replaceVertex(at: 4, with: Mesh.Vertex(from: SIMD2(0.5, 0.5), to: SIMD3(0.5, 0.5, 0.25)))
    },
    Property("subdivisionSteps", "the subdivision (2 steps)", of: foreign) { mesh in
      try mesh.setSubdivisionSteps(2)
    },
    Property("subdivisionSteps, automatic", "the subdivision (automatic)", of: foreign) { mesh in
      try mesh.setSubdivisionSteps(-1)
    },
    Property("replicatesEdges", "the continued edges (replicatesEdges)", of: texts) { mesh in
      mesh.replicatesEdges = true
    },
    Property(
      "content outside 0...1",
      [
        .warp: "the faces at 1 vertex outside the content",
        .gltf: "the transparency around the content, whose edge is continued",
        .glb: "the transparency around the content, whose edge is continued",
      ]
    ) { mesh in
      try mesh.replaceVertex(at: 0, with: Mesh.Vertex(from: SIMD2(-0.25, 0), to: SIMD3(0, 0, 0)))
    },
    Property("faceInterpolation bilinear", "the bilinear interpolation of faces", of: foreign) { mesh in
      mesh.faceInterpolation = .bilinear
    },
    Property("faceInterpolation projective", "the projective interpolation of faces", of: foreign) { mesh in
      mesh.faceInterpolation = .projective
    },
    Property("brightness", "the brightness", of: [.obj, .coreAnimation]) { mesh in
      try mesh.setBrightness([1, 0.5, 1, 1, 0.25, 1, 1, 1, 0])
    },
    Property(
      "brightness above 1",
      [
        .obj: "the brightness", .coreAnimation: "the brightness", .gltf: "what is brighter than 1",
        .glb: "what is brighter than 1",
      ]
    ) { mesh in try mesh.setBrightness([1, 1, 1, 1, 1.5, 1, 1, 1, 1]) },
    Property("diagonals", "the direction of the diagonal of 1 face", of: [.warp]) { mesh in
      try mesh.replaceFace(at: 0, with: Mesh.Face(SIMD4(1, 4, 3, 0), creases: .zero))
    },
  ]

  /// Four faces whose numbers are all exact in binary and therefore in any format.
  private func plain() throws -> Mesh {
    var mesh = try Mesh.grid(rows: 2, columns: 2)
    mesh.depthNormalization = .none
    return mesh
  }

  @Test(arguments: MeshFormat.allCases, properties)
  func isNamedOrReadsBackEqual(format: MeshFormat, property: Property) throws {
    var mesh = try plain()
    try property.change(&mesh)
    let losses = format.losses(of: mesh)
    #expect(losses.joined(separator: ", ") == property.losses[format, default: ""])
    guard !format.isSurface else { return }
    let bytes: [UInt8] =
      switch format {
      case .obj: OBJFile.encode(mesh)
      case .coreAnimation: CoreAnimationText.encode(mesh)
      case .warp: try WarpFile.encode(mesh, name: "m", coordinates: .unit)
      case .json, .gltf, .glb: MeshFile.encode(mesh)
      }
    let read = try format.read(bytes, name: "m", warpCoordinates: .unit)
    #expect(try (read.contents.mesh() == mesh) == losses.isEmpty)
  }

  @Test(arguments: MeshFormat.allCases)
  func exactNormalsAreNamed(format: MeshFormat) throws {
    var mesh = try plain()
    try mesh.replaceVertex(at: 4, with: Mesh.Vertex(from: SIMD2(0.5, 0.5), to: SIMD3(0.5, 0.5, 1)))
    let smooth = try mesh.tessellated(steps: 1, limit: 1000)
    #expect(!smooth.limitNormals.isEmpty)
    let expected: [MeshFormat: [String]] = [
      .json: ["the exact normals"], .obj: ["the exact normals"], .coreAnimation: ["the exact normals"],
      .warp: ["the depth (z)", "the exact normals"],
    ]
    #expect(format.losses(of: smooth) == expected[format, default: []])
  }
}
