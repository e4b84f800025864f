import Shaders
import Testing

/// OpenGL ES computes fragments in 16 bits, and integers and texels in fewer, unless told otherwise.
struct ShaderTextTests {
  private static let fragments = [
    "mesh": Shaders.meshFragment, "lists": Shaders.listsFragment, "lines": Shaders.linesFragment,
    "encode": Shaders.encodeFragment,
    "average": Shaders.averageFragment, "resolve": Shaders.resolveFragment, "map": Shaders.mapFragment,
  ]
  private static let vertices = [
    "mesh": Shaders.meshVertex, "lists": Shaders.listsVertex, "lines": Shaders.linesVertex,
    "screen": Shaders.screenVertex,
    "map": Shaders.mapVertex,
  ]

  /// The statements, without comments and preprocessor lines.
  private func statements(_ text: String) -> [Substring] {
    text.split(separator: "\n").map { $0.prefix(upTo: $0.firstRange(of: "//")?.lowerBound ?? $0.endIndex) }
      .filter { !$0.allSatisfy(\.isWhitespace) && !$0.hasPrefix("#") }
  }

  @Test(arguments: ["mesh", "lists", "lines", "encode", "average", "resolve", "map"])
  func fragmentsStartWithHighPrecision(_ name: String) throws {
    let text = try #require(Self.fragments[name])
    #expect(text.hasPrefix("#version 310 es\n"))
    #expect(Array(statements(text).prefix(2)) == ["precision highp float;", "precision highp int;"])
    let samplers = ["sampler2D", "sampler2DMS"].filter { text.contains("\($0) ") }
    for (place, sampler) in samplers.enumerated() {
      #expect(statements(text)[2 + place] == "precision highp \(sampler);")
    }
  }

  @Test func nothingIsLowered() {
    for (name, text) in Array(Self.fragments) + Array(Self.vertices) {
      #expect(!text.contains("mediump") && !text.contains("lowp"))
      #expect(text.hasPrefix("#version 310 es\n// \(name)."))
    }
  }
}
