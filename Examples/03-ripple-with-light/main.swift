// A square label with ripples in depth, lit and tilted. Run: swift run 03-ripple-with-light ripple.png
import Foundation
import GLRenderer
import ImageFiles
import MeshTransform
import TextImages

// A grid is flat until its vertices are moved: here up and down in waves around the middle.
var mesh = try Mesh.grid(rows: 50, columns: 50)
try mesh.mapVertices { vertex, _ in
  var vertex = vertex
  let (x, y) = (vertex.fromX - 0.5, vertex.fromY - 0.5)
  let r = (x * x + y * y).squareRoot()
  vertex.toZ = 0.05 * sin(r * 2 * .pi * 4)
  return vertex
}

let style = TextStyle(
  font: "DejaVu Sans Bold 25", color: Color(red: 0.09, green: 0.20, blue: 0.42),
  background: Color(red: 0.62, green: 0.84, blue: 1), width: 236, alignment: .center, padding: 17, scale: 2)
let text = "Drop a stone into still water and every line of this label learns to ride the waves."
let label = try TextImage.render(text, style: style)

let side = 270.0
var layer = Layer(bounds: Rect(0, 0, side, side), position: .zero, contents: .image(label.image))
layer.mesh = mesh
layer.transform = .rotation(.radians(-.pi / 4), about: Point3D(1, 0, 0))
layer.transform.m34 = -1 / 800  // some perspective

let canvas = Canvas(frame: Rect(-160, -120, 320, 240), background: Color(red: 0.97, green: 0.98, blue: 1))
let scene = Scene(canvas: canvas, layers: [layer], lights: [Light()])
let picture = try Renderer().render(scene)
let output = CommandLine.arguments.dropFirst().first ?? "ripple.png"
try PNG.write(picture, to: .path(output))
print("wrote \(output), \(picture.size)")
