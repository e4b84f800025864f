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
    asked.append("\(text.text) at \(scale)" + (text.box.map { " in \($0.size.width)" } ?? ""))
    let size = PixelSize(Int(10 * scale), Int(5 * scale))
    let bytes = [UInt8](repeating: 0, count: 4 * size.area)
    return SceneTextImage(image: Image(size: size, alpha: .premultiplied, bytes: bytes), size: Size(10, 5))
  }

  /// Each letter is a part of one point and pixel, 2 points after the one before.
  func textPieces(_ text: SceneText, scale: Double) throws(SceneResourceError) -> SceneTextPieces {
    asked.append("\(text.text) in parts at \(scale)")
    let image = Image(size: PixelSize(1, 1), alpha: .premultiplied, bytes: [0, 0, 0, 0])
    return SceneTextPieces(
      text.text.enumerated().map { index, letter in
        SceneTextPieces.Piece(text: String(letter), image: image, frame: Rect(2 * Double(index), 0, 1, 1))
      }, size: Size(10, 5))
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
