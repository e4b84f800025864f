import GLRenderer
import MeshTransform

/// What each work asks for; the numbers are those of `Benchmarks/peers/frames_ripple.py`.
enum Work: String, CaseIterable {
  case plain = "W2"
  case antialiased = "W2aa"
  case dense = "W3"
  case files = "W5"

  var size: Size { self == .files ? Size(1280, 720) : Size(1920, 1080) }
  var cells: Int { self == .dense ? 1000 : 100 }
  /// Nil for what meshrender does unless told otherwise: about four where edges are.
  var samples: Int? { self == .plain || self == .dense ? 1 : nil }
  var frameCount: Int {
    switch self {
    case .plain, .antialiased: 300
    case .dense: 20
    case .files: 120
    }
  }

  /// The ripple moves by a turn in 30 frames.
  func scene(_ image: Image, frame: Int) throws -> Scene {
    let mesh = try Mesh.ripple { ripple in
      (ripple.rows, ripple.columns) = (cells, cells)
      ripple.phase = Double(frame % 30) / 30
    }
    var layer = Layer(bounds: Rect(origin: .zero, size: size), position: .zero, contents: .image(image))
    layer.transform = .rotation(.degrees(-30), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 2000)
    layer.mesh = mesh
    let frame = Rect(-size.width / 2, -size.height / 2, size.width, size.height)
    return Scene(canvas: Canvas(frame: frame), layers: [layer], lights: [Light()])
  }
}
