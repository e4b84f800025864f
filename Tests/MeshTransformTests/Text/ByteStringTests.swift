import Testing

@testable import MeshTransform

/// Names that differ in bytes are different names.
struct ByteStringTests {
  private let composed = "caf\u{E9}", decomposed = "cafe\u{301}"

  @Test func bytesDecide() {
    #expect(composed == decomposed, "String compares by canonical equivalence")
    #expect(ByteString(composed) != ByteString(decomposed))
    #expect(ByteString(composed) == ByteString("caf\u{E9}"[...]))
    #expect(Set([composed, decomposed, "a", "a"].map { ByteString($0) }).count == 3)
    #expect([composed, decomposed].map { ByteString($0) }.sorted().map(\.text.utf8.count) == [6, 5])
  }

  @Test func prefixesAreOfBytes() {
    #expect("cafe\u{301}/x".dropping(bytesOf: "cafe") == "\u{301}/x")
    #expect("cafe\u{301}/x".dropping(bytesOf: composed) == nil)
    #expect("abc".dropping(bytesOf: "abc") == "" && "ab".dropping(bytesOf: "abc") == nil)
  }

  @Test func layersAreFoundByTheirBytes() throws {
    func layer(_ name: String, _ sublayers: [Layer] = []) -> Layer {
      var layer = Layer(bounds: .zero)
      (layer.name, layer.sublayers) = (name, sublayers)
      return layer
    }
    let scene = Scene(
      canvas: Canvas(frame: Rect(0, 0, 4, 4)),
      layers: [layer(composed), layer(decomposed, [layer(composed)])])
    #expect(scene.path(named: composed) == LayerPath(0) && scene.path(named: decomposed) == LayerPath(1))
    #expect(scene.path(named: "\(decomposed)/\(composed)") == LayerPath([1, 0]))
    let name = scene.name(of: LayerPath([1, 0]))
    #expect(name.utf8.elementsEqual("\(decomposed)/\(composed)".utf8), "\(name)")
  }
}
