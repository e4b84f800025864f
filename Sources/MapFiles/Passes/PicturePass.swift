import MeshTransform

/// A pass of a picture: numbers for each of its pixels, or for each pixel of a layer's content.
public enum PicturePass: String, CaseIterable, Hashable, Sendable {
  /// ``SurfaceLabel/uv``.
  case uv
  /// ``SurfaceLabel/backward``.
  case backward
  /// The canvas pixel at which each pixel of a layer's content lies, hidden or not, as in ``CoordinateMap``.
  case forward
  /// ``SurfaceLabel/depth``.
  case depth
  /// ``SurfaceLabel/distance``.
  case distance
  /// ``SurfaceLabel/normal``.
  case normal
  /// ``SurfaceLabel/layerNormal``.
  case layerNormal = "normal-layer"
  /// ``SurfaceLabel/position``.
  case position
  /// The picture without light: colors with straight alpha, 0...1, in the encoding of the picture.
  case albedo
  /// The picture of a white surface under the scene's light, likewise.
  case shading
  /// ``SurfaceLabel/layer``.
  case layer
  /// ``SurfaceLabel/face``.
  case face
  /// The part of each pixel that layers cover in the antialiased picture, 0...1: its alpha without background and shadows.
  case coverage
  /// ``SurfaceLabel/motion``.
  case motion
  /// ``SurfaceLabel/occlusion``.
  case occlusion

  /// The label that hit testing computes; nil for passes that are drawn, and for ``forward``.
  public var label: SurfaceLabel? { SurfaceLabel(rawValue: rawValue) }

  /// Whether the renderer draws it.
  public var isDrawn: Bool { self == .albedo || self == .shading || self == .coverage }

  /// Whether it leads to the next picture.
  public var isOfMotion: Bool { self == .motion || self == .occlusion }

  /// The names of the numbers of a pixel.
  public var channels: [String] {
    switch self {
    case .uv: ["U", "V"]
    case .backward, .forward, .motion: ["X", "Y"]
    case .depth, .distance: ["Z"]
    case .normal, .layerNormal, .position: ["X", "Y", "Z"]
    case .albedo, .shading: ["R", "G", "B", "A"]
    case .layer, .face: ["ID"]
    case .coverage: ["A"]
    case .occlusion: ["V"]
    }
  }

  /// Whether the numbers are whole, with -1 where nothing is seen; others have NaN there.
  public var isWhole: Bool { label?.isWhole ?? false }

  /// The meaning and the unit of the numbers, in one phrase.
  public var summary: String {
    switch self {
    case .uv: "the point of the content in the unit space of its layer: 0, 0 top left, 1, 1 bottom right"
    case .backward: "the pixel of the content that is seen, whole numbers at the centers of pixels"
    case .forward: "the pixel of the picture at which a pixel of the content lies, seen or hidden"
    case .depth: "points from the plane of the canvas toward the viewer"
    case .distance: "points from the eye, infinite without perspective"
    case .normal: "the unit normal toward the viewer: x right, y down, z toward the viewer"
    case .layerNormal: "the unit normal in the space of the layer that is seen"
    case .position: "the point in the space of the canvas, in points: x right, y down, z toward the viewer"
    case .albedo: "the color without light, 0...1, straight alpha"
    case .shading: "the light that a white surface shows, 0...1, straight alpha"
    case .layer: "the number of the layer"
    case .face: "the number of the face of the layer's mesh"
    case .coverage: "the part of the pixel that layers cover, 0...1, antialiased"
    case .motion: "the way to the place in the next picture, in pixels: x right, y down"
    case .occlusion: "1 where the next picture does not show the point, else 0"
    }
  }
}
