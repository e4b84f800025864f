import Foundation
import MeshTransform
import Testing

/// The fifteen named warps beside closed forms of their surfaces.
@Suite struct WarpStyleTests {
  private static let size = 8

  private func mesh(
    _ style: WarpStyle, _ bend: Double, _ change: (inout MeshPreset.Style) -> Void = { _ in }
  ) throws -> Mesh {
    try Mesh.style {
      ($0.style, $0.bend, $0.rows, $0.columns) = (style, bend, Self.size, Self.size)
      change(&$0)
    }
  }

  /// Compares the mesh with a function of unit layer space.
  private func expect(
    _ mesh: Mesh, _ context: String, tolerance: Double = 1e-6,
    isAt point: (_ u: Double, _ v: Double) -> (x: Double, y: Double)
  ) {
    for vertex in mesh.vertices {
      let (x, y) = point(Double(vertex.fromX), Double(vertex.fromY))
      let distance = max(abs(Double(vertex.toX) - x), abs(Double(vertex.toY) - y))
      #expect(distance < tolerance && vertex.toZ == 0, "\(context): \(vertex), expected \(x), \(y)")
    }
  }

  @Test(arguments: WarpStyle.allCases)
  func withoutBendEveryStyleIsExactlyTheIdentity(style: WarpStyle) throws {
    for aspect in [0.3, 1, 4] {
      for orientation in WarpStyle.Orientation.allCases {
        let flat = try mesh(style, 0) { ($0.aspect, $0.orientation) = (aspect, orientation) }
        #expect(flat.vertices.allSatisfy { $0.to == SIMD3($0.from, 0) })
        // The smallest bend shows no jump between two formulas.
        let almost = try mesh(style, 1e-9) { ($0.aspect, $0.orientation) = (aspect, orientation) }
        expect(almost, "\(style)") { ($0, $1) }
      }
    }
  }

  /// `S = 6 b u (1 - u)(1 - 2u)` in heights; the polynomials follow from the control points of the patches.
  @Test(arguments: [-1, -0.4, 0.5, 1])
  func curvesOfThirdAndSecondDegree(bend b: Double) throws {
    func s(_ u: Double) -> Double { 6 * b * u * (1 - u) * (1 - 2 * u) }
    func lens(_ u: Double, _ v: Double) -> Double { s(u) * v * (1 - v) }
    let forms: [(WarpStyle, (Double, Double) -> (x: Double, y: Double))] = [
      (.flag, { u, v in (u, v - s(u)) }),
      (.wave, { u, v in (u, v + 2 * v * (1 - v) * s(u)) }),
      (.fish, { u, v in (u, v - s(u) * (1 - 2 * v)) }),
      (.rise, { u, v in (u, v + 2 * b * (1 - u * u * (3 - 2 * u))) }),
      (.fisheye, { u, v in (u - lens(u, v), v - lens(v, u)) }),
      (.inflate, { u, v in (u - b * v * (1 - v) * (1 - 2 * u), v - b * u * (1 - u) * (1 - 2 * v)) }),
      (.squeeze, { u, v in (u + b * v * (1 - v) * (1 - 2 * u), v - b * u * (1 - u) * (1 - 2 * v)) }),
      (
        .twist,
        { u, v in
          let weight = 9 * b * u * (1 - u) * v * (1 - v)
          // The opposite twist is the mirror image in the diagonal.
          return b > 0
            ? (u + weight * (1 - u - v), v + weight * (u - v))
            : (u - weight * (v - u), v - weight * (1 - u - v))
        }
      ),
    ]
    for (style, form) in forms {
      for aspect in [0.5, 3] { expect(try mesh(style, b) { $0.aspect = aspect }, "\(style)", isAt: form) }
    }
  }

