import GLRenderer
import MeshTransform

@testable import TestSupport

extension Scene {
  /// One layer alone on a canvas.
  ///
  /// - `size`: of the layer in points; the image's in pixels when nil.
  /// - `canvas`: in points; the layer's size when nil.
  /// - `position`: of the layer's middle; the canvas's middle when nil.
  static func oneLayer(
    _ image: Image, size: Size? = nil, canvas: Rect? = nil, scale: Double = 1, position: Point? = nil,
    mesh: Mesh? = nil, transform: Transform3D = .identity, surface: Surface = Surface(),
    lights: [Light] = [], background: Color = .clear
  ) -> Scene {
    let size = size ?? Size(Double(image.size.width), Double(image.size.height))
    let frame = canvas ?? Rect(origin: .zero, size: size)
    var layer = Layer(
      bounds: Rect(origin: .zero, size: size), position: position ?? Point(frame.midX, frame.midY),
      contents: .image(image))
    layer.mesh = mesh
    layer.transform = transform
    layer.surface = surface
    return Scene(
      canvas: Canvas(frame: frame, scale: scale, background: background), layers: [layer], lights: lights)
  }

  /// The picture, by a renderer of its own unless one is given. A test of many pictures makes one renderer: a new one
  /// compiles its shaders anew.
  func rendered(
    by renderer: Renderer? = nil, samples: Int? = nil, wireframe: Wireframe? = nil
  ) throws -> Image {
    try (renderer ?? Renderer.any()).render(
      self, options: RenderOptions(samples: samples, wireframe: wireframe))
  }
}
