import Glibc
import MeshTransform

/// What grows; everything else stays as it is. `Benchmarks/peers/curves_moderngl.py` draws the same.
enum Axis: String, CaseIterable {
  /// The value: faces a side of the mesh.
  case faces
  /// The canvas's width; 16:9.
  case pixels
  case layers
  case lights
  /// Of a clip of 640 x 360, each drawn and written as PNG.
  case frames

  /// - `frame`: what moves does so by a turn in 30 of them.
  func scene(_ value: Int, _ image: Image, frame: Int) throws -> Scene {
    let width =
      switch self {
      case .pixels: Double(value)
      case .frames: 640.0
      case .faces, .layers, .lights: 1920.0
      }
    let size = Size(width, width * 9 / 16)
    let lights = self == .lights ? Self.lights(value) : self == .layers ? [] : [Light()]
    let layers =
      self == .layers
      ? Self.cards(value, size, image, frame: frame)
      : [try Self.ripple(size, cells: self == .faces ? value : 100, image, frame: frame)]
    let frame = Rect(-size.width / 2, -size.height / 2, size.width, size.height)
    return Scene(canvas: Canvas(frame: frame), layers: layers, lights: lights)
  }

  private static func ripple(_ size: Size, cells: Int, _ image: Image, frame: Int) throws -> Layer {
    var layer = Layer(bounds: Rect(origin: .zero, size: size), position: .zero, contents: .image(image))
    layer.transform = .rotation(.degrees(-30), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 2000)
    layer.minificationFilter = Self.filter
    layer.mesh = try Mesh.ripple { ripple in
      (ripple.rows, ripple.columns) = (cells, cells)
      ripple.phase = Double(frame % 30) / 30
    }
    return layer
  }

  /// The peer's filter, so that equal work is compared; FILTER=footprint in the environment for the default.
  private static let filter =
    getenv("FILTER").flatMap { Layer.MinificationFilter(rawValue: String(cString: $0)) } ?? .trilinear

  /// Side by side in a square of rows and columns, so that their pixels stay about as many; each turns about its middle.
  private static func cards(_ count: Int, _ size: Size, _ image: Image, frame: Int) -> [Layer] {
    let side = Int(Double(count).squareRoot())
    precondition(side * side == count, "the number of layers is a square")
    let cell = Size(size.width / Double(side), size.height / Double(side))
    let angle = Angle.degrees(30 + Double(frame % 30))
    return (0..<count).map { index in
      var layer = Layer(
        bounds: Rect(0, 0, cell.width * 0.9, cell.height * 0.9),
        position: Point(
          (Double(index % side) + 0.5) * cell.width - size.width / 2,
          (Double(index / side) + 0.5) * cell.height - size.height / 2),
        contents: .image(image))
      layer.transform = .rotation(angle, about: Point3D(0, 1, 0)) * .perspective(eyeDistance: 2000)
      layer.minificationFilter = filter
      return layer
    }
  }

  /// Together as bright as one.
  private static func lights(_ count: Int) -> [Light] {
    (0..<count).map { index in
      var light = Light.directional(
        Point3D(Double(index % 5) * 0.1 - 0.2, Double(index % 3) * 0.1 - 0.1, -1))
      light.intensity = 1 / Double(count)
      return light
    }
  }
}
