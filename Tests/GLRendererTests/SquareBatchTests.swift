import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import SoftwareRaster
@testable import TestSupport

/// Many unbent layers of one look are drawn together, and look as if they were drawn one by one.
struct SquareBatchTests {
  /// Turned layers in rows, each under its own perspective.
  /// - `overlap`: the side of a layer in parts of its cell.
  private static func cards(
    _ side: Int, overlap: Double = 0.8, _ contents: (Int) -> Layer.Contents
  ) -> Scene {
    let cell = 192 / Double(side)
    let layers = (0..<side * side).map { index in
      var layer = Layer(
        bounds: Rect(0, 0, cell * overlap, cell * overlap),
        position: Point((Double(index % side) + 0.5) * cell, (Double(index / side) + 0.5) * cell),
        contents: contents(index))
      layer.transform =
        .rotation(.degrees(Double(10 + index % 50)), about: Point3D(1, 2, 0)) * .perspective(eyeDistance: 400)
      return layer
    }
    return Scene(canvas: Canvas(frame: Rect(0, 0, 192, 192)), layers: layers)
  }

  private static let photo = Image.noise(40, 40)
  private static let glass = Image.translucentNoise(40, 40)

  static let scenes: [(name: String, scene: Scene, batches: Int)] = [
    ("photos", cards(8) { _ in .image(photo) }, 1),
    ("photos that cross", cards(8, overlap: 1.6) { _ in .image(photo) }, 1),
    ("glass", cards(8) { _ in .image(glass) }, 1),
    (
      "colors",
      cards(8) { .color(Color(red: Double($0) / 64, green: 0.5, blue: 1 - Double($0) / 64, alpha: 1)) }, 1
    ),
    ("two looks", cards(8) { $0 < 32 ? .image(photo) : .color(.white) }, 2),
  ]

  private func renderer(batched: Bool) throws -> Renderer {
    try Renderer.any(tuning: Tuning(usesPass: { batched || !($0 is SquareBatches) }))
  }

  /// Coordinates are rounded once more, by less than the device's grid of positions.
  @Test(arguments: scenes.indices, [1, nil]) func looksTheSame(_ index: Int, samples: Int?) throws {
    let (name, scene, batches) = Self.scenes[index]
    let (own, single) = (try renderer(batched: true), try renderer(batched: false))
    let difference = ImageDifference(
      try scene.rendered(by: own, samples: samples), try scene.rendered(by: single, samples: samples))
    #expect(difference.isWithin(.within(max: 80, mean: 0.02)), "\(name): \(difference)")
    let description = try own.describe(scene)
    #expect(description.contains(" items in one"), "\(name): \(description)")
    #expect(description.components(separatedBy: " items in one").count - 1 == batches, "\(name)")
    #expect(try !single.describe(scene).contains(" items in one"))
  }

  /// A frame with more items than the one before it, or fewer, reuses the buffers.
  @Test func framesOfOtherSizes() throws {
    let renderer = try renderer(batched: true)
    for side in [6, 9, 7, 6] {
      let scene = Self.cards(side) { _ in .image(Self.photo) }
      #expect(try renderer.render(scene) == Renderer.any().render(scene), "\(side)")
    }
  }

  /// Images on whole pixels, as in a contact sheet: each pixel is a texel of its image, whatever their number, before and
  /// behind other layers.
  @Test(arguments: [1, 31, 32, 33, 70], [false, true])
  func contactSheets(_ count: Int, onPhoto: Bool) throws {
    let canvas = Rect(0, 0, 110, 90)
    let (tile, photo) = (Image.noise(9, 8), Image.noise(110, 90, seed: 3))
    let background = onPhoto ? [Layer(canvas, .image(photo))] : []
    let tiles = (0..<count).map { index in
      Layer(Rect(Double(index % 10) * 11, Double(index / 10) * 11, 9, 8), .image(tile))
    }
    let expected = Image(110, 90, alpha: onPhoto ? .opaque : .straight) { x, y in
      let isTile = y / 11 * 10 + x / 11 < count && x % 11 < 9 && y % 11 < 8
      return isTile ? tile[x % 11, y % 11] : onPhoto ? photo[x, y] : .zero
    }
    let scene = Scene(canvas: Canvas(frame: canvas), layers: background + tiles)
    for samples in [1, 4, nil] {
      let difference = ImageDifference(try scene.rendered(samples: samples), expected)
      #expect(difference.isWithin(.exact), "\(samples ?? 0) samples: \(difference)")
    }
  }
}
