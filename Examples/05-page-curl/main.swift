// A page is turned and shows the picture beneath. Run: swift run 05-page-curl page-curl.png
import Foundation
import GLRenderer
import ImageFiles
import MeshTransform

func image(_ name: String) throws -> Image {
  try PNG.read(from: .path(URL(filePath: "../images/\(name)", relativeTo: URL(filePath: #filePath)).path))
}

let bounds = Rect(0, 0, 240, 320)
var page = try Layer(bounds: bounds, position: .zero, contents: .image(image("page.png")))
page.mesh = try Mesh.pageCurl {
  $0.amount = 0.42
  $0.angle = .degrees(32)
  $0.radius = 0.11
  $0.aspect = bounds.size.width / bounds.size.height
}
page.transform = .perspective(eyeDistance: 900)

let cream = Color(red: 0.93, green: 0.89, blue: 0.80)
let nextPage = Layer(bounds: bounds, position: .zero, contents: .color(cream))
let plate = try Layer(
  bounds: Rect(0, 0, 204, 136), position: Point(0, 76), contents: .image(image("photo.png")))

// The light comes from the upper left.
var light = Light.directional(Point3D(0.45, 0.35, -1))
light.ambientIntensity = 0.32

let desk = Color(red: 0.24, green: 0.19, blue: 0.17)
let canvas = Canvas(frame: Rect(-150, -190, 300, 380), background: desk)
let scene = Scene(canvas: canvas, layers: [nextPage, plate, page], lights: [light])
let picture = try Renderer().render(scene)
let output = CommandLine.arguments.dropFirst().first ?? "page-curl.png"
try PNG.write(picture, to: .path(output))
print("wrote \(output), \(picture.size)")
