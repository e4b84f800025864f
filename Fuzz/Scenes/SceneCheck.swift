import GLRenderer
import MeshTransform
import SceneDocument
import TextImages

/// Reads scene files and draws them with two renderers of different histories.
struct SceneCheck {
  private let first: Renderer, second: Renderer
  private let options: RenderOptions

  init() throws(GLError) {
    (first, second) = (try Renderer(), try Renderer())
    var options = RenderOptions()
    options.limits.pictureArea = 1 << 18
    options.limits.vertices = 20_000
    self.options = options
  }

  enum Answer: Hashable {
    /// With the picture's checksum.
    case drawn(String)
    /// With a sentence of this kind, which a user would see.
    case refused(String)
    /// What must not happen.
    case fault(String)
  }

  /// One answer for each text. The second renderer draws in reverse order, so that what a scene leaves behind shows.
  func answers(_ texts: [String], before: (Int) -> Void) -> [Answer] {
    var drawings: [Result<Image, Refusal>] = []
    for (index, text) in texts.enumerated() {
      before(index)
      drawings.append(Result { () throws(Refusal) in try draw(text, first) })
    }
    var answers: [Answer] = []
    for index in texts.indices.reversed() {
      before(index)
      let again = Result { () throws(Refusal) in try draw(texts[index], second) }
      answers.append(answer(drawings[index], again))
    }
    return answers.reversed()
  }

  private struct Refusal: Error, Hashable {
    let kind: String, sentence: String
    let isFault: Bool
  }

  private func draw(_ text: String, _ renderer: Renderer) throws(Refusal) -> Image {
    let scene: Scene
    do {
      scene = try SceneFile(Array(text.utf8), name: "scene.json").scene(resources: SceneContents())
    } catch { throw Refusal(kind: "document", sentence: error.description, isFault: false) }
    do { return try renderer.render(scene, options: options) } catch {
      switch error {
      case .gl(.textureTooLarge), .gl(.transparencyMemory):
        throw Refusal(kind: "memory", sentence: error.description, isFault: false)
      case .gl: throw Refusal(kind: "GL", sentence: error.description, isFault: true)
      default: throw Refusal(kind: "render", sentence: error.description, isFault: false)
      }
    }
  }

  private func answer(_ drawn: Result<Image, Refusal>, _ again: Result<Image, Refusal>) -> Answer {
    switch (drawn, again) {
    case (.success(let image), .success(let other)):
      guard image == other else { return .fault("another picture the second time") }
      return isPremultiplied(image) ? .drawn(image.checksum) : .fault("colors above alpha")
    case (.failure(let refusal), .failure(let other)):
      guard refusal == other else { return .fault("another error the second time: \(refusal) \(other)") }
      guard !refusal.isFault, !refusal.sentence.isEmpty else { return .fault(refusal.sentence) }
      return .refused(refusal.kind)
    case (.failure(let refusal), .success), (.success, .failure(let refusal)):
      return .fault("refused once: \(refusal.sentence)")
    }
  }

  private func isPremultiplied(_ image: Image) -> Bool {
    let bytes = image.bytes
    return stride(from: 0, to: bytes.count, by: 4).allSatisfy { pixel in
      let alpha = bytes[pixel + 3]
      return max(bytes[pixel], bytes[pixel + 1], bytes[pixel + 2]) <= alpha
        && (image.alpha != .opaque || alpha == 255)
    }
  }
}

extension Image {
  /// 64-bit FNV-1a of the pixels, in hexadecimal digits.
  fileprivate var checksum: String {
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}

/// Two pictures of 8 by 6 pixels, and real texts.
private struct SceneContents: SceneResources {
  func image(_ path: String) -> Image {
    let isOpaque = path == "opaque"
    var bytes: [UInt8] = []
    for pixel: UInt8 in 0..<48 { bytes += [pixel * 5, 255 - pixel * 3, 80, isOpaque ? 255 : pixel * 5] }
    return Image(size: PixelSize(8, 6), alpha: isOpaque ? .opaque : .straight, bytes: bytes)
  }

  func meshFile(_ path: String) throws(SceneResourceError) -> [UInt8] { throw SceneResourceError("no files") }

  func text(_ text: SceneText, scale: Double) throws(SceneResourceError) -> SceneTextImage {
    do {
      let drawn = try TextImage.render(
        text.text, style: TextStyle(fontSize: text.fontSize, box: text.box, scale: scale),
        limit: PixelSize(256, 256))
      return SceneTextImage(image: drawn.image, size: drawn.size)
    } catch { throw SceneResourceError(error.description) }
  }
}
