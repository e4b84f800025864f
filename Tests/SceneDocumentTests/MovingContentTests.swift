import MeshTransform
import SceneDocument
import Testing

/// Sequences, streams and videos as the contents of layers.
@Suite("Contents that move, in scene files")
struct MovingContentTests {
  /// First frames whose width is the length of the path; records the requests.
  private final class Frames: SceneResources {
    var asked: [MovingContent] = []

    func image(_ path: String) throws(SceneResourceError) -> Image { throw SceneResourceError("no image") }
    func meshFile(_ path: String) throws(SceneResourceError) -> [UInt8] { [] }
    func text(_ text: SceneText, scale: Double) throws(SceneResourceError) -> SceneTextImage {
      throw SceneResourceError("no text")
    }
    func firstFrame(_ content: MovingContent) throws(SceneResourceError) -> Image {
      asked.append(content)
      let size = PixelSize(content.source.path.utf8.count, 3)
      return Image(size: size, alpha: .opaque, bytes: [UInt8](repeating: 255, count: 4 * size.area))
    }
  }

  private static let text = """
    {"canvas": {"size": [40, 30]}, "layers": [
      {"contents": {"sequence": "f/%04d.png", "framesPerSecond": 12.5, "end": "loop", "scale": 2}},
      {"bounds": [0, 0, 9, 9], "sublayers": [
        {"contents": {"color": "red"}, "bounds": [0, 0, 1, 1]},
        {"contents": {"stream": "-", "gravity": "center"}, "bounds": [0, 0, 5, 5]}]},
      {"contents": {"stream": "-", "colorMatrix": "bt709", "colorRange": "full"}},
      {"contents": {"video": "a.mp4", "end": "loop", "gravity": "center"}, "bounds": [0, 0, 5, 5]},
      {"contents": {"image": "a.gif", "end": "loop", "beginTime": "-250ms"}, "mask": "m.webp"}]}
    """
  private static let loop = MovingContent(.sequence("f/%04d.png"), framesPerSecond: 12.5, end: .loop)
  private static let encoded = {
    var content = MovingContent(.stream("-"))
    (content.colorMatrix, content.colorRange) = (.bt709, .full)
    return content
  }()
  private static let begun = {
    var content = MovingContent(.image("a.gif"), end: .loop)
    content.beginTime = -0.25
    return content
  }()
  private static let moving = [
    LayerPath(0): loop, LayerPath(1, 1): MovingContent(.stream("-")), LayerPath(2): encoded,
    LayerPath(3): MovingContent(.video("a.mp4"), end: .loop), LayerPath(4): begun,
    LayerPath(4, 0): MovingContent(.image("m.webp")),
  ]

  @Test func layersShowTheFirstFrameAndAreListed() throws {
    let file = try SceneFile(Array(Self.text.utf8), name: "s.json")
    #expect(file.movingContents == Self.moving)
    let frames = Frames()
    let scene = try file.scene(resources: frames)
    #expect(
      frames.asked
        == [
          Self.loop, MovingContent(.stream("-")), Self.encoded, MovingContent(.video("a.mp4"), end: .loop),
          Self.begun, MovingContent(.image("m.webp")),
        ],
      "each once")
    #expect(scene.layers[0].bounds.size == Size(5, 1.5), "the natural size at two pixels a point")
    #expect(scene.layers[2].bounds.size == Size(1, 3))
    for path in Self.moving.keys {
      let layer = try #require(scene.layersDepthFirst.first { $0.path == path }?.layer)
      guard case .image = layer.contents else {
        Issue.record("\(path)")
        continue
      }
    }
  }

  @Test func writtenContentsReadBackEqual() throws {
    let file = try SceneFile(Array(Self.text.utf8), name: "s.json")
    let again = try SceneFile(Array(file.text.utf8), name: "again")
    #expect(again.movingContents == Self.moving && again.text == file.text)
    for key in ["sequence", "stream", "video", "framesPerSecond", "loop", "beginTime"].map({ "\"\($0)\"" }) {
      #expect(SceneSchema.scene.contains(key))
    }
  }

  @Test(arguments: [
    ("\"stream\": \"a.y4m\", \"end\": \"loop\"", "can't loop"),
    ("\"video\": \"a.mp4\", \"framesPerSecond\": 10", "applies to a sequence or a stream"),
    ("\"sequence\": \"a-%d.png\", \"colorMatrix\": \"bt709\"", "applies to a stream or a video"),
    ("\"stream\": \"a.y4m\", \"colorMatrix\": \"bt702\"", "bt709"),
    ("\"stream\": \"a.y4m\", \"colorRange\": \"tv\"", "limited"),
    ("\"video\": \"a.gif\", \"stream\": \"-\"", "both stream and video"),
    ("\"stream\": \"-\", \"sequence\": \"%d.png\"", "both sequence and stream"),
    ("\"image\": \"a.png\", \"framesPerSecond\": 9", "applies to a sequence or a stream"),
    (
      "\"color\": \"red\", \"end\": \"hold\"",
      "applies to a sequence, a stream, a video or an image, not to a color"
    ),
    ("\"text\": \"a\", \"beginTime\": 1", "applies to a sequence, a stream, a video or an image"),
    ("\"video\": \"a.mp4\", \"beginTime\": \"soon\"", "soon"),
    ("\"image\": \"a.gif\", \"beginTime\": 2000000", "1000000"),
    ("\"sequence\": \"%d.png\", \"font\": \"Mono\"", "applies to a text"),
    ("\"sequence\": \"\"", "empty"), ("\"stream\": \"-\", \"framesPerSecond\": 0", "0.001"),
    ("\"sequence\": \"%d.png\", \"end\": \"lop\"", "loop"),
  ])
  func faultsAreReported(_ contents: String, _ words: String) {
    let error = #expect(throws: DocumentError.self) {
      try SceneFile(Array(scene(layer: "\"contents\": {\(contents)}").utf8), name: "s.json")
    }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
  }

  @Test func resourcesWithoutMovingContentsReportIt() {
    let error = #expect(throws: DocumentError.self) {
      try decode(scene(layer: "\"contents\": {\"stream\": \"-\"}"))
    }
    #expect(error?.path == "layers[0].contents.stream")
  }
}
