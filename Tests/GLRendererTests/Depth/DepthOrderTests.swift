import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import TestSupport

/// Depth orders bent layers however close they are; painter's order decides only where they lie on one another.
struct DepthOrderTests {
  private static let size = 200.0
  private static let colors: [Color] = [.pureRed, .pureGreen, .pureBlue, .white]

  /// A surface of 140 points a side that rises by `rise` points at its middle, seen from the side: depths change by the
  /// tangent of the angle from point to point.
  private static func surface(
    _ color: Color, height: Double, rise: Double = 10, degrees: Double = 60, cells: Int = 6
  ) throws -> Layer {
    var layer = Layer(
      bounds: Rect(0, 0, 140, 140), position: Point(size / 2, size / 2), contents: .color(color))
    var mesh = try Mesh.grid(rows: cells, columns: cells) {
      SIMD3($0.x, $0.y, Float(height) + Float(rise) * (1 - abs(2 * $0.x - 1)))
    }
    mesh.depthNormalization = .none
    layer.mesh = mesh
    layer.transform = .rotation(.degrees(degrees), about: Point3D(1, 0, 0))
    return layer
  }

  /// Small bent surfaces in the top left corner, each on the one before.
  private static func farAway(_ count: Int) throws -> [Layer] {
    try (0..<count).map { _ in
      var layer = Layer(Rect(2, 2, 6, 6), Color(red: 0.5, green: 0.5, blue: 0.5))
      layer.mesh = try Mesh.grid(rows: 1, columns: 2) { SIMD3($0.x, $0.y, 0.5 * $0.x * $0.x) }
      return layer
    }
  }

  private static func scene(_ layers: [Layer]) -> Scene {
    Scene(canvas: Canvas(frame: Rect(0, 0, size, size), depth: .shared), layers: layers)
  }

  /// After a rotation about the x axis, the higher of two surfaces is nearer wherever they overlap: heights rise toward
  /// the viewer by the cosine of the angle.
  @Test(arguments: [(0, 0.02), (28, 0.3), (298, 3)], [4])
  func nearerShows(_ scene: (farAway: Int, distance: Double), samples: Int) throws {
    let near = try Self.surface(.pureGreen, height: scene.distance)
    let far = try Self.surface(.pureRed, height: 0)
    let renderer = try Renderer.any()
    let alone = try Self.scene([near]).rendered(by: renderer, samples: samples)
    let picture = try Self.scene([near] + Self.farAway(scene.farAway) + [far]).rendered(
      by: renderer, samples: samples)
    var (count, wrong) = (0, 0)
    for y in 20..<Int(Self.size) {
      for x in 20..<Int(Self.size) where alone[x, y] == Pixel(0, 255, 0, 255) {
        count += 1
        if picture[x, y] != alone[x, y] { wrong += 1 }
      }
    }
    #expect(count > 8000)
    #expect(wrong == 0)
  }

  /// Two surfaces whose heights differ by a line across them: they cross in the straight line where it is zero.
  @Test(arguments: [0, 298]) func crossingLineStays(_ farAway: Int) throws {
    let renderer = try Renderer.any()
    var tilted = try Self.surface(.pureGreen, height: 0, rise: 0)
    try tilted.mesh?.mapVertices { vertex, _ in
      var vertex = vertex
      vertex.to.z = 14 * (vertex.from.x - 0.5) + (vertex.from.x == 0 ? 1e-3 : 0)
      return vertex
    }
    var level = try Self.surface(.pureRed, height: 0, rise: 0)
    try level.mesh?.mapVertices { vertex, index in
      var vertex = vertex
      vertex.to.z = index == 0 ? 1e-3 : 0
      return vertex
    }
    for layers in [
      [tilted] + (try Self.farAway(farAway)) + [level], [level] + (try Self.farAway(farAway)) + [tilted],
    ] {
      let picture = try Self.scene(layers).rendered(by: renderer, samples: 1)
      // Right of the middle, where the heights are equal, the tilted one is higher.
      let wrong = (80..<120).flatMap { y in (40..<160).map { (x: $0, y: y) } }.count { x, y in
        let expected = x < 100 ? Pixel(255, 0, 0, 255) : Pixel(0, 255, 0, 255)
        return abs(Double(x) + 0.5 - 100) > 0.6 && picture[x, y] != expected
      }
      #expect(wrong == 0)
    }
  }

  /// What lies elsewhere changes no pixel.
  @Test func othersElsewhereChangeNothing() throws {
    let renderer = try Renderer.any(tuning: Tuning(edgeShare: 1))
    let surfaces = [
      try Self.surface(.pureRed, height: 0), try Self.surface(.pureGreen, height: 0.5, rise: 4),
      try Self.surface(.pureBlue, height: -3, rise: 16, degrees: 40),
    ]
    for samples in [1, nil] {
      let expected = try Self.scene(surfaces).rendered(by: renderer, samples: samples)
      for count in [40] {
        let others = try Self.farAway(count)
        let layers = [surfaces[0]] + others + [surfaces[1]] + others + [surfaces[2]] + others
        let picture = try Self.scene(layers).rendered(by: renderer, samples: samples)
        let cut = (picture.cropped(x: 16, y: 16, width: 184, height: 184))
        #expect(cut == expected.cropped(x: 16, y: 16, width: 184, height: 184), "\(count) others")
      }
    }
  }

