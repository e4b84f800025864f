import GLRenderer
import MeshTransform

/// A mesh seen from above, with its anomalies in color.
struct InspectionPicture {
  private let found: Mesh.Analysis
  private let vertices: [Mesh.Vertex]
  private let faces: [Mesh.Face]
  /// The visible range of `to.xy`, in unit layer space.
  private let shown: Rect
  /// The size of the picture in pixels.
  private let size: Size

  /// The longer side of the picture, and the margin around the mesh, in pixels.
  private static var side: Double { 960 }
  private static var margin: Double { 40 }

  private static let backgroundColor = Color(red: 0.98, green: 0.98, blue: 0.97)
  private static let meshColor = Color(red: 0.86, green: 0.91, blue: 0.96)
  private static let lines = Color(red: 0.25, green: 0.45, blue: 0.68)
  private static let dark = Color(red: 0.1, green: 0.15, blue: 0.25)
  private static let orange = Color(red: 0.95, green: 0.5, blue: 0.05)
  private static let red = Color(red: 0.85, green: 0.1, blue: 0.1)
  private static let faded = Color(red: 0.95, green: 0.2, blue: 0.15, alpha: 0.45)
  private static let purple = Color(red: 0.55, green: 0.15, blue: 0.75)
  private static let yellow = Color(red: 0.98, green: 0.78, blue: 0.05)

  init(_ inspection: Mesh.Analysis, vertices: [Mesh.Vertex], faces: [Mesh.Face]) {
    (found, self.vertices, self.faces) = (inspection, vertices, faces)
    var whole = Rect(around: vertices.map { Point(Double($0.toX), Double($0.toY)) }) ?? Rect(0, 0, 1, 1)
    // A degenerate bounding box gets a margin.
    let longest = max(whole.size.width, whole.size.height)
    let least = longest > 0 ? longest / 20 : 1
    whole = whole.outset(
      by: max(0, least - whole.size.width) / 2, max(0, least - whole.size.height) / 2)
    shown = whole
    let scale = (Self.side - 2 * Self.margin) / max(whole.size.width, whole.size.height)
    size = Size(whole.size.width * scale + 2 * Self.margin, whole.size.height * scale + 2 * Self.margin)
  }

  func image(_ device: DeviceChoice) throws(Failure) -> Image {
    try OpenedRenderer(device, warn: Console.warn).draw(draw)
  }

  private func draw(_ renderer: Renderer) throws(RenderError) -> Image {
    var options = RenderOptions(wireframe: Wireframe(color: Self.lines, lineWidth: 1.25))
    options.limits.vertices = max(vertices.count, options.limits.vertices)
    var canvas = Canvas(frame: Rect(origin: .zero, size: size), background: Self.backgroundColor)
    let mesh = try renderer.render(
      Scene(
        canvas: canvas, layers: [layer(places, faces.filter(\.isDrawable), Self.meshColor)].compactMap { $0 }),
      options: options)

    // The renderer's wireframe would also outline the marks; the lines are drawn on top instead.
    options.wireframe = nil
    canvas.background = Self.backgroundColor
    let picture = Layer(
      bounds: canvas.frame, position: Point(canvas.frame.midX, canvas.frame.midY), contents: .image(mesh))
    options.limits.vertices = Int(Int32.max)
    return try renderer.render(Scene(canvas: canvas, layers: [picture] + marks), options: options)
  }

  /// The vertices in pixels of the picture.
  private var places: [Point] {
    vertices.map { vertex in
      let x = (Double(vertex.toX) - shown.minX) / max(shown.size.width, shown.size.height)
      let y = (Double(vertex.toY) - shown.minY) / max(shown.size.width, shown.size.height)
      let scale = Self.side - 2 * Self.margin
      return Point(Self.margin + x * scale, Self.margin + y * scale)
    }
  }

  private var marks: [Layer] {
    let places = places
    let bad = Set(found.foldedFaces + found.zeroAreaFacesInTo + found.zeroAreaFacesInFrom).sorted()
    func segments(_ edges: [Mesh.Analysis.Edge]) -> [(Point, Point)] {
      edges.map { (places[$0.first], places[$0.second]) }
    }
    let boundary = found.boundaries.flatMap { boundary in
      (0..<boundary.edgeCount).map { index in
        (places[boundary.vertices[index]], places[boundary.vertices[(index + 1) % boundary.vertices.count]])
      }
    }
    let pressed = found.zeroAreaFacesInTo.flatMap { number in
      (0..<4).map {
        (places[Int(faces[number].indices[$0])], places[Int(faces[number].indices[($0 + 1) % 4])])
      }
    }
    return [
      layer(places, bad.map { faces[$0] }, Self.faded),
      strokes(boundary, width: 3, Self.dark),
      strokes(segments(found.creasedEdges), width: 4, Self.orange),
      strokes(pressed, width: 3, Self.red),
      strokes(segments(found.nonManifoldEdges), width: 5, Self.red),
      dots((found.duplicateVertices + found.unusedVertices).map { places[$0] }, radius: 5, Self.yellow),
      dots(found.extraordinaryVertices.map { places[$0.vertex] }, radius: 5, Self.purple),
      dots(found.nonManifoldVertices.map { places[$0] }, radius: 6, Self.red),
    ].compactMap { $0 }
  }

  private func strokes(_ segments: [(Point, Point)], width: Double, _ color: Color) -> Layer? {
    var (corners, faces): ([Point], [Mesh.Face]) = ([], [])
    for (a, b) in segments {
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let length = (dx * dx + dy * dy).squareRoot()
      guard length > 0 else { continue }
      // Extended by half a width at both ends, so that joints have no gaps.
      let (x, y) = (dx / length * width / 2, dy / length * width / 2)
      let first = UInt32(corners.count)
      corners += [
        Point(a.x - x - y, a.y - y + x), Point(b.x + x - y, b.y + y + x),
        Point(b.x + x + y, b.y + y - x), Point(a.x - x + y, a.y - y - x),
      ]
      faces.append(Mesh.Face(first, first + 1, first + 2, first + 3))
    }
    return layer(corners, faces, color)
  }

  /// Points drawn as octagons.
  private func dots(_ places: [Point], radius: Double, _ color: Color) -> Layer? {
    var (corners, faces): ([Point], [Mesh.Face]) = ([], [])
    for place in places {
      let first = UInt32(corners.count)
      for step in 0..<8 {
        let (sine, cosine) = Angle.degrees(45 * Double(step) + 22.5).sineAndCosine
        corners.append(Point(place.x + radius * cosine, place.y + radius * sine))
      }
      for corner in [UInt32(1), 3, 5] {
        faces.append(Mesh.Face(first, first + corner, first + corner + 1, first + corner + 2))
      }
    }
    return layer(corners, faces, color)
  }

  /// A layer of the whole canvas, bent to the corners (in pixels of the canvas); nil without faces.
  private func layer(_ corners: [Point], _ faces: [Mesh.Face], _ color: Color) -> Layer? {
    let middle = SIMD2<Float>(0.5, 0.5)
    let vertices = corners.map { corner in
      Mesh.Vertex(
        from: middle, to: SIMD3(Float(corner.x / size.width), Float(corner.y / size.height), 0))
    }
    guard !faces.isEmpty, let mesh = try? Mesh(vertices: vertices, faces: faces) else { return nil }
    let frame = Rect(origin: .zero, size: size)
    var layer = Layer(bounds: frame, position: Point(frame.midX, frame.midY), contents: .color(color))
    layer.mesh = mesh
    return layer
  }
}