  /// Radius and center of each line of an arc follow from chord and angle: `R = w / (2 sin a)` for the edge whose
  /// corners stay, and heights more for the others. One cubic is within 0.03 % of R for 90 degrees and 2 % for 180.
  @Test(arguments: [(0.5, 0.0003), (1, 0.02), (-0.5, 0.0003)])
  func anArcsLinesAreConcentricCircles(bend: Double, tolerance: Double) throws {
    let aspect = 3.0
    let angle = abs(bend) * .pi / 2
    let inner = aspect / (2 * sin(angle))
    let vertices = try mesh(.arc, bend) { $0.aspect = aspect }.vertices
    for vertex in vertices {
      // A negative bend is the mirror image.
      let (v, y) = bend > 0 ? (vertex.fromY, vertex.toY) : (1 - vertex.fromY, 1 - vertex.toY)
      let (x, down) = (aspect * (Double(vertex.toX) - 0.5), Double(y) - 1 - inner * cos(angle))
      let radius = inner + 1 - Double(v)
      #expect(abs((x * x + down * down).squareRoot() / radius - 1) < tolerance, "\(vertex)")
      if vertex.fromX == 0 || vertex.fromX == 0.5 {
        // The ends and the middle of each line are exact.
        let turn = angle * (2 * Double(vertex.fromX) - 1)
        #expect(abs(x - radius * sin(turn)) < 1e-5 && abs(down + radius * cos(turn)) < 1e-5, "\(vertex)")
      }
    }
  }

  /// The rise in the middle is that of a circle over the chord: `w / 2 tan(a / 2)`.
  @Test(arguments: [0.5, -0.5, 1, -0.25])
  func edgesThatAreArcsRiseByTheirSagitta(bend: Double) throws {
    let rise = 2.5 / 2 * tan(bend * .pi / 4)
    for (style, top, bottom) in [
      (WarpStyle.arcLower, 0, 1 + rise), (.arcUpper, -rise, 1), (.arch, -rise, 1 - rise),
      (.bulge, -rise, 1 + rise),
    ] {
      let vertices = try mesh(style, bend) { $0.aspect = 2.5 }.vertices
      let middle = Self.size / 2
      #expect(abs(Double(vertices[middle].toY) - top) < 1e-6, "\(style)")
      #expect(abs(Double(vertices[Self.size * (Self.size + 1) + middle].toY) - bottom) < 1e-6, "\(style)")
      for vertex in vertices where vertex.fromX == 0 || vertex.fromX == 1 {
        #expect(vertex.to == SIMD3(vertex.from, 0), "\(style): the sides stay")
      }
    }
    // An arch is not thicker anywhere.
    for (above, below) in zip(try mesh(.arch, bend).vertices, try mesh(.arch, bend).vertices.dropFirst(9)) {
      #expect(abs(below.toY - above.toY - 0.125) < 1e-6 && abs(below.toX - above.toX) < 1e-6)
    }
  }

  /// The bottom corners of a shell lie a height from the top ones, turned outward by the angle, and its bottom edge is
  /// an arc around the middle of the layer; a negative bend leaves all corners.
  @Test func aShellIsAFan() throws {
    let (aspect, angle) = (2.0, 0.6 * Double.pi / 2)
    let open = try mesh(.shellLower, 0.6) { $0.aspect = aspect }.vertices
    let radius = (aspect + 2 * sin(angle)) / (2 * sin(angle))
    let center = cos(angle) - radius * cos(angle)
    for vertex in open where vertex.fromY == 1 {
      let (x, y) = (aspect * (Double(vertex.toX) - 0.5), Double(vertex.toY) - center)
      #expect(abs((x * x + y * y).squareRoot() / radius - 1) < 0.001)
    }
    let corner = open[Self.size * (Self.size + 1)]
    #expect(abs(Double(corner.toX) * aspect + sin(angle)) < 1e-6)
    #expect(abs(Double(corner.toY) - cos(angle)) < 1e-6)
    let closed = try mesh(.shellLower, -0.6).vertices
    for index in [0, Self.size, closed.count - 1 - Self.size, closed.count - 1] {
      #expect(closed[index].to == SIMD3(closed[index].from, 0))
    }
    let upper = try mesh(.shellUpper, 0.6) { $0.aspect = aspect }
    for (vertex, mirrored) in zip(upper.vertices, try mesh(.shellLower, 0.6) { $0.aspect = aspect }.flipped) {
      #expect(abs(vertex.to - mirrored).max() < 1e-6)
    }
  }

