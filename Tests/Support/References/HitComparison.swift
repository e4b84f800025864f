import MeshTransform

/// A picture of flat colors, pixel by pixel beside what hit testing finds.
struct HitComparison {
  struct Disagreement: CustomStringConvertible {
    let x: Int, y: Int
    let drawn: Pixel
    let hit: String
    var description: String { "[\(x), \(y)] is \(drawn), but hit testing finds \(hit)" }
  }

  /// Compared: those away from edges on which a layer is drawn or hit.
  private(set) var pixels = 0
  private(set) var disagreements: [Disagreement] = []

  /// - `margin`: how far from a pixel, in pixels to each side, all must have its color for it to be away from edges.
  ///   Slivers between two pixels do not show in the picture, so that besides the same must be hit at all pixels next
  ///   to it.
  init(of scene: Scene, _ picture: Image, margin: Int) {
    let (width, height) = (picture.size.width, picture.size.height)
    let tester = HitTester(scene)
    let hits = (0..<width * height).map { tester.hitTest(atPixel: $0 % width, $0 / width)?.path }
    func isAwayFromEdges(_ x: Int, _ y: Int) -> Bool {
      (-margin...margin).allSatisfy { dy in
        (-margin...margin).allSatisfy { picture[x + $0, y + dy] == picture[x, y] }
      }
        && (-1...1).allSatisfy { dy in
          (-1...1).allSatisfy { hits[(y + dy) * width + x + $0] == hits[y * width + x] }
        }
    }
    for y in margin..<height - margin {
      for x in margin..<width - margin where isAwayFromEdges(x, y) {
        let (drawn, hit) = (picture[x, y], hits[y * width + x])
        if hit != nil || drawn != .zero { pixels += 1 }
        let expected = hit.map { Pixel(scene[$0].flatColor) } ?? .zero
        if drawn.distance(to: SIMD4<Double>(expected)) > 1 {
          let name = hit.map { "\($0) of color \(expected)" } ?? "nothing"
          disagreements.append(Disagreement(x: x, y: y, drawn: drawn, hit: name))
        }
      }
    }
  }
}

extension Layer {
  /// Of what it draws; clear when that is nothing.
  fileprivate var flatColor: Color {
    if case .color(let color) = contents { return color }
    return backgroundColor ?? .clear
  }
}

extension Pixel {
  /// Opaque or clear.
  fileprivate init(_ color: Color) {
    func byte(_ value: Double) -> UInt8 { UInt8((value * 255).rounded()) }
    self.init(byte(color.red), byte(color.green), byte(color.blue), byte(color.alpha))
  }
}
