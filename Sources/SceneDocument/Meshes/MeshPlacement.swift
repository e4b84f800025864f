import MeshTransform

/// The place of the model of a mesh file on its layer: the directions of its axes, and its size.
///
/// ```swift
/// guard let map = placement.map(of: positions, layerSize: size) else { throw ... }
/// let to = positions.map { map($0) }
/// contents.depthNormalization = map.depthNormalization
/// ```
public struct MeshPlacement: Hashable, Sendable {
  /// How the size of the layer determines that of the model.
  public enum Fit: String, CaseIterable, Hashable, Sendable {
    /// The cases are those of CSS's `object-fit`; `none` leaves the model's coordinates as they are.
    case none, contain, fill
  }

  /// The axes of the file that point right, up and toward the viewer.
  public var axes: MeshAxes
  /// How the size of the layer determines that of the model.
  public var fit: Fit

  /// A placement with the given values. By default the layer is the square from (0, 0) to (1, 1) of the file's x and y.
  public init(axes: MeshAxes = .standard, fit: Fit = .none) { (self.axes, self.fit) = (axes, fit) }

  /// The map of a model with these positions to a layer of this size.
  ///
  /// - `positions`: in the file's axes, finite. Only their bounds count, and only for a fit.
  /// - `layerSize`: in points; only the proportion of its sides counts. A square where one is not above 0.
  /// - Returns: nil for a fit of positions that all lie on one line toward the viewer: they have no size.
  public func map(of positions: some Sequence<SIMD3<Double>>, layerSize: Size) -> Map? {
    guard fit != .none else { return Map(axes: axes) }
    var (low, high) = (SIMD3<Double>(repeating: .infinity), SIMD3<Double>(repeating: -.infinity))
    for position in positions {
      let point = axes.coordinates(of: position)
      (low, high) = (pointwiseMin(low, point), pointwiseMax(high, point))
    }
    let proportion = layerSize.width / layerSize.height
    let width = proportion.isFinite && proportion > 0 ? proportion : 1
    let sides = [width / (high.x - low.x), 1 / (high.y - low.y)]
    let factors = sides.filter { $0.isFinite && $0 > 0 }
    guard let least = factors.min(), let most = factors.max() else { return nil }
    // A model without a width, or without a height, has one factor.
    let scale =
      fit == .contain
      ? SIMD3(repeating: least)
      : SIMD3(min(sides[0], most), min(sides[1], most), (least + most) / 2)
    return Map(axes: axes, scaling: ((low + high) / 2, scale / SIMD3(width, -1, width)))
  }

  /// The map of a file's coordinates to unit layer space.
  public struct Map: Sendable {
    let axes: MeshAxes
    /// The point, after the axes, that comes to the middle of the layer, and the factors about it; nil without a fit.
    var scaling: (center: SIMD3<Double>, factors: SIMD3<Double>)?

    /// The length of one unit of the mapped z, in which the depth has the scale of width and height.
    public var depthNormalization: Mesh.DepthNormalization { scaling == nil ? .none : .width }

    /// The place of a position of the file: x and y in 0...1 over the layer, y down, z toward the viewer.
    public func callAsFunction(_ position: SIMD3<Double>) -> SIMD3<Double> {
      let point = axes.coordinates(of: position)
      guard let (center, factors) = scaling else { return SIMD3(point.x, 1 - point.y, point.z) }
      return (point - center) * factors + SIMD3(0.5, 0.5, 0)
    }
  }
}

extension MeshFile.Contents {
  /// Places the vertices of a format whose coordinates are those of the layer.
  ///
  /// - Parameters:
  ///   - layerSize: the size of the layer in points.
  ///   - name: the file's name, for errors.
  /// - Throws: for axes, which such a format has not, and for a fit of vertices without a size.
  package mutating func place(
    by placement: MeshPlacement, layerSize: Size, name: String
  ) throws(DocumentError) {
    guard placement.axes == .standard else {
      throw DocumentError(
        name: name,
        problem:
          "files of this format all have the same axes; remove --axes (\"axes\" in a scene), which applies to 3D "
          + "models, such as .obj and .glb files")
    }
    guard placement.fit != .none else { return }
    let isEmpty = !(layerSize.width > 0 && layerSize.height > 0)
    let size = isEmpty ? Size(1, 1) : layerSize
    let points = SIMD3(size.width, -size.height, depthNormalization.pointsPerUnit(for: size))
    func position(_ vertex: Mesh.Vertex) -> SIMD3<Double> { SIMD3<Double>(vertex.to) * points }
    guard let map = placement.map(of: vertices.lazy.map(position), layerSize: size) else {
      throw placement.error(name: name)
    }
    for i in vertices.indices { vertices[i].to = SIMD3<Float>(map(position(vertices[i]))) }
    let origin = map(.zero)
    targets.mapOffsets { SIMD3<Float>(map(SIMD3<Double>($0) * points) - origin) }
    (depthNormalization, patches) = (map.depthNormalization, nil)
  }
}

extension MeshPlacement {
  static let keys = ["axes", "fit"]

  var members: [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = []
    if axes != .standard { members.append(("axes", .string(axes.description))) }
    if fit != .none { members.append(("fit", .string(fit.rawValue))) }
    return members
  }

  /// The error of a fit for which ``map(of:layerSize:)`` has no map.
  package func error(name: String) -> DocumentError {
    DocumentError(
      name: name,
      problem:
        "all points lie on one line toward the viewer, so the mesh has no size to fit; use other --axes, or "
        + "remove --fit-mesh")
  }
}

extension MeshPlacement.Fit: NamedValue {
  package var summary: String {
    switch self {
    case .none: "the layer is the square from (0, 0) to (1, 1) of the file"
    case .contain: "as large as the layer holds, with its proportions, in the middle"
    case .fill: "stretched to the width and the height of the layer; the depth by the mean of both factors"
    }
  }
}