  /// Edges that a style leaves where they are, for any bend.
  @Test(arguments: [
    (WarpStyle.arcLower, "tlr"), (.arcUpper, "blr"), (.arch, "lr"), (.bulge, "lr"), (.shellLower, "t"),
    (.shellUpper, "b"), (.flag, "lr"), (.wave, "tblr"), (.fish, "lr"), (.rise, "r"), (.fisheye, "tblr"),
    (.twist, "tblr"),
  ])
  func edgesStay(style: WarpStyle, edges: String) throws {
    for bend in [-1, -0.3, 0.7, 1] {
      for vertex in try mesh(style, bend, { $0.aspect = 1.7 }).vertices {
        let isOnEdge =
          vertex.fromY == 0 && edges.contains("t") || vertex.fromY == 1 && edges.contains("b")
          || vertex.fromX == 0 && edges.contains("l") || vertex.fromX == 1 && edges.contains("r")
        if isOnEdge { #expect(abs(vertex.to - SIMD3(vertex.from, 0)).max() < 1e-6, "\(style): \(vertex)") }
      }
    }
  }

  /// The opposite bend mirrors these styles top to bottom.
  @Test(arguments: [WarpStyle.arc, .arch, .flag, .wave, .rise])
  func theOppositeBendIsTheMirrorImage(style: WarpStyle) throws {
    let (up, down) = (try mesh(style, 0.8), try mesh(style, -0.8))
    for (vertex, mirrored) in zip(up.vertices, down.flipped) {
      #expect(abs(vertex.to - mirrored).max() < 1e-6, "\(vertex)")
    }
  }

  /// A vertical style is the horizontal one of a layer that is turned, with x and y swapped; a twist has no direction.
  @Test(arguments: WarpStyle.allCases)
  func verticalStylesAreTransposed(style: WarpStyle) throws {
    let vertical = try mesh(style, 0.6) { ($0.aspect, $0.orientation) = (2, .vertical) }
    let horizontal = try mesh(style, 0.6) { $0.aspect = style == .twist ? 2 : 0.5 }
    let side = Self.size + 1
    for (index, vertex) in vertical.vertices.enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: side)
      let other = horizontal.vertices[style == .twist ? index : column * side + row].to
      let expected = style == .twist ? other : SIMD3(other.y, other.x, 0)
      #expect(abs(vertex.to - expected).max() < 1e-6)
    }
  }

  /// Without bend the distortions are trapezoids about the middle, for control points of any number.
  @Test(arguments: WarpStyle.allCases)
  func distortionScalesLinesAboutTheirMiddle(style: WarpStyle) throws {
    let (h, v) = (0.5, -0.75)
    func wide(_ t: Double, _ amount: Double) -> Double { 1 + amount * (2 * t - 1) }
    expect(try mesh(style, 0) { $0.horizontal = h }, "\(style)") { x, y in
      (x, 0.5 + (y - 0.5) * wide(x, h))
    }
    expect(try mesh(style, 0) { $0.vertical = v }, "\(style)") { x, y in (0.5 + (x - 0.5) * wide(y, v), y) }
    // At 1 the edge opposite to the growing one is a point.
    for vertex in try mesh(style, 0, { $0.horizontal = 1 }).vertices where vertex.fromX == 0 {
      #expect(abs(vertex.to - SIMD3(0, 0.5, 0)).max() < 1e-6)
    }
  }

  /// The right edge of a bulge that grows by half is half as long again, and the rest of its control points likewise:
  /// their rule, on the four points of both edges, evaluated at the middle.
  @Test func distortionAppliesToControlPoints() throws {
    let bulge = try mesh(.bulge, 0.5) { $0.horizontal = 0.5 }
    let handle = 1 / (3 * pow(cos(Double.pi / 8), 2))
    // Factors 1/2, 5/6, 7/6, 3/2 from left to right, on half the distance between the edges' points.
    let inner = 0.5 + handle * sin(.pi / 4)
    let half = 0.125 * 0.5 * 0.5 + 0.375 * inner * 5 / 6 + 0.375 * inner * 7 / 6 + 0.125 * 0.5 * 1.5
    #expect(abs(Double(bulge.vertices[Self.size / 2].toY) - (0.5 - half)) < 1e-6)
    #expect(bulge.vertices[Self.size].to == SIMD3(1, -0.25, 0))
  }

  /// Bends up to which the surface is one-to-one, in both directions.
  @Test(arguments: [
    (WarpStyle.arc, -1.0, 1.0), (.arcLower, -0.5, 1), (.arcUpper, -0.5, 1), (.arch, -1, 1), (.bulge, -0.4, 1),
    (.shellLower, -0.5, 1), (.shellUpper, -0.5, 1), (.flag, -1, 1), (.wave, -0.86, 0.86),
    (.fish, -0.86, 0.86), (.rise, -1, 1), (.fisheye, -1, 0.66), (.inflate, -1, 1), (.squeeze, -0.99, 0.99),
    (.twist, -1, 1),
  ])
  func nothingFoldsOver(style: WarpStyle, least: Double, most: Double) throws {
    for bend in [least, least / 2, most / 2, most] {
      let mesh = try mesh(style, bend) { ($0.rows, $0.columns) = (16, 16) }
      let p = mesh.vertices
      let indices = mesh.triangleIndices().map(Int.init)
      for i in stride(from: 0, to: indices.count, by: 3) {
        let (a, b, c) = (p[indices[i]], p[indices[i + 1]], p[indices[i + 2]])
        let area = (b.toX - a.toX) * (c.toY - a.toY) - (b.toY - a.toY) * (c.toX - a.toX)
        #expect(area > -1e-6, "\(style), \(bend): \(a)")
      }
    }
  }

  /// Wide and strongly bent shapes that cross themselves say so, with the bend at which they no longer do.
  @Test func crossingShapesAreDoubtful() throws {
    let style = try MeshPreset.named("style")
    func warning(_ name: WarpStyle, _ bend: Double, _ aspect: Double, _ horizontal: Double = 0) -> String? {
      let index = WarpStyle.allCases.firstIndex(of: name).map(Double.init)
      return style.warning([
        "style": index ?? 0, "bend": bend, "aspect": aspect, "horizontal": horizontal,
      ])
    }
    for name in [WarpStyle.bulge, .shellLower, .shellUpper] {
      #expect(warning(name, -0.5, 1.5) == nil)
      let sentence = try #require(warning(name, -0.5, 8))
      #expect(sentence.hasPrefix("crosses itself on a layer of this shape, and "), "\(sentence)")
      let bend = try #require(sentence.split(separator: " ").compactMap { Double($0) }.last)
      #expect(warning(name, bend, 8) == nil && warning(name, bend - 0.02, 8) != nil, "\(sentence)")
    }
    // Thresholds that Photoshop's own shapes have.
    for (name, fine, crossing) in [(WarpStyle.fish, 0.85, 0.95), (.fisheye, 0.65, 0.9)] {
      #expect(warning(name, fine, 1) == nil && warning(name, crossing, 1) != nil)
    }
    for name in WarpStyle.allCases {
      for bend in [-0.5, -0.2, 0, 0.2, 0.5] {
        #expect(warning(name, bend, 1, 0.3) == nil, "\(name), \(bend)")
      }
    }
    #expect(try MeshPreset.named("wave").warning() == nil)
  }

  @Test func namesAreValuesByPosition() throws {
    let preset = try MeshPreset.named("style")
    let parameter = try #require(preset.parameters.first)
    #expect(parameter.names == WarpStyle.allCases.map(\.rawValue) && parameter.names.count == 15)
    #expect(
      try preset.mesh(["style": 9, "rows": 3, "columns": 3])
        == Mesh.style { ($0.style, $0.rows, $0.columns) = (.fish, 3, 3) })
    let error = #expect(throws: MeshPresetError.self) { try preset.mesh(["style": 15]) }
    #expect(error?.description.hasPrefix("style: style is 15; use 0 to 14, the positions of arc,") == true)
    #expect(throws: AnimationError.self) { try AnimatedProperty(keyPath: "mesh.style") }
    _ = try AnimatedProperty(keyPath: "mesh.bend")
  }
}

extension Mesh {
  /// The positions of the vertices, mirrored from top to bottom, in the order of the mirrored content.
  fileprivate var flipped: [SIMD3<Float>] {
    let width = vertices.prefix { $0.fromY == 0 }.count
    return stride(from: vertices.count - width, through: 0, by: -width).flatMap { start in
      vertices[start..<start + width].map { SIMD3($0.toX, 1 - $0.toY, $0.toZ) }
    }
  }
}
