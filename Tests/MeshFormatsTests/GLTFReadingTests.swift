import MeshFormats
import MeshTransform
import SceneDocument
import Testing

@Suite struct GLTFReadingTests {
  /// A written surface is read back: closed form, up to the rounding of a Float.
  @Test(
    arguments: [Size(1, 1), Size(200, 100), Size(90, 160)], ["wave", "ripple", "cylinder", "fold", "style"])
  func aWrittenSurfaceIsReadBack(size: Size, preset: String) throws {
    let mesh = try MeshDescription.mesh(preset: preset, [:], layerSize: size)
    for binary in [false, true] {
      let file = try GLTFFile.encode(
        mesh, name: "m", binary: binary, options: GLTFFile.Options(layerSize: size))
      let read = try GLTFFile.read(file, name: "m", layerSize: size)
      #expect(read.notes.isEmpty)
      let back = try read.contents.mesh()
      #expect(
        back.vertices.count == mesh.vertices.count && back.brightness.isEmpty == mesh.brightness.isEmpty)
      let unit = mesh.depthNormalization.pointsPerUnit(for: size) / max(size.width, size.height)
      for (a, b) in zip(mesh.vertices, back.vertices) {
        #expect(a.from == b.from)
        #expect(abs(a.toX - b.toX) < 2e-6 && abs(a.toY - b.toY) < 2e-6)
        #expect(abs(Double(a.toZ) * unit - Double(b.toZ)) < 1e-5 * max(1, abs(Double(b.toZ))))
      }
      for (a, b) in zip(mesh.brightness, back.brightness) { #expect(abs(min(a, 1) - b) < 1e-5) }
      func corners(_ mesh: Mesh) -> Set<Set<UInt32>> {
        let indices = mesh.triangleIndices()
        return Set(stride(from: 0, to: indices.count, by: 3).map { Set(indices[$0..<$0 + 3]) })
      }
      #expect(corners(mesh) == corners(back))
    }
  }

  private let corners: [SIMD3<Float>] = [SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(1, 1, 0), SIMD3(0, 1, 0)]

