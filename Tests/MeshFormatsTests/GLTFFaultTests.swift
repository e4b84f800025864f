import MeshFormats
import MeshTransform
import SceneDocument
import Testing

/// What glTF files must not do.
@Suite struct GLTFFaultTests {
  private func fault(_ change: (inout GLTFSample) -> Void) -> String {
    var sample = GLTFSample.square()
    change(&sample)
    return sample.fault
  }

  @Test func numbersOutOfBoundsAreNamed() {
    #expect(
      fault { $0.accessors[0] = $0.accessors[0].replacing("\"count\": 4", with: "\"count\": 5") }.contains(
        "accessors[0]: 5 elements end at byte 60 of their view, which has 48"))
    #expect(
      fault { $0.accessors[0] = $0.accessors[0].replacing("\"count\": 4", with: "\"count\": 2147483648") }
        .contains(
          "more than 4000000 elements"))
    #expect(
      fault { $0.accessors[0] = "{\"componentType\": 5126, \"count\": 4294967295, \"type\": \"VEC3\"}" }
        .contains(
          "more than 4000000 elements"))
    #expect(
      fault { $0.accessors[0] = $0.accessors[0].replacing("\"count\": 4", with: "\"count\": 1e30") }.contains(
        "accessors[0].count: found 1e30; use a whole number"))
    #expect(
      fault { $0.accessors[0] = $0.accessors[0].replacing("\"bufferView\": 0", with: "\"bufferView\": 9") }
        .contains(
          "but there are 3 bufferViews"))
    #expect(
      fault { $0.views[0] = $0.views[0].replacing("\"byteLength\": 48", with: "\"byteLength\": 480") }
        .contains(
          "bufferViews[0]: the view ends at byte 480"))
    #expect(
      fault {
        $0.views[0].removeLast()
        $0.views[0] += ", \"byteStride\": 8}"
      }.contains("an element has 12 bytes"))
    #expect(
      fault { $0.accessors[1] = $0.accessors[1].replacing("5126", with: "5124") }.contains(
        "the type is unknown"))
    #expect(fault { $0.accessors[1] = $0.accessors[1].replacing("VEC2", with: "MAT4") }.contains("\"type\""))
    #expect(
      fault { $0.accessors[2] = $0.accessors[2].replacing("5121", with: "5120") }.contains(
        "unsigned integers"))
    #expect(fault { $0.data[$0.data.count - 1] = 4 }.contains("index 5 is 4, but there are 4 vertices"))
    #expect(
      fault {
        $0.data[3] = 0x7F
        $0.data[2] = 0x80
      }.contains("element 0 has the number inf; only finite ones"))
    #expect(
      fault { $0.members[0] = "\"nodes\": [{\"mesh\": 0, \"scale\": [1e300, 1, 1]}]" }.contains(
        "move its vertices too far"))
    #expect(
      fault { $0.members[0] = "\"nodes\": [{\"mesh\": 0, \"rotation\": [0, 0, 0, 0]}]" }.contains("no length")
    )
    #expect(
      fault { $0.members[1] = "\"meshes\": [{\"primitives\": [{\"attributes\": {\"TEXCOORD_0\": 1}}]}]" }
        .contains(
          "there is no POSITION"))
    #expect(fault { $0.members = [] }.contains("no triangles in the scene"))
  }

  @Test func unknownExtensionsAreRefusedByName() {
    for (name, remedy) in [
      ("KHR_draco_mesh_compression", "without compression"),
      ("EXT_meshopt_compression", "without compression"),
      ("VND_other", "export the model without it"),
    ] {
      let words = fault { $0.members.append("\"extensionsRequired\": [\"\(name)\"]") }
      #expect(words.contains("the file requires '\(name)'") && words.contains(remedy))
    }
    #expect(
      words { () throws(DocumentError) in
        try GLTFFile.read(bytes("{\"asset\": {\"version\": \"1.0\"}}"), name: "m")
      }.contains("the version is '1.0'"))
    #expect(
      words { () throws(DocumentError) in try GLTFFile.read(bytes("{}"), name: "m") }.contains("not glTF"))
  }

  /// Only files of the folder are read.
  @Test func addressesAreRefused() throws {
    let sample = GLTFSample.square()
    func read(_ uri: String) throws(DocumentError) -> [String] {
      var names: [String] = []
      let text = sample.text(buffer: "{\"byteLength\": \(sample.data.count), \"uri\": \"\(uri)\"}")
      _ = try GLTFFile.read(bytes(text), name: "m.gltf") { name, _ throws(DocumentError) in
        names.append(name)
        return sample.data
      }
      return names
    }
    #expect(
      try read("m.bin") == ["m.bin"] && read("a%20b/%63.bin") == ["a b/c.bin"]
        && read("..a/b..") == ["..a/b.."])
    for uri in [
      "http://example.org/m.bin", "https://example.org/m.bin", "file:///etc/passwd", "/etc/passwd",
      "../m.bin",
      "a/../../m.bin", "%2e%2e/m.bin", "..%2Fm.bin", "%2Fetc/passwd", "C:\\\\m.bin", "..\\\\m.bin", "a%00b",
      "", "%FF",
    ] {
      let sentence = words { () throws(DocumentError) in try read(uri) }
      #expect(sentence.contains("no addresses, no absolute paths and no \"..\""), "\(uri): \(sentence)")
    }
    for data in [
      "data:application/octet-stream,abc", "data:;base64,A", "data:;base64,A===", "data:;base64,A*==",
    ] {
      #expect(words { () throws(DocumentError) in try read(data) }.contains("is not base64"))
    }
    // Without a folder, and in a binary file, there is none.
    let text = sample.text(buffer: "{\"byteLength\": 1, \"uri\": \"m.bin\"}")
    #expect(
      words { () throws(DocumentError) in try GLTFFile.read(bytes(text), name: "m") }.contains(
        "export a .glb file"))
  }

  @Test func damagedContainersAreRefused() {
    let file = GLTFSample.square().binary
    func fault(_ file: [UInt8]) -> String {
      words { () throws(DocumentError) in try GLTFFile.read(file, name: "m.glb") }
    }
    #expect(fault(Array(file.prefix(12))).contains("ends after 12 bytes"))
    #expect(fault(Array(file.dropLast(8))).contains("copy or export it again"))
    var other = file
    other[4] = 1
    #expect(fault(other).contains("version 1 of binary glTF"))
    other = file
    other[12...15] = [255, 255, 255, 127]
    #expect(fault(other).contains("a part of 2147483647 bytes"))
    other = file
    other[16] = 0
    #expect(fault(other).contains("is not JSON"))
  }

  /// Trees of nodes are read without recursion, and every node once.
  @Test func deepAndCircularTreesEnd() throws {
    let count = 100_000
    var nodes = (0..<count - 1).map { "{\"children\": [\($0 + 1)]}" } + ["{\"mesh\": 0}"]
    var sample = GLTFSample.square()
    sample.members[0] = "\"scenes\": [{\"nodes\": [0]}], \"nodes\": [\(nodes.joined(separator: ","))]"
    #expect(try sample.read().vertices.count == 4)
    nodes[count - 1] = "{\"children\": [0]}"
    sample.members[0] = "\"scenes\": [{\"nodes\": [0]}], \"nodes\": [\(nodes.joined(separator: ","))]"
    #expect(sample.fault.contains("nodes[0]: the node is in the scene more than once"))
    // Two parents would double the work at every level.
    nodes = (0..<40).map { "{\"children\": [\($0 + 1), \($0 + 1)]}" } + ["{\"mesh\": 0}"]
    sample.members[0] = "\"scenes\": [{\"nodes\": [0]}], \"nodes\": [\(nodes.joined(separator: ","))]"
    #expect(sample.fault.contains("more than once"))
  }

  /// Values of the JSON take memory each; its strings do not count.
  @Test func manyValuesAreRefused() throws {
    var sample = GLTFSample.square(more: ["\"extras\": \"\(String(repeating: ",", count: 2_000_000))\""])
    #expect(try sample.read().faces.count == 2)
    sample.members.append("\"asset2\": [0\(String(repeating: ",0", count: 2_000_000))]")
    #expect(sample.fault.contains("more than 2000000 values"))
  }

  /// A small file has few elements, however often it names them.
  @Test func repeatedMeshesAreCounted() throws {
    var sample = GLTFSample.square()
    let zeros = "{\"componentType\": 5121, \"count\": 3000, \"type\": \"VEC"
    sample.accessors[0] = zeros.replacing("5121", with: "5126") + "3\"}"
    sample.accessors[1] = zeros + "2\", \"normalized\": true}"
    sample.members[1] =
      "\"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0, \"TEXCOORD_0\": 1}, \"indices\": 2}]}]"
    func instances(_ count: Int) -> String {
      let nodes = (0..<count).map { _ in "{\"mesh\": 0}" }
      return "\"nodes\": [\(nodes.joined(separator: ","))]"
    }
    sample.members[0] = instances(1000)
    #expect(try sample.read().vertices.count == 3_000_000)
    sample.members[0] = instances(10_000)
    #expect(
      sample.fault.contains("meshes[0]: the meshes of the file have more than 4000000 elements together"))
    sample.members[0] = instances(1)
    let targets = (0..<2000).map { _ in "{\"POSITION\": 0}" }.joined(separator: ",")
    sample.members[1] =
      "\"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0, \"TEXCOORD_0\": 1}, \"indices\": 2, \"targets\": "
      + "[\(targets)]}]}]"
    #expect(sample.fault.contains("more than 4000000 elements together"))
  }
}
