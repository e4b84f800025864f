import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import TestSupport

/// What moves by parts of a pixel keeps its brightness: the sum of alpha is the area, wherever it lies and however it is
/// turned, and whatever draws.
struct MovingLinesTests {
  private static func renderers(_ share: Double?) throws -> [Renderer] {
    let tuning = Tuning(edgeShare: share)
    return [try .software(tuning: tuning), try .hardware(tuning: tuning)]
  }

  /// Degrees; 45, 26.57 and the like are those in which samples of a fixed pattern fall into line.
  private static let angles = [0, 90, 45, 26.565, 18.435, 14.036, 63.435, 33.69, 112.122, 133.522, 169.641]

  private func ink(_ picture: Image, _ x: Int, _ y: Int, _ side: Int) -> Double {
    var sum = 0
    for row in y..<y + side { for column in x..<x + side { sum += Int(picture[column, row].w) } }
    return Double(sum) / 255
  }

  /// The largest share by which the ink of a shape at twenty places is off.
  private func worst(
    _ layer: Layer, area: Double, by renderer: Renderer, background: Bool = false
  ) throws -> Double {
    let side = 64
    var layers = (0..<20).map { step in
      var layer = layer
      let (column, row) = (Double(step % 5 * side), Double(step / 5 * side))
      layer.position = Point(column + 32.3 + 0.04 * Double(step), row + 32.1 + 0.05 * Double(step))
      return layer
    }
    // Behind it there may be something that must not count as being before it.
    if background { layers.insert(Layer(Rect(0, 0, 320, 256), .clear), at: 0) }
    let picture = try Scene(canvas: Canvas(frame: Rect(0, 0, 320, 256)), layers: layers).rendered(
      by: renderer)
    let errors = (0..<20).map { abs(ink(picture, $0 % 5 * side, $0 / 5 * side, side) / area - 1) }
    return errors.max() ?? 1
  }

  /// Drawn apart, and with several samples everywhere.
  @Test(arguments: [(0.25, 0.1), (0.5, 0.025), (1, 0.01), (2, 0.005), (20, 0.0025)], [1, 0])
  func linesKeepTheirInk(_ line: (width: Double, limit: Double), share: Double) throws {
    for renderer in try Self.renderers(share) {
      for angle in Self.angles {
        var layer = Layer(Rect(0, 0, line.width, 40), .white)
        layer.transform = .rotation(.degrees(angle), about: Point3D(0, 0, 1))
        let worst = try worst(
          layer, area: 40 * line.width, by: renderer, background: angle < 30)
        #expect(worst < line.limit, "\(line.width) px at \(angle) degrees: \(worst)")
      }
    }
  }

  /// A mesh that moves each row to the side keeps the area. A GPU draws bent edges with four samples.
  @Test(arguments: [(0.25, 0.1), (0.5, 0.025), (1, 0.01), (2, 0.005)], [1, 0])
  func bentLinesKeepTheirInk(_ line: (width: Double, limit: Double), share: Double) throws {
    let mesh = try Mesh.grid(rows: 6, columns: 1) { point in
      SIMD3(point.x + Float(24 / line.width) * point.y * (1 - point.y), point.y, 0)
    }
    let renderer = try Renderer.software(tuning: Tuning(edgeShare: share))
    for angle in Self.angles {
      var layer = Layer(Rect(0, 0, line.width, 40), .white)
      (layer.mesh, layer.transform) = (mesh, .rotation(.degrees(angle), about: Point3D(0, 0, 1)))
      let worst = try worst(layer, area: 40 * line.width, by: renderer)
      #expect(worst < line.limit, "\(line.width) px at \(angle) degrees: \(worst)")
    }
  }

