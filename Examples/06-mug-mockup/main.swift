// A label around a mug, with a highlight on the glaze. Run: swift run 06-mug-mockup mug.png
import Foundation
import GLRenderer
import ImageFiles
import MeshTransform

let file = URL(filePath: "../images/label.png", relativeTo: URL(filePath: #filePath)).path
let label = try PNG.read(from: .path(file))
let (radius, height) = (80.0, 170.0)

/// A layer that turns with the mug: about the middle of its axis, which lies a radius behind its front.
func part(_ width: Double, _ height: Double, _ contents: Layer.Contents, _ mesh: Mesh) -> Layer {
  var layer = Layer(bounds: Rect(0, 0, width, height), position: Point(-22, 0), contents: contents)
  layer.anchorPointZ = -radius
  layer.mesh = mesh
  layer.surface = Surface(specular: 0.35, specularExponent: 30)
  layer.transform =
    .rotation(.degrees(-18), about: Point3D(0, 1, 0)) * .rotation(.degrees(-20), about: Point3D(1, 0, 0))
    * .perspective(eyeDistance: 900)
  return layer
}

let glaze = Layer.Contents.color(Color(red: 0.96, green: 0.94, blue: 0.90))
let wall = try part(2 * .pi * radius, height, glaze, Mesh.cylinder { $0.angle = .degrees(360) })
let wrap = try part(
  300, 300 * 4 / 9, .image(label), Mesh.cylinder { $0.angle = .radians(300 / (radius + 0.5)) })

// The handle is half a ring, in units of 100 points: x is the way along it, y around it.
let handle = try part(
  100, 100, glaze,
  Mesh.grid(rows: 16, columns: 32) { p in
    let (along, around) = ((p.x - 0.5) * .pi, p.y * 2 * .pi)
    let reach = 0.48 + 0.1 * cos(around)
    return [1.24 + reach * cos(along), 0.5 + reach * sin(along), -0.8 + 0.1 * sin(around)]
  })

var light = Light.directional(Point3D(0.5, 0.45, -1))
light.ambientIntensity = 0.4

let backdrop = Color(red: 0.80, green: 0.70, blue: 0.58)
let canvas = Canvas(frame: Rect(-160, -130, 320, 260), background: backdrop)
let scene = Scene(canvas: canvas, layers: [wall, wrap, handle], lights: [light])
let picture = try Renderer().render(scene)
let output = CommandLine.arguments.dropFirst().first ?? "mug.png"
try PNG.write(picture, to: .path(output))
print("wrote \(output), \(picture.size)")
