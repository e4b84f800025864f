// What antialiasing and filters cost, in ratios to the plain frame. Run: swift run -c release samples
import GLRenderer
import MeshTransform

let clock = ContinuousClock()

/// A picture without regularity, opaque.
func noise(_ side: Int) -> Image {
  var state: UInt32 = 1
  let bytes = (0..<4 * side * side).map { index -> UInt8 in
    state = state &* 1_664_525 &+ 1_013_904_223
    return index % 4 == 3 ? 255 : UInt8(state >> 24)
  }
  return Image(size: PixelSize(side, side), alpha: .opaque, bytes: bytes)
}

/// A rippled surface of 50 x 50 faces under a perspective, which fills most of the canvas.
func scene(_ size: Size, _ image: Image, _ filter: Layer.MagnificationFilter = .linear) throws -> Scene {
  var layer = Layer(
    bounds: Rect(0, 0, size.width, size.height), position: Point(size.width / 2, size.height / 2),
    contents: .image(image))
  layer.mesh = try Mesh.ripple { ($0.rows, $0.columns) = (50, 50) }
  layer.transform = .rotation(.degrees(-30), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 1200)
  layer.magnificationFilter = filter
  return Scene(canvas: Canvas(frame: Rect(origin: .zero, size: size)), layers: [layer])
}

/// Medians of interleaved rounds, so that what else the machine does falls on all alike; the first round does not count.
func ratios(_ works: [() throws -> Void], rounds: Int) throws -> (first: Double, ratios: [Double]) {
  var times = works.map { _ in [Double]() }
  for round in 0...rounds {
    for (index, work) in works.enumerated() {
      let parts = try clock.measure(work).components
      if round > 0 { times[index].append(Double(parts.seconds) * 1e3 + Double(parts.attoseconds) / 1e15) }
    }
  }
  func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
  // Each ratio within its round.
  return (median(times[0]), times.map { median(zip($0, times[0]).map { $0 / $1 }) })
}

func text(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }

let renderer = try Renderer()
print("Drawing with \(renderer.capabilities.renderer)\n")

print("| samples | 640x360 | 1920x1080 |")
print("| ---: | ---: | ---: |")
// Nil where edges are.
let counts: [Int?] = [1, nil, 4, 16, 64]
let sizes = [Size(640, 360), Size(1920, 1080)]
let columns = try sizes.map { size in
  let scene = try scene(size, noise(512))
  return try ratios(
    counts.map { count in { _ = try renderer.render(scene, options: RenderOptions(samples: count)) } },
    rounds: 5)
}
for (row, count) in counts.enumerated() {
  let ratios = columns.map { text($0.ratios[row]) }.joined(separator: " | ")
  print("| \(count.map(String.init) ?? "auto") | \(ratios) |")
}
print("\nThe first row takes " + columns.map { "\(text($0.first)) ms" }.joined(separator: " and ") + ".")

print("\n| filter | magnified | also minified |")
print("| --- | ---: | ---: |")
let filters = Layer.MagnificationFilter.allCases
let images = [noise(64), noise(1024)]
let filtered = try images.map { image in
  let scenes = try filters.map { try scene(sizes[1], image, $0) }
  return try ratios(scenes.map { scene in { _ = try renderer.render(scene) } }, rounds: 7)
}
for (row, filter) in filters.enumerated() {
  print("| \(filter.rawValue) | " + filtered.map { text($0.ratios[row]) }.joined(separator: " | ") + " |")
}
