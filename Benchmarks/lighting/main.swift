// What lights cost, and flat shading, and linear light: times of whole 1080p frames as ratios to the plain opaque frame.
// Rounds are interleaved, and each ratio is taken within one round. Run: swift run -c release lighting
import GLRenderer
import MeshTransform

let (width, height, rounds) = (1920, 1080, 9)

/// An opaque picture without any regularity that a filter could use, over a whole canvas.
let picture = Image(
  size: PixelSize(width, height), alpha: .opaque,
  bytes: (0..<width * height).flatMap { i -> [UInt8] in
    [
      UInt8(truncatingIfNeeded: i &* 31), UInt8(truncatingIfNeeded: i / width),
      UInt8(truncatingIfNeeded: i >> 7), 255,
    ]
  })

let mesh = try Mesh.ripple { ($0.rows, $0.columns) = (50, 50) }

func scene(_ lights: [Light], specular: Double = 0, _ change: (inout Scene) -> Void = { _ in }) -> Scene {
  var layer = Layer(
    bounds: Rect(0, 0, Double(width), Double(height)), position: Point(Double(width) / 2, Double(height) / 2),
    contents: .image(picture))
  layer.mesh = mesh
  layer.surface = Surface(specular: specular)
  var scene = Scene(canvas: Canvas(frame: layer.bounds, background: .black), layers: [layer], lights: lights)
  change(&scene)
  return scene
}

func lights(_ count: Int, _ kind: Light.Kind) -> [Light] {
  (0..<count).map { i in
    var light = Light(kind)
    light.intensity = 1 / Double(count)
    light.position = Point3D(Double(i * 29 % width), Double(i * 41 % height), 300)
    light.direction = Point3D(Double(i % 5) * 0.1 - 0.2, Double(i % 3) * 0.1 - 0.1, -1)
    (light.falloff, light.falloffDistance, light.coneEdgeSoftness) = (1, 900, 0.5)
    return light
  }
}

typealias Entry = (name: String, scene: Scene)
let counts = [1, 2, 4, 8, 16, 32, 64]
let columns: [(name: String, kind: Light.Kind, specular: Double)] = [
  ("directional", .directional, 0), ("directional, shiny", .directional, 0.4), ("point, shiny", .point, 0.4),
  ("spot, shiny", .spot, 0.4),
]
let plain: Entry = ("plain", scene([]))
let lit = counts.flatMap { count in
  columns.map { column -> Entry in
    ("\(count) \(column.name)", scene(lights(count, column.kind), specular: column.specular))
  }
}
let others: [Entry] = [
  ("linear light, no lights", scene([]) { $0.canvas.blending = .linear }),
  ("one directional light, flat shading", scene([Light()]) { $0.layers[0].surface.shading = .flat }),
  ("one directional light, linear light", scene([Light()]) { $0.canvas.blending = .linear }),
]

let (renderer, clock) = (try Renderer(), ContinuousClock())
@MainActor func seconds(_ entry: Entry) throws -> Double {
  let parts = try clock.measure { _ = try renderer.render(entry.scene) }.components
  return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
}

let entries = lit + others
for entry in [plain] + entries { _ = try seconds(entry) }  // shaders compiled
var ratios: [String: [Double]] = [:]
var plainTimes: [Double] = []
for _ in 0..<rounds {
  for entry in entries {
    // The plain frame right beside each: what slows the machine slows both.
    let reference = try seconds(plain)
    plainTimes.append(reference)
    ratios[entry.name, default: []].append(try seconds(entry) / reference)
  }
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
@MainActor func ratio(_ name: String) -> String {
  "\((median(ratios[name] ?? [.nan]) * 100).rounded() / 100)"
}

print(
  "\(renderer.capabilities.renderer); plain frame \(Int(median(plainTimes) * 1e3)) ms; \(rounds) rounds\n")
print("| lights | \(columns.map(\.name).joined(separator: " | ")) |")
print("| ---: |\(String(repeating: " ---: |", count: columns.count))")
print("| 0 |\(String(repeating: " 1 |", count: columns.count))")
for count in counts {
  print("| \(count) | \(columns.map { ratio("\(count) \($0.name)") }.joined(separator: " | ")) |")
}
print("\n| beside the plain frame | |\n| --- | ---: |")
for entry in others { print("| \(entry.name) | \(ratio(entry.name)) |") }
