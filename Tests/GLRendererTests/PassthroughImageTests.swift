import MeshTransform
import Testing

@testable import TestSupport

/// `Scene.passthroughImage`: the way around the GPU for a picture to which nothing happens.
struct PassthroughImageTests {
  private let image = Image.translucentNoise(20, 10)

  @Test func aLoneFlatImageIsHandedThrough() {
    #expect(Scene.oneLayer(image).passthroughImage == image)
  }

  @Test func atTwiceTheScaleHalfThePointsAreTheSamePixels() {
    #expect(Scene.oneLayer(image, size: Size(10, 5), scale: 2).passthroughImage == image)
  }

  @Test func aLightThatIsOffDoesNotCount() {
    var light = Light()
    light.isEnabled = false
    #expect(Scene.oneLayer(image, lights: [light]).passthroughImage == image)
  }

  @Test func whateverDrawsIsDrawn() throws {
    let scene = Scene.oneLayer(image)
    var changed: [String: Scene] = [
      "light": .oneLayer(image, lights: [Light()]),
      "mesh": .oneLayer(image, mesh: try .grid(rows: 1, columns: 1)),
      "background": .oneLayer(image, background: .white), "stretched": .oneLayer(image, size: Size(40, 20)),
      "moved": .oneLayer(image, position: Point(10.5, 5)),
      "cropped": .oneLayer(image, canvas: Rect(0, 0, 10, 10), position: Point(10, 5)),
      "transform": .oneLayer(image, transform: .rotation(.degrees(180))), "scale": .oneLayer(image, scale: 2),
    ]
    changed["second layer", default: scene].layers.append(Layer(Rect(0, 0, 1, 1), .pureRed))
    changed["no layer", default: scene].layers = []
    changed["color", default: scene].layers[0].contents = .color(.pureRed)
    changed["raised", default: scene].layers[0].zPosition = 1
    for (name, scene) in changed { #expect(scene.passthroughImage == nil, "\(name)") }
  }
}
