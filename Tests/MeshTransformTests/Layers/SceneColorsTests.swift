import MeshTransform
import Testing

/// The replacement of all colors of a scene.
struct SceneColorsTests {
  private let old = Color(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
  private let new = Color(red: 0.9, green: 0.8, blue: 0.7, alpha: 0.4)

  private func layer(_ contents: Layer.Contents, _ color: Color) -> Layer {
    var layer = Layer(bounds: Rect(0, 0, 10, 10), position: .zero, contents: contents)
    layer.backgroundColor = color
    (layer.borderColor, layer.shadowColor) = (color, color)
    var light = Light.directional(Point3D(0, 0, -1))
    light.color = color
    layer.lights = [light]
    return layer
  }

  private func scene(_ color: Color) -> Scene {
    let gradient = Gradient(.radial, stops: [Gradient.Stop(0, color), Gradient.Stop(0.5, color)])
    var outer = layer(.color(color), color)
    outer.sublayers = [layer(.gradient(gradient), color), layer(.none, color)]
    outer.sublayers[1].maskMode = .alpha
    outer.sublayers[1].sublayers = [layer(.color(color), color)]
    var scene = Scene(
      canvas: Canvas(frame: Rect(0, 0, 10, 10), background: color), layers: [outer], lights: outer.lights)
    scene.layers[0].name = "outer"
    return scene
  }

  @Test func everyColorIsReplacedAndNothingElse() {
    let mapped = scene(old).mappingColors { $0 == old ? new : $0 }
    #expect(mapped == scene(new))
    #expect(mapped != scene(old))
  }

  /// The scenes of this test have every property that is a color.
  @Test func noColorPropertyIsForgotten() {
    for property in Layer.properties {
      switch property.value {
      case .color(let path): #expect(scene(old).layers[0][keyPath: path] == old, "\(property.name)")
      case .optionalColor(let path): #expect(scene(old).layers[0][keyPath: path] == old, "\(property.name)")
      default: break
      }
    }
  }

  @Test func aMissingBackgroundStaysMissing() {
    let plain = Scene(
      canvas: Canvas(frame: Rect(0, 0, 1, 1)), layers: [Layer(bounds: Rect(0, 0, 1, 1), position: .zero)])
    #expect(plain.mappingColors { _ in new }.layers[0].backgroundColor == nil)
  }
}
