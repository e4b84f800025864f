import MeshTransform
import RenderGraph

/// Why a scene can't be drawn. Layers and lights count from zero.
public enum RenderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A side of the canvas that exceeds the limit, in pixels.
  case canvasSide(Double, limit: Int)
  /// A canvas that has more pixels than the limit.
  case canvasArea(PixelSize, limit: Int)
  /// A canvas with a side of 0 points.
  case emptyCanvas(Size)
  /// A scale of the canvas that is not finite or not above 0, in pixels per point.
  case canvasScale(Double)
  /// A channel that is not finite. `of` is "the background", "the wireframe" or "layer 2".
  case color(of: String)
  /// The line width of a wireframe, in points.
  case lineWidth(Double)
  /// A layer with coordinates that are too large to compute with.
  case nonFiniteGeometry(layer: Int, name: String?)
  /// A mesh with more vertices than the limit.
  case tooManyVertices(layer: Int, count: Int, limit: Int)
  /// A mesh with more faces than the limit.
  case tooManyFaces(layer: Int, count: Int, limit: Int)
  /// More lights of the scene than the limit.
  case tooManyLights(Int, limit: Int)
  /// A light of the scene with a property out of its range.
  case light(Int, LightError)
  /// A layer with a property that can't be drawn, or a tree that is too large.
  case layer(LayerError)
  /// Pixels of all offscreen textures of flattened layers and of all gradients.
  case pictureArea(Int, limit: Int)
  /// Faces of all meshes, each counted in every pass that draws it.
  case faces(Int, limit: Int)
  /// Pixels that all layers cover, each counted in every pass that draws it.
  case overdraw(Int, limit: Int)
  /// More kinds of layers than the limit, each of which needs a shader of its own.
  case variants(limit: Int)
  /// A canvas or a picture of a layer that is larger than a texture may be, and must be one: there is a blended layer
  /// or a shadow in it.
  case backdropSize(PixelSize, limit: Int)
  /// The distance between the starts of two rows in memory, in bytes, for a picture of this width in pixels.
  case bytesPerRow(Int, width: Int, bytesPerPixel: Int)
  /// The size in bytes of the memory for a picture, and the least size.
  case pictureMemory(bytes: Int, needed: Int)
  /// A frame that was read into memory and does not keep its pixels.
  case frameRead
  /// A failure of the device or of its driver.
  case gl(GLError)

  public var description: String {
    switch self {
    case .canvasSide(let side, let limit):
      "the canvas is \(Int(exactly: side.rounded(.up)).map(String.init) ?? "\(side)") px long on one side; the limit is \(limit) px; make it smaller, or raise the limit"
    case .canvasArea(let size, let limit):
      "the canvas of \(size) has \(size.area) pixels; the limit is \(limit); make it smaller, "
        + "or raise the limit"
    case .emptyCanvas(let size):
      "the canvas is \(size.width) x \(size.height) points; make both sides longer than 0"
    case .canvasScale(let scale):
      "the canvas's scale is \(scale) pixels per point; use a finite number above 0"
    case .color(let owner):
      "the color of \(owner) has a channel that is not a finite number; use 0...1"
    case .lineWidth(let width):
      "the wireframe's lines are \(width) points wide; use more than 0, and no more than the canvas's width"
    case .nonFiniteGeometry(let layer, let name):
      "\(name.map { "layer '\($0.excerpt)'" } ?? "layers[\(layer)]") has coordinates too large to compute with; "
        + "make its bounds, position, transform and mesh smaller"
    case .tooManyVertices(let layer, let count, let limit):
      "the mesh of layers[\(layer)] has \(count) vertices; the limit is \(limit); use a coarser mesh, "
        + "or raise the limit"
    case .tooManyFaces(let layer, let count, let limit):
      "the mesh of layers[\(layer)] has \(count) faces; the limit is \(limit), four for each vertex allowed; "
        + "use a coarser mesh, or raise the limit on vertices"
    case .tooManyLights(let count, let limit):
      "there are \(count) lights; the limit is \(limit); remove some"
    case .light(let index, let error): "light \(index): \(error)"
    case .layer(let error): error.description
    case .pictureArea(let area, let limit):
      "gradients and layers that must be flattened have \(area) pixels or more in all; the limit is \(limit); "
        + "use fewer or smaller ones or a smaller rasterizationScale, or raise the limit"
    case .faces(let count, let limit):
      "the picture draws \(count) faces or more in all; the limit is \(limit); use coarser meshes or fewer layers, "
        + "or raise the limit"
    case .overdraw(let count, let limit):
      "the layers cover \(count) pixels or more in all, including hidden ones; the limit is \(limit); "
        + "use fewer or smaller layers or a smaller canvas, or raise the limit"
    case .variants(let limit):
      "the layers combine light, filters, masks, opacity, brightness and face interpolation in more than \(limit) ways, "
        + "each of which needs its own shader; use fewer combinations, or draw parts of the scene as separate "
        + "pictures"
    case .backdropSize(let size, let limit):
      "a blended layer or a shadow needs a texture of \(size) px; the limit is \(limit)px per side and 67108864 "
        + "in all; use a smaller canvas, or blend inside a smaller layer"
    case .bytesPerRow(let bytes, let width, let pixel):
      "there are \(bytes) bytes per row for a picture \(width) px wide; use a multiple of \(pixel), at least "
        + "\(pixel * width)"
    case .pictureMemory(let bytes, let needed):
      "the memory for the picture has \(bytes) bytes; provide at least \(needed)"
    case .frameRead:
      "the frame was read into memory and does not keep its pixels; read it once, or call image() first"
    case .gl(let error): error.description
    }
  }
}

extension RenderError {
  init(_ error: GraphError) {
    switch error {
    case .nonFiniteGeometry(let layer, let name): self = .nonFiniteGeometry(layer: layer, name: name)
    case .pictureArea(let area, let limit): self = .pictureArea(area, limit: limit)
    case .faces(let count, let limit): self = .faces(count, limit: limit)
    case .overdraw(let count, let limit): self = .overdraw(count, limit: limit)
    case .variants(let limit): self = .variants(limit: limit)
    case .backdropSize(let size, let limit): self = .backdropSize(size, limit: limit)
    }
  }
}