  /// Where an edge comes into these pixels, it is exactly level with one of their samples.
  @Test(arguments: [(0.5, Point(48.305, 47.825)), (1.0, Point(47.523, 47.941))], [1, 0.1, 0])
  func edgesLevelWithSamples(_ line: (width: Double, place: Point), share: Double) throws {
    for renderer in try Self.renderers(share) {
      var layer = Layer(Rect(0, 0, 60, line.width), .white)
      layer.position = line.place
      layer.transform = .rotation(.degrees(45), about: Point3D(0, 0, 1))
      let picture = try Scene(canvas: Canvas(frame: Rect(0, 0, 96, 96)), layers: [layer]).rendered(
        by: renderer)
      let error = ink(picture, 0, 0, 96) / (60 * line.width) - 1
      #expect(abs(error) < 0.01, "\(error)")
    }
  }

  /// Lines that cross each other's boxes, not each other, over the edge of something else.
  @Test(arguments: [0.5, 1, 2], [1, 0]) func raysKeepTheirInk(_ width: Double, share: Double) throws {
    for renderer in try Self.renderers(share) {
      var background = Layer(Rect(0, 0, 200, 200), .black)
      background.position = Point(190, 160)
      background.transform = .rotation(.degrees(31), about: Point3D(0, 0, 1))
      let rays = (0..<18).map { index in
        let angle = Angle.degrees(3.7 + 20 * Double(index))
        let (sine, cosine) = angle.sineAndCosine
        var ray = Layer(Rect(0, 0, 30, width), .white)
        ray.position = Point(100 + 40 * cosine, 100 + 40 * sine)
        ray.transform = .rotation(angle, about: Point3D(0, 0, 1))
        return ray
      }
      var canvas = Canvas(frame: Rect(0, 0, 200, 200))
      canvas.background = .black
      let picture = try Scene(canvas: canvas, layers: [background] + rays).rendered(by: renderer)
      var sum = 0
      for row in 0..<200 { for column in 0..<200 { sum += Int(picture[column, row].x) } }
      let error = Double(sum) / 255 / (18 * 30 * width) - 1
      #expect(abs(error) < 0.01, "\(error)")
    }
  }

  /// A triangle of 4 x 40 points, whose tip is thinner than any sample.
  @Test(arguments: [1, 0]) func wedgesKeepTheirInk(_ share: Double) throws {
    for renderer in try Self.renderers(share) {
      let wedge = try Mesh(
        vertices: [SIMD2<Float>(0, 0), SIMD2(1, 0), SIMD2(0.5, 1)].map {
          Mesh.Vertex(from: $0, to: SIMD3($0.x, $0.y, 0))
        }, faces: [Mesh.Face(0, 1, 2, 2)])
      for angle in Self.angles {
        var layer = Layer(Rect(0, 0, 4, 40), .white)
        layer.mesh = wedge
        layer.transform = .rotation(.degrees(angle), about: Point3D(0, 0, 1))
        let worst = try worst(layer, area: 80, by: renderer)
        #expect(worst < 0.02, "at \(angle) degrees: \(worst)")
      }
    }
  }

  /// Rings of 64 corners, of half a pixel and of one.
  @Test(arguments: [0.5, 1]) func ringsKeepTheirInk(_ width: Double) throws {
    for renderer in try Self.renderers(1) {
      let count = 64
      func point(_ index: Int, _ radius: Double) -> Mesh.Vertex {
        let (sine, cosine) = Angle(radians: 2 * .pi * Double(index) / Double(count)).sineAndCosine
        let place = SIMD2(Float(0.5 + radius * cosine / 40), Float(0.5 + radius * sine / 40))
        return Mesh.Vertex(from: place, to: SIMD3(place.x, place.y, 0))
      }
      let ring = try Mesh(
        vertices: (0..<count).flatMap { [point($0, 18), point($0, 18 - width)] },
        faces: (0..<count).map { i in
          let next = (i + 1) % count
          return Mesh.Face(UInt32(2 * i), UInt32(2 * next), UInt32(2 * next + 1), UInt32(2 * i + 1))
        })
      var layer = Layer(Rect(0, 0, 40, 40), .white)
      layer.mesh = ring
      let step = Angle(radians: 2 * .pi / Double(count)).sineAndCosine.sine
      let area = Double(count) / 2 * step * (18 * 18 - (18 - width) * (18 - width))
      let worst = try worst(layer, area: area, by: renderer)
      #expect(worst < 0.03, "\(width) px: \(worst)")
    }
  }
}
