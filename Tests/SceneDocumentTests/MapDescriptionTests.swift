import MeshTransform
import SceneDocument
import Testing

/// Maps as meshes, in scenes and on the command line.
struct MapDescriptionTests {
  private struct Request: Equatable {
    let map: MapDescription
    let content: PixelSize, layer: PixelSize
  }

  /// Records the maps that a scene requests.
  private final class Maps: SceneResources {
    var requests: [Request] = []

    func image(_ path: String) throws(SceneResourceError) -> Image {
      Image(size: PixelSize(4, 3), alpha: .opaque, bytes: [UInt8](repeating: 255, count: 48))
    }
    func meshFile(_ path: String) throws(SceneResourceError) -> [UInt8] { [] }
    func text(_ text: SceneText, scale: Double) throws(SceneResourceError) -> SceneTextImage {
      throw SceneResourceError("no text")
    }
    func mapMesh(
      _ map: MapDescription, content: PixelSize, layer: PixelSize
    ) throws(SceneResourceError) -> Mesh {
      requests.append(Request(map: map, content: content, layer: layer))
      do { return try Mesh.grid(rows: 2, columns: 3) } catch { throw SceneResourceError("\(error)") }
    }
  }

  private func file(_ mesh: String, contents: String = "\"image\": \"a.png\"") throws -> SceneFile {
    let text = """
      {"canvas": {"size": [9, 8], "scale": 2},
       "layers": [{"bounds": [0, 0, 5, 6], "contents": {\(contents)}, "mesh": \(mesh)}]}
      """
    return try SceneFile(Array(text.utf8), name: "s.json", applying: [])
  }

  /// In pixels, the content is an image or the layer.
  @Test(arguments: [("\"image\": \"a.png\"", PixelSize(4, 3)), ("\"color\": \"red\"", PixelSize(10, 12))])
  func keysArriveAndComeBack(_ contents: String, _ size: PixelSize) throws {
    let text = """
      {"valid": "blue", "units": "ndc-corners", "map": ["x.pgm", "y.pgm"], "origin": "bottom", "direction": "forward",
       "relative": true, "smooth": true, "tolerance": 0.5, "exact": \(contents.contains("image")), "replicatesEdges": true}
      """
    let maps = Maps()
    let scene = try file(text, contents: contents).scene(resources: maps)
    #expect(scene.layers[0].mesh?.replicatesEdges == true)
    let request = try #require(maps.requests.first)
    #expect(request.content == size && request.layer == PixelSize(10, 12))
    let map = request.map.overrides
    #expect(
      request.map.files.map(\.path) == ["x.pgm", "y.pgm"] && map.units == .ndcCorners && map.origin == .bottom
    )
    #expect(map.direction == .contentToCanvas && map.isRelative == true && map.validity == .blue)
    #expect(map.smoothsIntegerSteps && request.map.tolerance == 0.5)
    #expect(request.map.isExact == contents.contains("image"))

    let again = Maps()
    let written = try file(text, contents: contents).text
    _ = try SceneFile(Array(written.utf8), name: "again.json", applying: []).scene(resources: again)
    let other = try #require(again.requests.first?.map)
    let second = other.overrides
    #expect(other.files.map(\.path) == ["x.pgm", "y.pgm"] && second.units == .ndcCorners)
    #expect(second.origin == .bottom && second.direction == .contentToCanvas && second.isRelative == true)
    #expect(second.validity == .blue && second.smoothsIntegerSteps && other.tolerance == 0.5)
    #expect(other.isExact == request.map.isExact)
  }

  @Test func displacementsMoveMaps() throws {
    let maps = Maps()
    let scene = try file("{\"map\": \"m.npy\", \"displacement\": \"a.png\", \"x\": 3}").scene(resources: maps)
    #expect(maps.requests.count == 1 && scene.layers[0].mesh?.vertices.contains { $0.toX > 1 } == true)
  }

  @Test(arguments: [
    ("{\"map\": [\"x.pgm\"]}", "mesh.map: a map has two files"), ("{\"map\": 3}", "the path of a map"),
    ("{\"map\": \"m.npy\", \"rows\": 3}", "mesh.rows: this key does not apply to a map"),
    ("{\"preset\": \"ripple\", \"map\": \"m.npy\"}", "mesh.preset: this key does not apply to a map"),
    ("{\"map\": \"m.npy\", \"unit\": \"ndc\"}", "did you mean \"units\""),
    ("{\"map\": \"m.npy\", \"units\": \"feet\"}", "use pixels, unit, ndc or ndc-corners"),
    ("{\"map\": \"m.npy\", \"tolerance\": -1}", "mesh.tolerance"),
    ("{\"units\": \"ndc\"}", "mesh.units: this key needs a map"),
  ])
  func faultsAreExplained(_ mesh: String, _ words: String) {
    do {
      _ = try file(mesh).scene(resources: Maps())
      Issue.record("\(mesh) is accepted")
    } catch { #expect("\(error)".contains(words), "\(error)") }
  }

  @Test func mapsNeedResources() throws {
    struct None: SceneResources {
      func image(_ path: String) throws(SceneResourceError) -> Image {
        Image(size: PixelSize(1, 1), alpha: .opaque, bytes: [0, 0, 0, 255])
      }
      func meshFile(_ path: String) throws(SceneResourceError) -> [UInt8] { [] }
      func text(_ text: SceneText, scale: Double) throws(SceneResourceError) -> SceneTextImage {
        throw SceneResourceError("no text")
      }
    }
    let file = try file("{\"map\": \"m.npy\"}")
    #expect(throws: DocumentError.self) { try file.scene(resources: None()) }
  }
}
