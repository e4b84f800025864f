import MeshTransform

/// Why a scene can't be drawn. Layers and lights count from zero.
public enum RenderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A side of the canvas, in pixels.
  case canvasSide(Double, limit: Int)
  case canvasArea(PixelSize, limit: Int)
  case emptyCanvas(Size)
  case nonFiniteGeometry(layer: Int, name: String?)
  case tooManyVertices(layer: Int, count: Int, limit: Int)
  case tooManyLights(Int, limit: Int)
  case light(Int, LightError)
  case surface(layer: Int, LightError)
  case gl(GLError)

  public var description: String {
    switch self {
    case .canvasSide(let side, let limit):
      "the canvas is \(side) px long on one side; the limit is \(limit) px"
    case .canvasArea(let size, let limit):
      "the canvas of \(size) has \(size.area) pixels; the limit is \(limit)"
    case .emptyCanvas(let size):
      "the canvas is \(size.width) x \(size.height) points; both sides must be above 0"
    case .nonFiniteGeometry(let layer, let name):
      "layer \(name.map { "'\($0)'" } ?? "\(layer)") has coordinates too large to compute with; "
        + "check its bounds, position and transform"
    case .tooManyVertices(let layer, let count, let limit):
      "the mesh of layer \(layer) has \(count) vertices; the limit is \(limit)"
    case .tooManyLights(let count, let limit): "there are \(count) lights; the limit is \(limit)"
    case .light(let index, let error): "light \(index): \(error)"
    case .surface(let layer, let error): "the surface of layer \(layer): \(error)"
    case .gl(let error): error.description
    }
  }
}
