/// Why a layer, or a tree of layers, cannot be used.
public struct LayerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faults of layers.
  public enum Problem: Hashable, Sendable {
    /// The property as in the model, with its value as text.
    case outOfRange(property: String, value: String, allowed: String)
    /// A mesh that cannot be subdivided.
    case mesh(MeshError)
    /// A gradient without colors.
    case noGradientStops
    /// The index of a stop whose location precedes that of the stop before it.
    case gradientStopOrder(stop: Int, location: Double, previous: Double)
    /// A light with a property out of its range.
    case light(Int, LightError)
    /// A surface with a property out of its range.
    case surface(LightError)
    /// More lights in all than the limit.
    case tooManyLights(Int, limit: Int)
    /// Layers within layers beyond the limit.
    case tooDeep(limit: Int)
    /// Layers with meshes within layers with meshes beyond the limit.
    case tooManyNestedMeshes(limit: Int)
    /// Layers with shadows within layers with shadows beyond the limit.
    case tooManyNestedShadows(limit: Int)
    /// Contents of backs within contents of backs beyond the limit.
    case tooManyNestedBacks(limit: Int)
    /// More layers than the limit.
    case tooManyLayers(limit: Int)
  }

  /// The path of the layer; nil for an error of the scene itself, and of a layer that was checked alone.
  public let path: LayerPath?
  /// The names along the path, as in ``Scene/name(of:)``; nil if no layer on the path has one.
  public let name: String?
  /// The fault itself.
  public let problem: Problem

  package init(path: LayerPath?, name: String?, _ problem: Problem) {
    (self.path, self.name, self.problem) = (path, name, problem)
  }

  public var description: String {
    guard let path else { return "\(problem)" }
    // A deep path is as long as the tree allows; its ends suffice.
    let location = name.map { "layer '\($0.excerpt)' (\(path))" } ?? "\(path)"
    guard location.count > 200 else { return "\(location): \(problem)" }
    return "\(location.prefix(120))...\(location.suffix(60)): \(problem)"
  }
}

extension LayerError.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .outOfRange(let property, let value, let allowed): "\(property) is \(value); use \(allowed)"
    case .mesh(let error): "mesh: \(error)"
    case .noGradientStops: "the gradient has no colors; add at least one stop"
    case .gradientStopOrder(let stop, let location, let previous):
      "the gradient's stops[\(stop)] is at \(location), before the one at \(previous); "
        + "sort the stops by location"
    case .light(let index, let error): "lights[\(index)]: \(error)"
    case .surface(let error): "surface: \(error)"
    case .tooManyLights(let count, let limit): "there are \(count) lights; the limit is \(limit)"
    case .tooDeep(let limit):
      "it is nested more than \(limit) layers deep, the limit; nest fewer layers"
    case .tooManyNestedMeshes(let limit):
      "its mesh is nested inside \(limit) others, the limit; remove one of them"
    case .tooManyNestedShadows(let limit):
      "its shadow is nested inside \(limit) others, the limit; remove one of them"
    case .tooManyNestedBacks(let limit):
      "its back is nested inside \(limit) others, the limit; remove one of them"
    case .tooManyLayers(let limit):
      "there are more than \(limit) layers, the limit; use fewer or raise the limit"
    }
  }
}
