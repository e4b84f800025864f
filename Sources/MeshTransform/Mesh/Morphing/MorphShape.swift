/// The shape of a mesh with morph targets: a time of its key frames, and weights by name.
public struct MorphShape: Hashable, Sendable {
  package var values: [ByteString: Double] = [:]
  /// The time in the key frames; nil for the weights at rest.
  public var time: Double?

  /// The shape at rest, with the weights that the file gives.
  public init() {}

  /// Whether nothing is asked for, so that the weights are those of the file.
  public var isRest: Bool { values.isEmpty && time == nil }

  /// The weight of a target by its name, or by its index where no target has that name; nil for that of the file. It
  /// replaces the weight at ``time``.
  public subscript(name: String) -> Double? {
    get { values[ByteString(name)] }
    set { values[ByteString(name)] = newValue }
  }

  /// The name that stands for ``time`` in files and on the command line.
  package static let timeName = "time"

  /// The weights and the time by their names, in order.
  package var members: [(name: String, value: Double)] {
    (time.map { [(Self.timeName, $0)] } ?? [])
      + values.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) }
  }
}

/// Why a mesh does not have a ``MorphShape``.
public enum MorphError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file has no morph targets.
  case noTargets
  /// The file has no key frames of the weights.
  case noKeyFrames
  /// No target has the name; the names are the first ones of the file.
  case unknownTarget(String, names: [String])
  /// The weights move a vertex too far.
  case mesh(MeshError)

  package static let nameLimit = 20

  public var description: String {
    switch self {
    case .noTargets:
      return "the file has no morph targets or deform keys; remove the weights"
    case .noKeyFrames:
      return
        "the file has no key frames of its shapes, so it has no times; use weights by the names of the shapes"
    case .unknownTarget(let name, let names):
      let text = name.excerpt
      if let near = NearestName.match(name, in: names) {
        return "there is no shape '\(text)'; did you mean '\(near.excerpt)'?"
      }
      let list = names.map { "'\($0.excerpt)'" }.joined(separator: ", ")
      return "there is no shape '\(text)'; 'meshrender inspect' lists them: \(list)"
    case .mesh(let error): return error.description
    }
  }
}

/// A mesh with the shapes into which it can be bent.
public struct MorphableMesh: Hashable, Sendable {
  /// The mesh at weights of 0.
  public var base: Mesh
  /// Empty for an ordinary mesh.
  public var targets: MorphTargets

  /// A mesh with its shapes.
  public init(_ base: Mesh, targets: MorphTargets = MorphTargets()) {
    (self.base, self.targets) = (base, targets)
  }

  /// The mesh with the weights that the file gives.
  public func meshAtRest() throws(MeshError) -> Mesh { try targets.morphing(base, targets.weights) }

  /// The mesh in a shape.
  public func mesh(_ shape: MorphShape = MorphShape()) throws(MorphError) -> Mesh {
    let weights = try targets.weights(of: shape)
    do { return try targets.morphing(base, weights) } catch { throw .mesh(error) }
  }
}
