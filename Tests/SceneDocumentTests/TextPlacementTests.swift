import MeshTransform
import SceneDocument
import Testing

/// Texts in bounds: nothing stretches them unless a gravity says so.
@Suite struct TextPlacementTests {
  private func layer(_ keys: String, _ contents: String = "") throws -> (layer: Layer, asked: [String]) {
    let resources = MadeUpResources()
    let made = try decode(scene(layer: "\(keys)\"contents\": {\"text\": \"t\"\(contents)}"), resources)
    return (made.layers[0], resources.asked)
  }

  @Test(arguments: [
    ("\"bounds\": [0, 0, 40, 30], ", "", Layer.ContentsGravity.center, "t at 1.0 in 40.0"),
    ("\"bounds\": [0, 0, 40, 30], ", ", \"gravity\": \"topLeft\"", .topLeft, "t at 1.0 in 40.0"),
    ("\"bounds\": [0, 0, 40, 30], ", ", \"gravity\": \"resize\"", .resize, "t at 1.0"),
    ("\"bounds\": [0, 0, 40, 30], ", ", \"gravity\": \"resizeAspectFill\"", .resizeAspectFill, "t at 1.0"),
    // The frame is twice as wide as the bounds.
    ("\"transform\": \"scale(2)\", \"frame\": [0, 0, 40, 30], ", "", .center, "t at 1.0 in 20.0"),
    ("", "", .resize, "t at 1.0"),
  ])
  func gravities(_ keys: String, _ contents: String, _ gravity: Layer.ContentsGravity, _ asked: String) throws
  {
    let made = try layer(keys, contents)
    #expect(made.layer.contentsGravity == gravity && made.asked == [asked], "\(made.asked)")
  }

  /// An image in place of the text fills the bounds, as images do.
  @Test func imagesAreStretched() throws {
    let made = try decode(scene(layer: "\"bounds\": [0, 0, 40, 30], \"contents\": {\"image\": \"abc\"}"))
    #expect(made.layers[0].contentsGravity == .resize)
  }

  /// A mask without bounds fills those of its layer.
  @Test func masksBreakAtTheBoundsOfTheirLayer() throws {
    let resources = MadeUpResources()
    let mask = "\"mask\": {\"contents\": {\"text\": \"m\"}}"
    let made = try decode(scene(layer: "\"bounds\": [0, 0, 40, 30], \(mask)"), resources)
    #expect(made.layers[0].sublayers[0].contentsGravity == .center && resources.asked == ["m at 1.0 in 40.0"])
  }

  /// A canvas that is fitted at a larger scale draws texts again, in the same bounds.
  @Test func redrawnTextsStayInTheirBounds() throws {
    let resources = MadeUpResources()
    _ = try decode(
      scene(
        layer: "\"bounds\": [0, 0, 40, 30], \"contents\": {\"text\": \"t\"}",
        canvas: "\"fit\": true, \"size\": [400, 300]"), resources)
    #expect(resources.asked == ["t at 1.0 in 40.0", "t at 40.0 in 40.0"])
    let parts = MadeUpResources()
    let made = try decode(
      scene(
        layer: "\"bounds\": [0, 0, 40, 30], \"contents\": {\"text\": \"tu\", \"split\": \"glyphs\"}",
        canvas: "\"fit\": true, \"size\": [400, 300]"), parts)
    #expect(parts.asked == ["tu in parts at 1.0", "tu in parts at 64.0"])
    #expect(made.layers[0].sublayers.map(\.contentsScale) == [64, 64])
  }
}
