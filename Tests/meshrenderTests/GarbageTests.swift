import TestSupport
import Testing

/// Random texts for every parsed option never crash the tool.
struct GarbageTests {
  @Test(arguments: 0..<4) func isAnswered(seed: UInt64) throws {
    let folder = try Folder()
    try folder.writePicture(4, 3, to: "in.png")
    var random = SplitMix64(seed: seed)
    for _ in 0..<10 {
      let option = ["--mesh", "--transform", "--light", "--color", "--background", "--surface", "--size"]
        .randomElement(using: &random)!
      let value = Self.garbage(using: &random)
      let run = try Tool.run("render", "in.png", "\(option)=\(value)", "-o", "out.png", in: folder)
      #expect([0, 64, 65, 66].contains(run.code), "\(option)=\(value): \(run.code) \(run.words)")
      #expect(!run.words.contains("Fatal error"), "\(option)=\(value)")
    }
  }

  private static let words = [
    "ripple", "wave", "curtain", "directional", "spot", "rotateX", "perspective", "matrix3d", "scale", "rgb",
    "hsl", "#12345", "red", ":", "=", ",", "/", "(", ")", "%", " ", "\u{FFFF}", "\u{1F600}", "1", "-0",
    "1e308", "-1e39", "1e-400", "99999999999999999999", "nan", "inf", "deg", "turn", "px", "waves",
    "amplitude",
    "rows", "direction", "cone", "x", ".", "..", "-",
  ]

  private static func garbage(using random: inout SplitMix64) -> String {
    (0..<Int.random(in: 0...9, using: &random)).map { _ in words.randomElement(using: &random)! }.joined()
  }
}
