// A label around a mug, with a highlight on the glaze. Run: swift run 06-mug-mockup mug.png
import Foundation
import GLRenderer
import ImageFiles
import MeshTransform

let file = URL(filePath: "../images/label.png", relativeTo: URL(filePath: #filePath)).path
let label = try PNG.read(from: .path(file))
let radius = 80.0

/// A piece of the mug, which turns about its axis: that lies `depth` points behind the front of the layer.
func piece(_ size: Size, depth: Double = radius, _ contents: Layer.Contents, _ mesh: Mesh) -> Layer {
  var layer = Layer(bounds: Rect(origin: .zero, size: size), position: Point(-20, 4), contents: contents)
  layer.anchorPointZ = -depth
  layer.mesh = mesh
  layer.surface = Surface(specular: 0.5, specularExponent: 10)
  layer.transform =
    .rotation(.degrees(-13), about: Point3D(0, 1, 0)) * .rotation(.degrees(-19), about: Point3D(1, 0, 0))
    * .perspective(eyeDistance: 900)
  return layer
}

let glaze = Layer.Contents.color(Color(red: 0.95, green: 0.93, blue: 0.89))
let wall = try piece(Size(2 * .pi * radius, 170), glaze, .cylinder { $0.angle = .degrees(360) })

// Half a point outside the wall, as far around it as it is wide.
let wrap = try piece(
  Size(306, 136), depth: radius + 0.5, .image(label), .cylinder { $0.angle = .radians(306 / (radius + 0.5)) })

// A ring stuck into the wall, and a disc, in units of 100 points. x of the grid runs around them.
let ring = try Mesh.grid(rows: 16, columns: 48) { p in
  let (turn, tube) = ((p.x - 0.5) * 1.1 * .pi, p.y * 2 * .pi)
  let reach = 0.45 + 0.1 * cos(tube)
  return [1.24 + reach * cos(turn), 0.5 + reach * sin(turn), -0.8 + 0.1 * sin(tube)]
}
let disc = try Mesh.grid(rows: 1, columns: 64) { p in
  [0.5 + 0.8 * p.y * cos(2 * .pi * p.x), -0.16, -0.8 - 0.8 * p.y * sin(2 * .pi * p.x)]
}
let handle = piece(Size(100, 100), glaze, ring)
let coffee = piece(Size(100, 100), .color(Color(red: 0.34, green: 0.17, blue: 0.09)), disc)

var light = Light.directional(Point3D(0.5, -0.1, -1))
light.ambientIntensity = 0.22

let sand = Color(red: 0.80, green: 0.70, blue: 0.58)
let canvas = Canvas(frame: Rect(-160, -130, 320, 260), background: sand)
let scene = Scene(canvas: canvas, layers: [wall, wrap, handle, coffee], lights: [light])
let picture = try Renderer().render(scene)
let output = CommandLine.arguments.dropFirst().first ?? "mug.png"
try PNG.write(picture, to: .path(output))
print("wrote \(output), \(picture.size)")
