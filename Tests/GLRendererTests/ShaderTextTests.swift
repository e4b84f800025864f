import Shaders
import Testing

/// OpenGL ES computes fragments in 16 bits, and integers and texels in fewer, unless told otherwise.
struct ShaderTextTests {
  private static let fragments = [
    "mesh": Shaders.meshFragment, "a-buffer": Shaders.aBufferFragment, "lines": Shaders.linesFragment,
    "encode": Shaders.encodeFragment,
    "edge-pixels": Shaders.edgePixelsCompute, "average": Shaders.averageFragment,
    "halve": Shaders.halveFragment,
    "resolve": Shaders.resolveFragment, "map": Shaders.mapFragment,
  ]
  private static let vertices = [
    "mesh": Shaders.meshVertex, "a-buffer": Shaders.aBufferVertex, "lines": Shaders.linesVertex,
    "screen": Shaders.screenVertex,
    "map": Shaders.mapVertex,
  ]

  /// The statements, without comments and preprocessor lines.
  private func statements(_ text: String) -> [Substring] {
    text.split(separator: "\n").map { $0.prefix(upTo: $0.firstRange(of: "//")?.lowerBound ?? $0.endIndex) }
      .filter { !$0.allSatisfy(\.isWhitespace) && !$0.hasPrefix("#") }
  }

  @Test(arguments: [
    "mesh", "a-buffer", "lines", "encode", "edge-pixels", "average", "halve", "resolve", "map",
  ])
  func fragmentsStartWithHighPrecision(_ name: String) throws {
    let text = try #require(Self.fragments[name])
    #expect(text.hasPrefix("#version 310 es\n"))
    #expect(Array(statements(text).prefix(2)) == ["precision highp float;", "precision highp int;"])
    let samplers = ["sampler2D", "sampler2DMS"].filter { text.contains("\($0) ") }
    for (place, sampler) in samplers.enumerated() {
      #expect(statements(text)[2 + place] == "precision highp \(sampler);")
    }
  }

  /// Behind a `discard` derivatives are undefined, and with them textures sampled by them: other pixels of the block may
  /// be gone.
  @Test func derivativesComeBeforeDiscards() throws {
    let text = Shaders.meshFragment
    let body = String(text[try #require(text.range(of: "void main() {")).upperBound...])
    let main = String(body[..<(try #require(body.range(of: "\n}\n")).lowerBound)])
    // Of coordinates nothing follows.
    let parts = main.components(around: "#else\n    // Derivatives are undefined")
    let drawing = try #require(parts.last)
    let discard = try #require(drawing.range(of: "discard;")).lowerBound
    for call in ["dFdx", "dFdy", "fwidth", "contentTexel(", "contentPoint(", "normal(face", "texture("] {
      #expect(!drawing[discard...].contains(call), "\(call)")
    }
    #expect(!Shaders.linesFragment.contains("fwidth"))
    let store = try #require(text.range(of: "void store(vec4 color, vec2 slope) {")).upperBound
    #expect(!text[store...].contains("dFdx"))
  }

  /// One surface is drawn by several programs: each of its variants must give it the same depths.
  @Test func positionsAreInvariant() {
    #expect(Shaders.meshVertex.contains("invariant gl_Position;"))
  }

  @Test func nothingIsLowered() {
    for (name, text) in Array(Self.fragments) + Array(Self.vertices) {
      #expect(!text.contains("mediump") && !text.contains("lowp"))
      #expect(text.hasPrefix("#version 310 es\n// \(name)."))
    }
  }
}

extension String {
  /// The parts before and behind the first place of `separator`.
  fileprivate func components(around separator: String) -> [String] {
    guard let range = range(of: separator) else { return [self] }
    return [String(self[..<range.lowerBound]), String(self[range.upperBound...])]
  }

  fileprivate func range(of part: String) -> Range<String.Index>? { firstRange(of: part) }
}
