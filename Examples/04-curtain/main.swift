// A stage: two curtains, drawn aside, before a picture. Run: swift run 04-curtain curtain.png
import Foundation
import GLRenderer
import ImageFiles
import MeshTransform

let photo = URL(filePath: "../images/photo.png", relativeTo: URL(filePath: #filePath)).path
let image = try PNG.read(from: .path(photo))
let stage = Layer(bounds: Rect(0, 0, 300, 200), position: .zero, contents: .image(image))

/// Half a curtain in the plane of the picture; its folds stand out of it toward us.
func curtain(centerX: Double, drawnTo side: Double) throws -> Layer {
  let velvet = Color(red: 0.72, green: 0.08, blue: 0.14)
  var layer = Layer(bounds: Rect(0, 0, 164, 212), position: Point(centerX, 0), contents: .color(velvet))
  layer.mesh = try Mesh.curtain {
    $0.amount = 0.7
    $0.folds = 5
    $0.depth = 0.06
    $0.side = side
  }
  layer.zPosition = 20
  return layer
}

// The light comes from the left, so that one side of a fold is bright and the other dark. What is flat keeps its
// colors: the ambient share makes up for what the slant takes.
var light = Light.directional(Point3D(0.75, 0, -1))
light.ambientIntensity = 0.4
let night = Color(red: 0.07, green: 0.04, blue: 0.07)
let scene = try Scene(
  canvas: Canvas(frame: Rect(-160, -120, 320, 240), background: night),
  layers: [stage, curtain(centerX: -76, drawnTo: 0), curtain(centerX: 76, drawnTo: 1)],
  lights: [light])
let picture = try Renderer().render(scene)
let output = CommandLine.arguments.dropFirst().first ?? "curtain.png"
try PNG.write(picture, to: .path(output))
print("wrote \(output), \(picture.size)")
