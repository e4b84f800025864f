import MeshTransform
import SceneDocument

/// Generated resources: the width of an image is the length of its name; records the requests.
final class MadeUpResources: SceneResources {
  private(set) var asked: [String] = []

  func image(_ path: String) throws(SceneResourceError) -> Image {
    asked.append(path)
    guard !path.hasPrefix("missing") else { throw SceneResourceError("\(path): there is no such file") }
    return Self.image(path)
  }

  static func image(_ path: String) -> Image {
    Image(
      size: PixelSize(path.count, 2), alpha: .opaque, bytes: [UInt8](repeating: 255, count: 8 * path.count))
  }

  func meshFile(_ path: String) throws(SceneResourceError) -> [UInt8] {
    asked.append(path)
    return Array(path == "scene.json" ? "{\"layers\": []}".utf8 : Self.quad.utf8)
  }

  func text(_ text: SceneText, scale: Double) throws(SceneResourceError) -> SceneTextImage {
    asked.append("\(text.text) at \(scale)")
    let size = PixelSize(Int(10 * scale), Int(5 * scale))
    let bytes = [UInt8](repeating: 0, count: 4 * size.area)
    return SceneTextImage(image: Image(size: size, alpha: .premultiplied, bytes: bytes), size: Size(10, 5))
  }

  static let quad =
    "{\"vertices\": [[0,0,0,0,0],[1,0,1,0,0.5],[1,1,1,1,0],[0,1,0,1,0]], \"faces\": [[0,1,2,3]]}"
}

func decode(_ text: String, _ resources: MadeUpResources = MadeUpResources()) throws(DocumentError) -> Scene {
  try SceneFile.decode(Array(text.utf8), name: "s.json", resources: resources)
}

/// A scene of one layer with these keys.
func scene(layer: String, canvas: String = "\"size\": [40, 30]", more: String = "") -> String {
  "{\"canvas\": {\(canvas)},\n\"layers\": [{\(layer)}]\(more)}"
}
