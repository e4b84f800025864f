/// Follows the points of surfaces from one picture of a moving scene to the next.
///
/// A point of a mesh with the same faces over the same content stays at its place in its face; any other point stays at its
/// point of the layer's content, of the places that the next picture has for it at the nearest one.
/// Layers are found again by their paths.
///
/// Made once for two scenes and used for many points, from any thread.
public struct SurfaceMotion: Sendable {
  private let next: HitTester
  private let canvas: Canvas
  /// By the nodes of the first scene; nil for layers that the next one lacks.
  private let steps: [Step?]

  /// A layer in both scenes.
  fileprivate struct Step: Sendable {
    let path: LayerPath
    let projection: ProjectionStep
    /// The mesh to draw in the next scene, if it has the faces and the content of the first; else none.
    let vertices: [Mesh.Vertex]
    let faces: [Mesh.Face]
    let unitToPlane: Transform3D
    /// The layer before and after, if its content moves in it.
    let moved: (before: Layer, after: Layer)?
  }

  /// - Parameters:
  ///   - probe: of the first scene.
  ///   - next: the next scene; a layer with the same path is the same layer.
  /// - Complexity: O(layers + faces).
  public init(from probe: SurfaceProbe, to next: HitTester) {
    (self.next, canvas) = (next, next.scene.canvas)
    let tree = probe.tester.tree
    steps = tree.nodes.indices.map { index in
      let (before, path) = (tree.nodes[index].layer, tree.path(to: index))
      guard let after = next.scene.layer(at: path) else { return nil }
      let superlayer = path.superlayer.map { next.scene[$0] }
      let space = superlayer.map { LayerSpace(sublayersOf: $0) } ?? LayerSpace()
      let mesh = before.mesh.flatMap { first in after.mesh.flatMap { $0.showsTheSame(as: first) ? $0 : nil } }
      return Step(
        path: path, projection: ProjectionStep(after, in: space),
        vertices: mesh?.vertices ?? [], faces: mesh?.faces ?? [],
        unitToPlane: after.unitToPoints * space.pointsToSuperlayer(of: after),
        moved: before.hasContentPlace(of: after) ? nil : (before, after))
    }
  }

  /// The place of a surface's point in the next picture, in pixels from its top left, where the middle of the first pixel is
  /// (0.5, 0.5); whether other surfaces hide it there or not. Nil where the next scene lacks the layer or does not show the
  /// point, and for points behind the eye.
  public func pixel(of surface: PixelSurface) -> Point? {
    guard let place = place(of: surface) else { return nil }
    let pixel = Point(
      (place.x - canvas.frame.minX) * canvas.scale, (place.y - canvas.frame.minY) * canvas.scale)
    return pixel.isFinite ? pixel : nil
  }

  /// Whether the next picture shows the point: whether a hit test at its place finds it.
  public func isVisible(_ surface: PixelSurface, _ options: HitOptions) -> Bool {
    guard let place = place(of: surface), let last = surface.places.last, let step = steps[last.node],
      let point = nextPoint(of: last, step)
    else { return false }
    guard let hit = next.hitTest(place, options), hit.path == surface.hit.path else { return false }
    let size = next.scene[step.path].bounds.size
    // Far above rounding errors on steep faces, far below the distance of two sheets of a fold. The point of a back is one
    // of its own layer.
    let tolerance = 1e-4 * (size.width + size.height)
    let isOwn = step.path == hit.path
    let (dx, dy) = (hit.point.x - point.x, hit.point.y - point.y)
    return !isOwn || (dx * dx + dy * dy).squareRoot() <= tolerance
  }

  /// The place on the canvas plane.
  private func place(of surface: PixelSurface) -> Point? {
    var found: Point?
    for (level, place) in surface.places.enumerated().reversed() {
      guard let step = steps[place.node] else { return nil }
      let isOwn = level == surface.places.count - 1
      if isOwn, step.moved == nil, !step.faces.isEmpty, let face = place.intersection.face {
        found = step.place(in: face)
      } else {
        guard let point = isOwn ? nextPoint(of: place, step) : found else { return nil }
        // Where the superlayer's plane is hit now.
        let before = level == 0 ? nil : surface.places[level - 1].intersection.point
        found = step.place(of: point, near: before ?? surface.start, place.intersection.isFrontFacing)
      }
    }
    return found
  }

  /// The layer point at which the next scene has the content that a place shows.
  private func nextPoint(of place: SurfacePlace, _ step: Step) -> Point? {
    let point = place.intersection.point
    guard let (before, after) = step.moved else { return point }
    if let first = ContentPixels(imageOf: before), let second = ContentPixels(imageOf: after),
      first.size == second.size
    {
      return second.point(ofPixel: first.pixel(of: point))
    }
    let unit = Point(
      (point.x - before.bounds.minX) / before.bounds.size.width,
      (point.y - before.bounds.minY) / before.bounds.size.height)
    return Point(
      after.bounds.minX + unit.x * after.bounds.size.width,
      after.bounds.minY + unit.y * after.bounds.size.height)
  }
}

extension SurfaceMotion.Step {
  /// The place of a face's point on the superlayer's plane; nil behind the eye.
  fileprivate func place(in face: Hit.Face) -> Point? {
    let all = faces[face.index].indices
    let corners = face.triangle == 0 ? SIMD3(all.x, all.y, all.z) : SIMD3(all.z, all.w, all.x)
    let point = (0..<3).reduce(into: SIMD3<Double>.zero) { sum, corner in
      sum += SIMD3<Double>(vertices[Int(corners[corner])].to) * face.weights[corner]
    }
    return unitToPlane.project(Point3D(point.x, point.y, point.z)).map { Point($0.x, $0.y) }
  }

  /// The place of a layer point on the superlayer's plane that is nearest to another one, of those that show the same side
  /// where there are such.
  fileprivate func place(of point: Point, near other: Point, _ isFrontFacing: Bool) -> Point? {
    let places = projection.places(of: point)
    func distance(_ place: ProjectionStep.Place) -> Double {
      let (dx, dy) = (place.point.x - other.x, place.point.y - other.y)
      return dx * dx + dy * dy
    }
    let sameSide = places.filter { $0.isFrontFacing == isFrontFacing }
    return (sameSide.isEmpty ? places : sameSide).min { distance($0) < distance($1) }?.point
  }
}

extension Mesh {
  /// Whether both have the same faces over the same content.
  fileprivate func showsTheSame(as other: Mesh) -> Bool {
    guard vertices.count == other.vertices.count, storedFaces == other.storedFaces,
      faceInterpolation == other.faceInterpolation
    else { return false }
    return vertices.isInMemory(of: other.vertices)
      || zip(vertices, other.vertices).allSatisfy { $0.fromX == $1.fromX && $0.fromY == $1.fromY }
  }
}

extension Layer {
  /// Whether the content of both is at the same points.
  fileprivate func hasContentPlace(of other: Layer) -> Bool {
    guard bounds == other.bounds else { return false }
    guard case .image(let image) = contents, case .image(let next) = other.contents, image.size == next.size
    else { return true }
    return contentsRect == other.contentsRect && contentsGravity == other.contentsGravity
      && contentsScale == other.contentsScale
  }
}
