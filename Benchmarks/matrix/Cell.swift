import GLRenderer
import MeshTransform

/// A cell of the matrix: what is drawn, and how. `Benchmarks/peers/matrix_moderngl.py` draws the same.
struct Cell {
  /// How a frame is made; the numbers of faces are those of `Benchmarks/peers/matrix_meshes.py`.
  enum Work: String, CaseIterable {
    /// One sample a pixel, 100 x 100 faces.
    case plain = "W2"
    /// The default antialiasing, 100 x 100 faces.
    case antialiased = "W2aa"
    /// One sample a pixel, 1000 x 1000 faces.
    case dense = "W3"
    /// The default antialiasing, 100 x 100 faces, each frame written as a PNG file.
    case files = "W5"

    var cells: Int { self == .dense ? 1000 : 100 }
    var isAntialiased: Bool { self == .antialiased || self == .files }
  }
  enum MeshName: String, CaseIterable { case ripple, flag, pageCurl, curtain, bezier }
  enum LightName: String, CaseIterable { case none, directional, highlight, point }

  let work: Work
  /// The angle of the surface's tilt about its horizontal axis.
  let tilt: Angle
  let mesh: MeshName
  let light: LightName
  let size: Size

  /// - `text`: work, degrees, mesh, light and width, separated by commas, as in `W2,45,ripple,directional,1920`.
  init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5, let work = Work(rawValue: parts[0]), let degrees = Double(parts[1]),
      let mesh = MeshName(rawValue: parts[2]), let light = LightName(rawValue: parts[3]),
      let width = Int(parts[4]), 16...16384 ~= width
    else { return nil }
    (self.work, self.mesh, self.light) = (work, mesh, light)
    tilt = .degrees(degrees)
    size = Size(Double(width), Double(width * 9 / 16))
  }

  /// The eye's distance grows with the picture, so that each size shows the same view: 800 points for 1280 x 720.
  private var eyeDistance: Double { size.width * 800 / 1280 }

  /// What moves does so by a turn in 30 frames.
  func scene(_ image: Image, frame: Int) throws -> Scene {
    let phase = Double(frame % 30) / 30
    var layer = Layer(bounds: Rect(origin: .zero, size: size), position: .zero, contents: .image(image))
    layer.transform = .rotation(-tilt, about: Point3D(1, 0, 0)) * .perspective(eyeDistance: eyeDistance)
    layer.mesh = try mesh(at: phase)
    // The peer's filter: what is compared is the work, not the choice of a better filter.
    layer.minificationFilter = .trilinear
    if light == .highlight { layer.surface.specular = 0.5 }
    let canvas = Canvas(frame: Rect(-size.width / 2, -size.height / 2, size.width, size.height))
    return Scene(canvas: canvas, layers: [layer], lights: lights)
  }

  func options(samples: Int? = nil) -> RenderOptions {
    var options = RenderOptions(samples: work.isAntialiased ? samples : 1)
    options.limits.vertices = Mesh.vertexLimit
    return options
  }

  private func mesh(at phase: Double) throws -> Mesh {
    let cells = work.cells
    switch mesh {
    case .ripple: return try .ripple { ($0.rows, $0.columns, $0.phase) = (cells, cells, phase) }
    case .flag: return try .flag { ($0.rows, $0.columns, $0.phase) = (cells, cells, phase) }
    case .pageCurl:
      return try .pageCurl { curl in
        (curl.rows, curl.columns, curl.aspect) = (cells, cells, 16.0 / 9)
        curl.amount = 0.2 + 0.4 * phase
      }
    case .curtain:
      return try .curtain { ($0.rows, $0.columns, $0.amount) = (cells, cells, 0.2 + 0.4 * phase) }
    case .bezier:
      let points = (0..<16).map { i -> Point3D in
        let (row, column) = (i / 4, i % 4)
        let isInner = 1...2 ~= row && 1...2 ~= column
        // A saddle of four inner points that swings.
        let sign: Double = row == column ? 1 : -1
        let z = isInner ? 0.8 * sign * (1 - 2 * phase) : 0
        return Point3D(Double(column) / 3, Double(row) / 3, z)
      }
      return try .bezierPatch(controlPoints: points, rows: cells, columns: cells, limit: Mesh.vertexLimit)
    }
  }

  private var lights: [Light] {
    switch light {
    case .none: return []
    case .directional, .highlight: return [Light()]
    case .point:
      var light = Light(.point)
      light.position = Point3D(-size.width / 4, -size.height / 4, size.width * 0.4)
      return [light]
    }
  }
}
