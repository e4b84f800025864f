// A label bent by a mesh that is built by hand, vertex by vertex. Run: swift run 02-wavy-label wavy.png
import Foundation
import GLRenderer
import ImageFiles
import MeshTransform
import TextImages

let (waves, amplitude, shrink, columns) = (Float(3), Float(0.15), Float(0.3), 40)

// A vertex takes a point of the flat label, `from`, to its place in the bent one, `to`. Both run from 0 to 1 over
// the label, y downward; the third number of `to` is depth.
var mesh = Mesh()
for i in 0...columns {
  let t = Float(i) / Float(columns)
  let sine = sin(t * .pi * waves)
  let top = amplitude * sine * sine + shrink * t
  let bottom = 1 - amplitude + amplitude * sine * sine - shrink * t
  try mesh.addVertex(Mesh.Vertex(from: [t, 0], to: [t, top, 0]))
  try mesh.addVertex(Mesh.Vertex(from: [t, 1], to: [t, bottom, 0]))
}
// A face joins the four vertices of a column: top left, top right, bottom right, bottom left.
for i in 0..<UInt32(columns) {
  try mesh.addFace(Mesh.Face(2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1))
}

let ink = Color(red: 0.10, green: 0.13, blue: 0.33)
let label = try TextImage.render(
  "Mesh Transform", style: TextStyle(font: "DejaVu Sans Bold 32", color: ink, scale: 2))
let side = 288.0
var layer = Layer(bounds: Rect(0, 0, side, 120), position: .zero, contents: .image(label.image))
layer.mesh = mesh

let paper = Color(red: 0.98, green: 0.95, blue: 0.88)
let canvas = Canvas(frame: Rect(-160, -76, 320, 152), background: paper)
let picture = try Renderer().render(Scene(canvas: canvas, layers: [layer]))
let output = CommandLine.arguments.dropFirst().first ?? "wavy.png"
try PNG.write(picture, to: .path(output))
print("wrote \(output), \(picture.size)")
