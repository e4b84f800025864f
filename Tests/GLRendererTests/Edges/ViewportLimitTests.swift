import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import TestSupport

/// Thin things keep their ink on canvases whose finest drawing is larger than the device's largest viewport.
struct ViewportLimitTests {
  /// Three hairlines across the longer side, at its start, middle and end.
  private static func hairlines(_ size: Size, width: Double) -> Scene {
    let isWide = size.width > size.height
    let length = max(size.width, size.height)
    let breadth = min(size.width, size.height) - 40
    let layers = [0.03, 0.5, 0.97].map { place -> Layer in
      var layer = Layer(isWide ? Rect(0, 0, width, breadth) : Rect(0, 0, breadth, width), .white)
      layer.position =
        isWide
        ? Point(place * length + 0.3, size.height / 2) : Point(size.width / 2, place * length + 0.3)
      layer.transform = .rotation(.degrees(1), about: Point3D(0, 0, 1))
      return layer
    }
    return Scene(canvas: Canvas(frame: Rect(origin: .zero, size: size)), layers: layers)
  }

  /// Pixels' worth of coverage: of three hairlines their areas.
  private static func ink(_ picture: Image) -> Double {
    stride(from: 3, to: picture.bytes.count, by: 4).reduce(0.0) { $0 + Double(picture.bytes[$1]) / 255 }
  }

  @Test(arguments: [false, true]) func hairlinesBeyondTheDevice(isWide: Bool) throws {
    let renderer = try Renderer.any()
    // Four fragments a side of each pixel pass the limit, two as well.
    let length = Double(renderer.capabilities.maxViewportSize * 5 / 8)
    let size = isWide ? Size(length, 100) : Size(100, length)
    for width in [0.1, 0.4] {
      let picture = try Self.hairlines(size, width: width).rendered(by: renderer)
      let ratio = Self.ink(picture) / (3 * 60 * width)
      #expect(abs(ratio - 1) < 0.1, "\(size), \(width) px: \(ratio)")
    }
  }

  /// With a lower limit the parts with edges are drawn in windows of the tile; the picture stays what it is.
  @Test func windowsFitTogether() throws {
    let whole = try Renderer.software(tuning: Tuning(edgeShare: 1))
    let windows = try Renderer.software(tuning: Tuning(edgeShare: 1)) { $0.maxViewportSize = 96 }
    for (name, scene) in try EdgeScenes.named().suffix(13) {
      let expected = try scene.rendered(by: whole)
      let difference = ImageDifference(try scene.rendered(by: windows), expected)
      // A sample on an edge may fall to the other side: coordinates are rounded from different origins.
      #expect(difference.mean <= 0.05, "\(name): \(difference)")
    }
    let lines = Self.hairlines(Size(160, 120), width: 0.2)
    let ratio = Self.ink(try lines.rendered(by: windows)) / Self.ink(try lines.rendered(by: whole))
    #expect(abs(ratio - 1) < 0.01, "\(ratio)")
  }

  /// A bent surface on a canvas of 4200 pixels a side, whose folds are drawn finely, against four times the samples.
  @Test func curlOnALargeCanvas() throws {
    let renderer = try Renderer.any()
    let size = Size(4200, 600)
    let scene = Scene.oneLayer(
      .noise(4, 4), size: Size(4000, 500), canvas: Rect(origin: .zero, size: size),
      mesh: try .pageCurl { $0.aspect = 8 },
      transform: .rotation(.degrees(30), about: Point3D(1, 0.2, 0)) * .perspective(eyeDistance: 9000))
    let difference = ImageDifference(
      try scene.rendered(by: renderer), try scene.rendered(by: renderer, samples: 16))
    #expect(difference.max <= 128, "\(difference)")
  }
}