  /// Lists of bent surfaces over one another in random order, a known distance apart: of all that overlap a place the
  /// highest shows, which hit testing finds, too.
  @Test(arguments: 0..<4) func randomLists(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let distance = [0.03, 0.1, 0.3, 1][seed % 4]
    let degrees = Double.random(in: -70...70, using: &random)
    let heights = Array(0..<8).shuffled(using: &random)
    let layers = try heights.map { height in
      let color = Color(
        red: Double(height) / 8, green: height % 2 == 0 ? 1 : 0.25, blue: 1 - Double(height) / 8)
      return try Self.surface(
        color, height: Double(height) * distance, rise: 12, degrees: degrees, cells: 6)
    }
    let scene = Self.scene(layers)
    let picture = try scene.rendered(samples: 1)
    let comparison = HitComparison(of: scene, picture, margin: 1)
    #expect(comparison.pixels > 4000)
    #expect(comparison.disagreements.isEmpty, "\(comparison.disagreements.prefix(3))")
    let top = layers[heights.firstIndex(of: 7)!]
    let alone = try Self.scene([top]).rendered(samples: 1)
    let wrong = (0..<alone.size.area).count { index in
      let (x, y) = (index % alone.size.width, index / alone.size.width)
      return alone[x, y] != .zero && picture[x, y] != alone[x, y]
    }
    #expect(wrong == 0)
  }
}

/// Surfaces that lie on one another show in painter's order, wherever and however they are turned.
struct CoincidentSurfaceTests {
  private static let canvas = Canvas(frame: Rect(0, 0, 200, 200))

  /// Three surfaces on one surface.
  enum Surfaces: String, CaseIterable {
    /// The same mesh and transform.
    case sameMesh
    /// One plane that meshes divide in different ways; each bends somewhere else.
    case flatParts
    /// A flat layer between two whose flat parts lie in its plane.
    case flatLayer

    func layers() throws -> [Layer] {
      let colors: [Color] = [.pureRed, .pureBlue, .pureGreen]
      return try colors.enumerated().map { index, color in
        var layer = Layer(
          bounds: Rect(0, 0, 150, 150), position: Point(100, 100), contents: .color(color))
        var mesh: Mesh
        switch self {
        case .sameMesh:
          mesh = try Mesh.grid(rows: 9, columns: 9) { SIMD3($0.x, $0.y, 30 * $0.x * $0.x + 20 * $0.y * $0.x) }
        case .flatParts:
          let cells = [7, 12, 10][index]
          mesh = try Mesh.grid(rows: cells, columns: cells + index) {
            SIMD3($0.x, $0.y, $0.x > 0.71 ? 20 * ($0.x - 0.71) * Float(index + 1) : 0)
          }
        case .flatLayer:
          if index == 1 { return layer }
          mesh = try Mesh.grid(rows: 5 + index, columns: 7) { SIMD3($0.x, $0.y, max(0, $0.x - 0.6) * 40) }
        }
        mesh.depthNormalization = .none
        layer.mesh = mesh
        return layer
      }
    }
  }

  /// Of three on one surface only the last shows where it is.
  @Test(arguments: Surfaces.allCases, [0.0, 72])
  func lastShows(_ surfaces: Surfaces, degrees: Double) throws {
    // Edges are drawn apart in small pictures, too.
    let renderer = try Renderer.any(tuning: Tuning(edgeShare: 1))
    let turn =
      Transform3D.rotation(.degrees(degrees), about: Point3D(1, 0.3, 0.1)) * .perspective(eyeDistance: 700)
    let layers = try surfaces.layers().map { layer in
      var layer = layer
      layer.transform = turn
      return layer
    }
    // The part of the plane from which nothing bends away, nor leans over it.
    var flat = Layer(Rect(25, 25, 75, 150), .white)
    flat.transform = .translation(-37.5, 0) * turn * .translation(37.5, 0)
    let common = try Scene(canvas: Self.canvas, layers: [flat]).rendered(by: renderer, samples: 1)
    for samples in [4, nil] {
      let last = try Scene(canvas: Self.canvas, layers: [layers[2]]).rendered(by: renderer, samples: samples)
      let picture = try Scene(canvas: Self.canvas, layers: layers).rendered(by: renderer, samples: samples)
      var (count, wrong) = (0, 0)
      for y in 0..<200 {
        for x in 0..<200 where last[x, y] == Pixel(0, 255, 0, 255) {
          if surfaces != .sameMesh, common[x, y].w < 255 { continue }
          count += 1
          if picture[x, y] != last[x, y] { wrong += 1 }
        }
      }
      #expect(count > 1500, "\(surfaces) at \(degrees)")
      #expect(wrong == 0, "\(surfaces) at \(degrees), \(samples ?? 0) samples: \(wrong) of \(count)")
    }
  }
}
