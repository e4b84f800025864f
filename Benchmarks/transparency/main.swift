// What overlapping translucent layers cost, beside opaque ones. Run: swift run -c release transparency
import GLRenderer
import MeshTransform

let clock = ContinuousClock()
let renderer = try Renderer()
let size = Size(1280, 720)
let canvas = Canvas(frame: Rect(-640, -360, 1280, 720), background: .white)

/// The median of seven runs, in milliseconds, after one that fills caches.
@MainActor func milliseconds(_ scene: Scene, samples: Int) throws -> Double {
  let options = RenderOptions(samples: samples)
  _ = try renderer.render(scene, options: options)
  let times = try (0..<7).map { _ in try clock.measure { _ = try renderer.render(scene, options: options) } }
  let parts = times.sorted()[3].components
  return Double(parts.seconds) * 1e3 + Double(parts.attoseconds) / 1e15
}

/// A picture without any regularity.
func picture(alpha: UInt8) -> Image {
  var state: UInt32 = 1
  let bytes = (0..<256 * 256 * 4).map { i -> UInt8 in
    state = state &* 1_664_525 &+ 1_013_904_223
    return i % 4 == 3 ? alpha : UInt8(truncatingIfNeeded: state >> 24) & alpha
  }
  return Image(size: PixelSize(256, 256), alpha: alpha == 255 ? .opaque : .premultiplied, bytes: bytes)
}

enum Arrangement: String, CaseIterable {
  /// Behind one another: an order of layers is right.
  case stacked
  /// All through one line, like the pages of an open book: there is no order.
  case crossing
}

@MainActor func scene(_ count: Int, _ image: Image, _ arrangement: Arrangement, mesh: Mesh? = nil) -> Scene {
  let layers = (0..<count).map { i in
    var layer = Layer(bounds: Rect(origin: .zero, size: size), position: .zero, contents: .image(image))
    layer.mesh = mesh
    let angle = count > 1 ? Double(i) / Double(count - 1) * 50 - 25 : 0
    switch arrangement {
    case .stacked: layer.transform = .translation(0, 0, Double(i))
    case .crossing:
      // Wide enough to fill the canvas at any angle.
      layer.transform = .scale(1.2, 1) * .rotation(.degrees(angle), about: Point3D(0, 1, 0))
    }
    return layer
  }
  return Scene(canvas: canvas, layers: layers)
}

func text(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

let (opaque, glass) = (picture(alpha: 255), picture(alpha: 127))
for samples in [1, 4] {
  let plain = try milliseconds(scene(1, opaque, .stacked), samples: samples)
  print(
    "\n\(samples) samples per pixel; one opaque layer takes \(text(plain)) ms, all else in multiples of it\n")
  print("| layers | opaque, crossing | translucent, stacked | translucent, crossing | a layer |")
  print("| ---: | ---: | ---: | ---: | ---: |")
  for count in [1, 2, 4, 8, 16] {
    let solid = try milliseconds(scene(count, opaque, .crossing), samples: samples) / plain
    let stacked = try milliseconds(scene(count, glass, .stacked), samples: samples) / plain
    let crossing = try milliseconds(scene(count, glass, .crossing), samples: samples) / plain
    print(
      "| \(count) | \(text(solid)) | \(text(stacked)) | \(text(crossing)) | \(text(crossing / Double(count))) |"
    )
  }
}

// The same surface in more and more faces: what is paid for is the overlap, not the faces.
print("\n| faces of each of 4 crossing layers | opaque | translucent |\n| ---: | ---: | ---: |")
let plain = try milliseconds(scene(1, opaque, .stacked), samples: 4)
for side in [1, 10, 50, 150] {
  let mesh = try Mesh.grid(rows: side, columns: side)
  let solid = try milliseconds(scene(4, opaque, .crossing, mesh: mesh), samples: 4) / plain
  let crossing = try milliseconds(scene(4, glass, .crossing, mesh: mesh), samples: 4) / plain
  print("| \(side * side) | \(text(solid)) | \(text(crossing)) |")
}
