extension MeshPreset {
  /// Parameters of ``Mesh/panorama(_:)``.
  public struct Panorama: PresetDefinition {
    static let name = "panorama"
    static let summary = "a panorama, a fisheye picture or a view in another projection"

    /// The projection of the content, and that of the canvas.
    public var from = PanoramaProjection.equirectangular, to = PanoramaProjection.fisheye
    /// The direction of the canvas's center in the content: to the right, up, and the turn of the camera clockwise.
    public var yaw = Angle.degrees(0), pitch = Angle.degrees(0), roll = Angle.degrees(0)
    /// The horizontal field of view of the canvas, or that across a circle; 0 for that of the projection: 360 degrees for
    /// equirectangular and cylindrical, 180 for circles and 90 for views.
    public var fov = Angle.degrees(0)
    /// The field of view of the content, as ``fov``.
    public var fromFov = Angle.degrees(0)
    /// The content's width divided by its height; 0 for that of the projection: that of whole latitudes for
    /// equirectangular, 2 for cylindrical, 1 for circles, and the layer's for views.
    public var fromAspect = 0.0
    /// The layer's width divided by its height.
    public var aspect = 1.0
    /// The pixels along the longer side for which the mesh has an error of at most a quarter pixel, 64...16384.
    public var pixels = 4096

    /// The default parameters.
    public init() {}

    static let parameters: [PresetParameter<Panorama>] = [
      .init("from", \.from, "projection of the content"),
      .init("to", \.to, "projection of the canvas"),
      .init("yaw", \.yaw, -360...360, "turn of the view to the right"),
      .init(
        "pitch", \.pitch, -180...180, "turn of the view up; 90 puts the zenith into the middle of a dome"),
      .init("roll", \.roll, -360...360, "turn of the camera clockwise"),
      .init(
        "fov", \.fov, 0...360,
        "horizontal field of view of the canvas, or that of its circle; 0 is that of the projection: 360 for equirectangular "
          + "and cylindrical, 180 for a circle, 90 for a view"),
      .init("fromFov", \.fromFov, 0...360, "horizontal field of view of the content, as fov"),
      .init(
        "fromAspect", \.fromAspect, 0...100,
        "width of the content divided by its height; 0 is that of the projection: all latitudes for equirectangular, 2 for "
          + "cylindrical, 1 for a circle, that of the layer for a view"),
      .aspect(\.aspect),
      .init(
        "pixels", \.pixels, 64...16_384,
        "pixels along the longer side for which the error of the mesh is at most a quarter pixel"),
    ]

    var conflict: String? {
      for (key, projection, angle) in [("fov", to, fov), ("fromFov", from, fromFov)] {
        guard fieldOfView(projection, angle) >= projection.limit else { continue }
        return
          "\(key) is \(angle.roundedDegrees.shortText), but a \(projection.rawValue) picture has less than "
          + "\(Angle.radians(projection.limit).roundedDegrees.shortText) degrees; use a smaller angle or another projection"
      }
      return nil
    }

    private func fieldOfView(_ projection: PanoramaProjection, _ angle: Angle) -> Double {
      angle.radians > 0 ? angle.radians : projection.ownFieldOfView
    }

    /// The rows of the rotation from directions of the canvas to those of the content: roll about z first, then pitch about
    /// x, then yaw about y.
    private var rotation: [SIMD3<Double>] {
      let (cy, sy) = (cosine(yaw.radians), sine(yaw.radians))
      let (cp, sp) = (cosine(pitch.radians), sine(pitch.radians))
      let (cr, sr) = (cosine(roll.radians), sine(roll.radians))
      // After the roll: (cr x - sr y, sr x + cr y, z); after the pitch: (x, cp y - sp z, sp y + cp z).
      let middle = [SIMD3(cr, -sr, 0), SIMD3(cp * sr, cp * cr, -sp), SIMD3(sp * sr, sp * cr, cp)]
      return [cy * middle[0] + sy * middle[2], middle[1], cy * middle[2] - sy * middle[0]]
    }

    private var contentAspect: Double {
      if fromAspect > 0 { return fromAspect }
      switch from {
      case .equirectangular: return fieldOfView(from, fromFov) / .pi
      case .cylindrical: return 2
      case .rectilinear: return aspect
      case .fisheye, .equisolid, .stereographic: return 1
      }
    }

    /// The content at a point of the canvas.
    var map: PlaneMap {
      let (view, contentView) = (fieldOfView(to, fov), fieldOfView(from, fromFov))
      let canvas = to.extent(fieldOfView: view, aspect: aspect)
      let content = from.extent(fieldOfView: contentView, aspect: contentAspect)
      let (from, to, rows) = (from, to, rotation)
      let (radius, contentRadius) = (canvas.min(), content.min())
      var map = PlaneMap { point in
        let place = (2 * point - 1) * canvas
        if to.isCircular, (place * place).sum() > radius * radius { return nil }
        guard let direction = to.direction(place) else { return nil }
        let turned = SIMD3(
          (rows[0] * direction).sum(), (rows[1] * direction).sum(), (rows[2] * direction).sum())
        guard let found = from.point(turned) else { return nil }
        if from.isCircular, (found * found).sum() > contentRadius * contentRadius { return nil }
        let unit = (found / content + 1) / 2
        // Rounding may leave the picture by less than a part of a pixel.
        guard unit.min() > -1e-9, unit.max() < 1 + 1e-9 else { return nil }
        return unit.clamped(lowerBound: .zero, upperBound: SIMD2(repeating: 1))
      }
      map.isPeriodic = !from.isCircular && from != .rectilinear && contentView > 2 * .pi - 1e-9
      return map
    }

    func mesh() throws(MeshError) -> Mesh {
      func size(_ aspect: Double) -> Size {
        Size(Double(pixels) * min(aspect, 1), Double(pixels) * min(1 / aspect, 1))
      }
      var mesh = try map.mesh(
        PlaneMap.Resolution(canvas: size(aspect), content: size(contentAspect))
      ).mesh
      // The content ends only at cuts, so that its edges are not to fade.
      mesh.replicatesEdges = true
      return mesh
    }
  }
}

extension Mesh {
  /// A panorama, a fisheye picture or a view in another projection and direction.
  ///
  /// The mesh is flat, with vertices where the map bends. Where a panorama of 360 degrees ends, faces are cut, so that its
  /// sides meet without a gap. What is outside of the content, or of a circle, is transparent.
  public static func panorama(
    _ change: (inout MeshPreset.Panorama) -> Void = { _ in }
  ) throws(MeshPresetError) -> Mesh {
    try MeshPreset.Panorama.mesh(change)
  }
}
