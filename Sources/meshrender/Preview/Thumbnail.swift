import GLRenderer
import ImageFiles
import MeshTransform

/// A small picture of a result, drawn by the renderer.
enum Thumbnail {
  /// Pictures side by side, from the left, at their own size.
  static func scene(of pictures: [Image]) -> Scene {
    // A fiftieth of a picture, so that the gap is seen at any size.
    let gap = pictures.map { max(4, Double($0.size.width) / 50) }.max() ?? 0
    var (layers, x, height) = ([Layer](), 0.0, 0.0)
    for picture in pictures {
      let size = Size(Double(picture.size.width), Double(picture.size.height))
      layers.append(
        Layer(
          bounds: Rect(origin: .zero, size: size), position: Point(x + size.width / 2, size.height / 2),
          contents: .image(picture)))
      x += size.width + gap
      height = max(height, size.height)
    }
    let frame = Rect(origin: .zero, size: Size(max(1, x - gap), max(1, height)))
    return Scene(canvas: Canvas(frame: frame), layers: layers)
  }

  /// The scene at the size of a preview: opaque, in sRGB where its profile can be converted, with 8 bits a channel.
  /// - Parameter profile: the profile of the scene's values.
  static func image(
    of scene: Scene, _ options: RenderOptions, _ profile: ColorProfile?, _ opened: OpenedRenderer,
    in terminal: Terminal.Size
  ) throws(Failure) -> Image {
    var (scene, options) = (scene, options)
    let size = ThumbnailSize(of: scene.canvas.pixelSize, in: terminal).pixels
    let frame = scene.canvas.frame.size
    scene.canvas.scale = min(
      scene.canvas.scale, Double(size.width) / frame.width, Double(size.height) / frame.height)
    options.depth = .eight
    var image = try opened.draw { renderer throws(RenderError) in
      try renderer.render(scene, options: options)
    }
    image = image.premultiplied().onCheckerboard
    image.colorProfile = profile
    // Without Little CMS its colors are only a little off.
    let converted = try? image.converted(to: .sRGB, name: "the preview").image
    return converted ?? image
  }
}

extension Image {
  /// The premultiplied picture before gray squares, so that its transparent parts show on any background.
  var onCheckerboard: Image {
    let (square, shades) = (8, [UInt16(0x99), 0x66])
    var pixels = bytes
    for y in 0..<size.height {
      for x in 0..<size.width {
        let start = 4 * (y * size.width + x)
        let shade = shades[(x / square + y / square) % 2] * UInt16(255 - pixels[start + 3])
        for channel in start..<start + 3 { pixels[channel] &+= UInt8((shade + 127) / 255) }
        pixels[start + 3] = 255
      }
    }
    return Image(size: size, alpha: .opaque, bytes: pixels)
  }
}
