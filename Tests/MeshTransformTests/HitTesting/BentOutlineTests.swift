import MeshTransform
import TestSupport
import Testing

/// Outlines of boxes after a mesh, beside the same edges in steps of a thousandth.
@Suite struct BentOutlineTests {
  private let box = [Point(100, 60), Point(420, 60), Point(420, 300), Point(100, 300)]

  private func projector(_ name: String?) throws -> PointProjector {
    var layer = Layer(bounds: Rect(0, 0, 640, 480), position: Point(400, 300), contents: .color(.white))
    layer.mesh = try name.map { try MeshPreset.named($0).mesh() }
    layer.transform = .rotation(.degrees(-25), about: Point3D(1, 0.3, 0)) * .perspective(eyeDistance: 1500)
    return PointProjector(
      Scene(canvas: Canvas(frame: Rect(0, 0, 800, 600)), layers: [layer]), layer: LayerPath(0))
  }

  @Test func straightEdgesStayCorners() throws {
    let projector = try projector(nil)
    let outline = projector.outline(of: box)
    #expect(outline.points.map(\.canvas) == box.compactMap { projector.projection(of: $0)?.canvas })
    // And back: the corners return.
    let back = projector.outline(ofPixels: outline.points.map(\.canvas))
    #expect(back.points.count == 4)
    for (found, corner) in zip(back.points, box) { #expect(near(found.point, corner, within: 1e-6)) }
  }

  @Test(arguments: ["ripple", "swirl", "flag", "bulge", "twist", "wave"])
  func bentEdgesStayWithinTheTolerance(name: String) throws {
    let projector = try projector(name)
    let outline = projector.outline(of: box)
    #expect((5...2000).contains(outline.points.count), "\(outline.points.count) points")
    let corners = outline.points.map(\.canvas)
    var steps: [Point] = []
    for (start, end) in zip(box, box.dropFirst() + [box[0]]) {
      steps += (0..<1000).compactMap { step in
        projector.projection(of: start + (end - start) * (Double(step) / 1000))?.canvas
      }
    }
    let worst =
      steps.map { step in
        zip(corners, corners.dropFirst() + [corners[0]]).map { distance(step, $0.0, $0.1) }.min() ?? .infinity
      }.max() ?? .infinity
    #expect(worst <= 0.15, "\(worst) px from the outline")
    let (found, expected) = (try #require(outline.canvasBounds), try #require(Rect(around: steps)))
    for (a, b) in [
      (found.minX, expected.minX), (found.minY, expected.minY), (found.maxX, expected.maxX),
      (found.maxY, expected.maxY),
    ] {
      #expect(abs(a - b) <= 0.15)
    }
  }

  @Test func aMeshCutsABox() throws {
    let projector = try projector("flat")
    let outer = [Point(-100, -100), Point(700, -100), Point(700, 500), Point(-100, 500)]
    let whole = [Point(0, 0), Point(640, 0), Point(640, 480), Point(0, 480)]
    let (cut, full) = (projector.outline(of: outer).canvasBounds, projector.outline(of: whole).canvasBounds)
    #expect(cut != nil && near(cut, full, within: 1e-6))
    #expect(projector.outline(of: outer.map { $0 + Point(2000, 0) }).points.isEmpty)
    #expect(
      projector.isVisible(anyOf: outer) && !projector.isVisible(anyOf: outer.map { $0 + Point(2000, 0) }))
  }

  private func distance(_ point: Point, _ a: Point, _ b: Point) -> Double {
    let (edge, offset) = (b - a, point - a)
    let length = edge.x * edge.x + edge.y * edge.y
    let t = length > 0 ? min(max((offset.x * edge.x + offset.y * edge.y) / length, 0), 1) : 0
    let rest = offset - edge * t
    return (rest.x * rest.x + rest.y * rest.y).squareRoot()
  }
}
