import MeshTransform
import Testing

@testable import TestSupport

/// `Scene.passthroughImage`: the way around the GPU for a picture to which nothing happens.
struct PassthroughImageTests {
  private let image = Image.translucentNoise(20, 10)

  @Test func aLoneFlatImageIsHandedThrough() {
    #expect(Scene.sheet(image).passthroughImage == image)
  }

  @Test func atTwiceTheScaleHalfThePointsAreTheSamePixels() {
    #expect(Scene.sheet(image, size: Size(10, 5), scale: 2).passthroughImage == image)
  }

  @Test func aLightThatIsOffDoesNotCount() {
    var light = Light()
    light.isEnabled = false
    #expect(Scene.sheet(image, lights: [light]).passthroughImage == image)
  }

  @Test func whateverDrawsIsDrawn() throws {
    let scene = Scene.sheet(image)
    var changed: [String: Scene] = [
      "light": .sheet(image, lights: [Light()]), "mesh": .sheet(image, mesh: try .grid(rows: 1, columns: 1)),
      "background": .sheet(image, background: .white), "stretched": .sheet(image, size: Size(40, 20)),
      "moved": .sheet(image, position: Point(10.5, 5)),
      "cropped": .sheet(image, canvas: Rect(0, 0, 10, 10), position: Point(10, 5)),
      "transform": .sheet(image, transform: .rotation(.degrees(180))), "scale": .sheet(image, scale: 2),
    ]
    changed["second layer", default: scene].layers.append(Layer(Rect(0, 0, 1, 1), .pureRed))
    changed["no layer", default: scene].layers = []
    changed["color", default: scene].layers[0].contents = .color(.pureRed)
    changed["raised", default: scene].layers[0].zPosition = 1
    for (name, scene) in changed { #expect(scene.passthroughImage == nil, "\(name)") }
  }
}
