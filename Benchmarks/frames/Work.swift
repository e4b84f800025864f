import GLRenderer
import MeshTransform

/// What each work asks for; the numbers are those of `Benchmarks/peers/frames_ripple.py`.
enum Work: String, CaseIterable {
  case plain = "W2"
  case antialiased = "W2aa"
  case dense = "W3"
  case stills = "W4"
  case files = "W5"

  var size: Size {
    switch self {
    case .plain, .antialiased, .dense: Size(1920, 1080)
    case .stills: Size(3840, 2160)
    case .files: Size(1280, 720)
    }
  }
  var cells: Int { self == .dense ? 1000 : 100 }
  var isAntialiased: Bool { self != .plain && self != .dense }
  /// As PNG files, each frame.
  var isWritten: Bool { self == .stills || self == .files }
  var frameCount: Int {
    switch self {
    case .plain, .files: 120
    case .antialiased: 80
    case .dense: 20
    case .stills: 8
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

/// How a work is drawn: one picture, four ways to it.
enum Look: String, CaseIterable {
  /// As anyone draws who asks for nothing else.
  case fast
  /// Every face, light in every pixel; samples where edges are.
  case exact
  /// Without what makes it fast: 4 samples everywhere, every face, light in every pixel.
  case plain
  /// As plain, with 64 samples: what antialiased edges should be.
  case reference

  func options(_ work: Work) -> RenderOptions {
    var options = RenderOptions(samples: work.isAntialiased ? samples : 1, isExact: self != .fast)
    options.limits.vertices = Mesh.vertexLimit
    return options
  }

  private var samples: Int? {
    switch self {
    case .fast, .exact: nil
    case .plain: 4
    case .reference: 64
    }
  }
}
