import MeshTransform
import SceneDocument

/// Lines of points: a record whose places are finite and lead back, or one sentence with the line.
func fuzzPoints(_ input: FuzzInput) {
  for (index, line) in input.file.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    .prefix(64)
  {
    for plane in [PointRecord.Plane.content, .canvas] {
      do throws(DocumentError) {
        let record = try PointRecord(json: Array(line), number: index + 1, name: "p", plane: plane)
        if plane == .content { project(record.shape) }
        let members = [UInt8(ascii: "{")] + record.members + [UInt8(ascii: "}")]
        if case .failure(let error) = Result(catching: { try JSONReader.check(members, name: "kept") }) {
          fatalError("the kept members are no object: \(error)")
        }
      } catch {
        require(error.line == index + 1, "line \(index + 1) has an error without its line: \(error)")
        check(error)
      }
    }
  }
}

/// A folded, tilted layer in pixels of 100 by 80.
private let projector: PointProjector = {
  var layer = Layer(bounds: Rect(0, 0, 100, 80), position: Point(60, 50), contents: .color(.white))
  layer.mesh = try? .pageCurl { ($0.rows, $0.columns) = (12, 12) }
  layer.transform = .rotation(.degrees(40), about: Point3D(1, 1, 0)) * .perspective(eyeDistance: 200)
  return PointProjector(
    Scene(canvas: Canvas(frame: Rect(0, 0, 120, 100)), layers: [layer]), layer: LayerPath(0))
}()

private func project(_ shape: PointRecord.Shape) {
  switch shape {
  case .point(let point):
    for place in projector.projections(of: point) {
      require(place.canvas.isFinite && place.depth.isFinite, "\(point) lies at \(place.canvas)")
      _ = projector.isVisible(place)
    }
    for place in projector.points(atPixel: point) {
      require(place.point.isFinite, "\(point): \(place.point)")
    }
  case .box(let box): check(projector.outline(of: box.corners))
  case .polygon(let corners) where corners.count <= 64:
    check(projector.outline(of: corners))
    _ = projector.isVisible(anyOf: corners)
  case .polygon: break
  }
}

private func check(_ outline: BentOutline) {
  require(outline.points.count <= 1 << 15, "an outline has \(outline.points.count) points")
  for point in outline.points { require(point.canvas.isFinite, "an outline leads to \(point.canvas)") }
}
