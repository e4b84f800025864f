import Foundation
import MeshFormats
import MeshTransform
import SceneDocument
import Testing

@Suite struct GLTFFileTests {
  /// The content of a file, read with Foundation.
  private struct Read {
    let json: [String: Any]
    let data: Data

    init(_ bytes: [UInt8], binary: Bool) throws {
      if !binary {
        json = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let uri = try #require((json["buffers"] as? [[String: Any]])?[0]["uri"] as? String)
        data = try #require(Data(base64Encoded: String(uri.drop { $0 != "," }.dropFirst())))
        return
      }
      func word(_ place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) } }
      #expect(Array(bytes[0..<4]) == Array("glTF".utf8) && word(4) == 2 && word(8) == bytes.count)
      let length = word(12)
      #expect(length % 4 == 0 && Array(bytes[16..<20]) == Array("JSON".utf8))
      json = try #require(
        try JSONSerialization.jsonObject(with: Data(bytes[20..<20 + length])) as? [String: Any])
      #expect(Array(bytes[24 + length..<28 + length]) == [0x42, 0x49, 0x4E, 0])
      data = Data(bytes[(28 + length)...])
      #expect(data.count == word(20 + length) && data.count % 4 == 0)
    }

    private func list(_ name: String) -> [[String: Any]] { json[name] as? [[String: Any]] ?? [] }

    private var primitive: [String: Any]? { (list("meshes")[0]["primitives"] as? [[String: Any]])?[0] }

    private func bytes(of accessor: Int) throws -> Data {
      let view = list("bufferViews")[try #require(list("accessors")[accessor]["bufferView"] as? Int)]
      let start = try #require(view["byteOffset"] as? Int)
      #expect(start % 4 == 0)
      return data[(data.startIndex + start)...].prefix(try #require(view["byteLength"] as? Int))
    }

    private func words(of accessor: Int) throws -> [UInt32] {
      let bytes = Array(try bytes(of: accessor))
      return stride(from: 0, to: bytes.count, by: 4).map { i in
        bytes[i..<i + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
      }
    }

    func attribute(_ name: String) throws -> [Float] {
      let attributes = try #require(primitive?["attributes"] as? [String: Int])
      return try words(of: try #require(attributes[name])).map(Float.init(bitPattern:))
    }

    func indices() throws -> [UInt32] { try words(of: try #require(primitive?["indices"] as? Int)) }

    func picture() throws -> [UInt8] {
      let view = list("bufferViews")[try #require(list("images")[0]["bufferView"] as? Int)]
      let start = data.startIndex + (view["byteOffset"] as? Int ?? 0)
      return Array(data[start...].prefix(view["byteLength"] as? Int ?? 0))
    }

    var material: [String: Any] { list("materials")[0] }
  }

  private func mesh() throws -> Mesh {
    var mesh = try Mesh.grid(rows: 1, columns: 1).mappingVertices { vertex, i in
      Mesh.Vertex(from: vertex.from, to: vertex.to + SIMD3(0, 0, i == 1 ? 0.5 : 0))
    }
    try mesh.setBrightness([1, 0.5, 0, 1])
    return mesh
  }

  @Test(arguments: [true, false]) func holdsTheSurface(binary: Bool) throws {
    let picture = (0..<101).map { UInt8($0) }
    let file = try GLTFFile.encode(
      mesh(), name: "m", binary: binary,
      options: GLTFFile.Options(
        layerSize: Size(200, 100), texture: GLTFFile.Texture(png: picture, hasTransparency: true)))
    let read = try Read(file, binary: binary)
    // 200 x 100 points are 1 x 0.5 metres; a unit of depth is 150 points.
    #expect(
      try read.attribute("POSITION") == [-0.5, 0.25, 0, 0.5, 0.25, 0.375, -0.5, -0.25, 0, 0.5, -0.25, 0])
    #expect(try read.attribute("TEXCOORD_0") == [0, 0, 1, 0, 0, 1, 1, 1])
    #expect(try read.indices() == [0, 3, 1, 3, 0, 2])
    #expect(try read.picture() == picture)
    let colors = try read.attribute("COLOR_0")
    #expect(colors[0] == 1 && abs(colors[3] - 0.2176376) < 1e-6 && colors[6] == 0)
    #expect(read.material["doubleSided"] as? Bool == true && read.material["alphaMode"] as? String == "BLEND")
  }

  /// Triangles are counterclockwise around their normals, which are those of the mesh with y up.
  @Test func windingFollowsTheNormals() throws {
    let mesh = try randomGrid(rows: 5, columns: 5, seed: 1).mappingVertices { vertex, i in
      // Small distortions, so that the front of the content is known.
      Mesh.Vertex(
        from: SIMD2(Float(i % 6) / 5, Float(i / 6) / 5),
        to: SIMD3(Float(i % 6) / 5, Float(i / 6) / 5, vertex.toZ * 0.05))
    }
    let read = try Read(
      GLTFFile.encode(mesh, name: "m", binary: true, options: GLTFFile.Options(layerSize: Size(3, 3))),
      binary: true)
    let (p, n) = (try read.attribute("POSITION"), try read.attribute("NORMAL"))
    func vector(_ list: [Float], _ i: UInt32) -> SIMD3<Float> {
      SIMD3(list[3 * Int(i)], list[3 * Int(i) + 1], list[3 * Int(i) + 2])
    }
    let indices = try read.indices()
    #expect(indices.count == 150)
    for i in stride(from: 0, to: indices.count, by: 3) {
      let (a, b, c) = (vector(p, indices[i]), vector(p, indices[i + 1]), vector(p, indices[i + 2]))
      let (u, v) = (b - a, c - a)
      let cross = SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
      #expect((cross * vector(n, indices[i])).sum() > 0)
    }
    for i in 0..<UInt32(36) { #expect(abs((vector(n, i) * vector(n, i)).sum() - 1) < 1e-5) }
  }

  @Test func meshesThatCannotBeEncodedAreRefused() throws {
    func fault(_ mesh: Mesh, _ size: Size = Size(1, 1)) -> String {
      words { () throws(DocumentError) in
        try GLTFFile.encode(mesh, name: "m.glb", binary: true, options: GLTFFile.Options(layerSize: size))
      }
    }
    var mesh = try Mesh.grid(rows: 1, columns: 1)
    #expect(fault(mesh, Size(0, 1)).contains("both sides must be above 0"))
    #expect(fault(mesh, Size(1, .infinity)).contains("both sides must be above 0"))
    #expect(fault(Mesh()).contains("m.glb: the mesh has no triangles to draw"))
    try mesh.setSubdivisionSteps(2)
    #expect(fault(mesh).contains("the mesh has a subdivision"))
    let huge = try Mesh.grid(rows: 1, columns: 1).mappingVertices { vertex, _ in
      Mesh.Vertex(from: vertex.from, to: SIMD3(3e38, 0, 3e38))
    }
    #expect(fault(huge, Size(1, 5)) == "no error" || fault(huge, Size(1, 5)).contains("too large"))
    var deep = huge
    deep.depthNormalization = .none
    #expect(fault(deep, Size(1e-3, 1e-3)).contains("too large"))
  }
}
