// A picture goes in and the same picture comes out, pixel by pixel. Run: swift run 01-identity identity.png
import Foundation
import GLRenderer
import ImageFiles
import MeshTransform

let photo = URL(filePath: "../images/photo.png", relativeTo: URL(filePath: #filePath)).path
let image = try PNG.read(from: .path(photo))

// One point is one pixel here, and the layer fills the canvas: its anchor point, its middle, lies in the middle.
let frame = Rect(0, 0, Double(image.size.width), Double(image.size.height))
let layer = Layer(bounds: frame, position: Point(frame.midX, frame.midY), contents: .image(image))
let scene = Scene(canvas: Canvas(frame: frame), layers: [layer])

let picture = try Renderer().render(scene)
let output = CommandLine.arguments.dropFirst().first ?? "identity.png"
try PNG.write(picture, to: .path(output))
print("wrote \(output), \(picture.size)")