  @Test func aSquareByHandIsTheLayer() throws {
    let contents = try GLTFSample.square().read()
    #expect(contents.vertices.map(\.to) == corners)
    #expect(contents.vertices.map(\.from) == corners.map { SIMD2($0.x, $0.y) })
    #expect(contents.faces == [Mesh.Face(0, 2, 3, 3), Mesh.Face(2, 0, 1, 1)])
    #expect(contents.depthNormalization == .max)
    let binary = try GLTFFile.read(GLTFSample.square().binary, name: "m.glb").contents
    #expect(binary == contents)
    // The longer side is one metre.
    #expect(
      try GLTFSample.square().read(size: Size(200, 100)).vertices.map(\.to.y) == [-0.5, -0.5, 1.5, 1.5])
  }

  @Test func stripsFansAndListsAreTriangles() throws {
    func faces(_ primitive: String) throws -> Set<Set<UInt32>> {
      let contents = try GLTFSample.square(primitive: primitive).read()
      return Set(contents.faces.map { Set([$0.indices.x, $0.indices.y, $0.indices.z]) })
    }
    #expect(try faces(", \"mode\": 5") == [[0, 1, 2], [1, 2, 3]])
    #expect(try faces(", \"mode\": 6") == [[0, 1, 2], [0, 2, 3]])
    #expect(try faces(", \"mode\": 4") == [[0, 1, 2]])
    // The orientation of every second triangle of a strip is reversed.
    let strip = try GLTFSample.square(primitive: ", \"mode\": 5").read().faces
    #expect(strip == [Mesh.Face(0, 2, 1, 1), Mesh.Face(1, 2, 3, 3)])
    #expect(GLTFSample.square(primitive: ", \"mode\": 1").fault.contains("no triangles"))
  }

  @Test func nodesPlaceTheirMeshes() throws {
    var sample = GLTFSample.square()
    // A quarter turn about z, then twice as large, then to the right, below a parent that moves up.
    sample.members[0] =
      "\"scene\": 1, \"scenes\": [{\"nodes\": [2]}, {\"nodes\": [0]}], \"nodes\": [{\"children\": [1], "
      + "\"matrix\": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,10,0,1]}, {\"mesh\": 0, \"translation\": [5,0,0], "
      + "\"rotation\": [0,0,0.70710678,0.70710678], \"scale\": [2,2,2]}, {\"mesh\": 0}]"
    let first = try sample.read().vertices[0].to
    // (-0.5, 0.5) becomes (-1, 1), turned (-1, -1), moved (4, 9).
    #expect(abs(first.x - 4.5) < 1e-6 && abs(first.y + 8.5) < 1e-6)
    sample.members[0] =
      "\"nodes\": [{\"children\": [1, 2]}, {\"mesh\": 0}, {\"mesh\": 0, \"translation\": [0, 0, 3]}]"
    let joined = try sample.read()
    #expect(joined.vertices.count == 8 && joined.faces.count == 4 && joined.vertices[7].toZ == 3)
    #expect(joined.faces[2] == Mesh.Face(4, 6, 7, 7))
    sample.members[0] = "\"extras\": 1"
    #expect(try sample.read().vertices.map(\.to) == corners)
  }

  @Test func numbersHaveAllForms() throws {
    var sample = GLTFSample.square(attributes: "\"POSITION\": 3, \"TEXCOORD_0\": 4, \"COLOR_0\": 5")
    // Shorts that are normalized, with a stride, and an offset.
    let half: [Int] = [-16384, 16384, 0, 16384, 16384, 0, 16384, -16384, 0, -16384, -16384, 0]
    var positions: [UInt8] = [9, 9]
    for i in 0..<4 {
      for j in 0..<3 { positions += [UInt8(half[3 * i + j] & 255), UInt8(half[3 * i + j] >> 8 & 255)] }
      positions += [7, 7]
    }
    sample.add(
      positions, 5122, "VEC3", count: 4, more: ", \"normalized\": true, \"byteOffset\": 2", stride: 8)
    sample.add([0, 0, 255, 0, 255, 255, 0, 255], 5121, "VEC2", count: 4, more: ", \"normalized\": true")
    sample.add(
      [255, 255, 255, 128, 128, 128, 255, 255, 255, 255, 255, 255], 5121, "VEC3", count: 4,
      more: ", \"normalized\": true")
    let read = try sample.read()
    for (vertex, corner) in zip(read.vertices, corners) {
      let distance = vertex.to - corner
      #expect(abs(distance.x) < 4e-5 && abs(distance.y) < 4e-5 && vertex.from == SIMD2(corner.x, corner.y))
    }
    #expect(read.brightness[0] == 1 && abs(read.brightness[1] - 0.7310) < 1e-4)
  }

  @Test func sparseNumbersReplaceOthers() throws {
    var sample = GLTFSample.square(attributes: "\"POSITION\": 3, \"TEXCOORD_0\": 1")
    let indices = sample.addView([1, 3])
    sample.add([9, 9, 9, 8, 8, 8], "VEC3", count: 2)
    func sparse(_ base: String) -> String {
      "{\(base)\"componentType\": 5126, \"count\": 4, \"type\": \"VEC3\", \"sparse\": {\"count\": 2, "
        + "\"indices\": {\"bufferView\": \(indices), \"componentType\": 5121}, \"values\": {\"bufferView\": \(indices + 1)}}}"
    }
    sample.accessors[3] = sparse("\"bufferView\": 0, ")
    #expect(try sample.read().vertices.map(\.toZ) == [0, 9, 0, 8])
    sample.accessors[3] = sparse("")
    #expect(try sample.read().vertices.map(\.toX) == [0.5, 9.5, 0.5, 8.5])
    sample.data[sample.data.count - 26] = 7
    #expect(sample.fault.contains("the indices increase, and are below 4"))
  }

  @Test func aMaterialMovesTheTextureCoordinates() throws {
    let texture =
      "{\"index\": 0, \"extensions\": {\"KHR_texture_transform\": {\"offset\": [0.25, 0.5], \"scale\": [0.5, 0.25]}}}"
    let sample = GLTFSample.square(
      primitive: ", \"indices\": 2, \"material\": 0",
      more: [
        "\"extensionsRequired\": [\"KHR_texture_transform\", \"KHR_mesh_quantization\", \"KHR_materials_unlit\"]",
        "\"materials\": [{\"pbrMetallicRoughness\": {\"baseColorTexture\": \(texture)}}]",
      ])
    #expect(try sample.read().vertices.map(\.from)[2] == SIMD2(0.75, 0.75))
  }

  @Test func aModelIsFittedAndTurned() throws {
    var sample = GLTFSample.square(node: "\"mesh\": 0, \"translation\": [100, 7, 3], \"scale\": [10, 20, 30]")
    let fitted = try sample.read(MeshPlacement(fit: .fill), size: Size(300, 100))
    for (vertex, corner) in zip(fitted.vertices, corners) {
      #expect(abs(vertex.toX - corner.x) < 1e-6 && abs(vertex.toY - corner.y) < 1e-6)
    }
    sample = GLTFSample.square(attributes: "\"POSITION\": 0")
    #expect(sample.fault.contains("there is no TEXCOORD_0") && sample.fault.contains("--fit-mesh"))
    let shown = try sample.read(MeshPlacement(fit: .contain))
    #expect(shown.vertices.map(\.from) == corners.map { SIMD2($0.x, $0.y) })
    // z of the model points right.
    let turned = try GLTFSample.square().read(MeshPlacement(axes: MeshAxes.parse("z,y,-x")))
    #expect(turned.vertices[0].to == SIMD3(0.5, 0, 0.5))
  }
}
