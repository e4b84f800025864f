/// Shapes into which a mesh is bent: offsets of its vertices, each with a name and a weight, as the morph targets of
/// glTF. A mesh at given weights is its base plus the sum of each weight times the offsets of its target.
public struct MorphTargets: Hashable, Sendable {
  /// One shape.
  public struct Target: Hashable, Sendable {
    package let key: ByteString
    /// Runs of consecutive vertices that move; a vertex in several runs moves by their sum.
    public var runs: [Run] = []

    /// The name, equal only to names of the same bytes.
    public var name: String { key.text }

    /// A target that moves nothing.
    public init(name: String) { key = ByteString(name) }
  }

  /// The offsets of consecutive vertices.
  public struct Run: Hashable, Sendable {
    /// The index of the first vertex.
    public var start: Int
    /// Added to ``Mesh/Vertex/to``, times the weight.
    public var offsets: [SIMD3<Float>]

    /// The offsets of the vertices from `start` on.
    public init(start: Int, offsets: [SIMD3<Float>]) { (self.start, self.offsets) = (start, offsets) }
  }

  /// The targets in the order of the file.
  public var targets: [Target] = []
  /// The weights of the mesh at rest, one for each target.
  public var weights: [Float] = []
  /// The key frames of the weights.
  public var tracks: [MorphTrack] = []

  /// No targets.
  public init() {}

  /// Whether there are no targets.
  public var isEmpty: Bool { targets.isEmpty }

  /// The names of the targets.
  public var names: [String] { targets.map(\.name) }

  /// Replaces every offset.
  package mutating func mapOffsets(_ body: (SIMD3<Float>) -> SIMD3<Float>) {
    for i in targets.indices {
      for j in targets[i].runs.indices { targets[i].runs[j].offsets = targets[i].runs[j].offsets.map(body) }
    }
  }

  /// The bytes of all offsets.
  package var memory: Int {
    targets.reduce(0) { $0 + $1.runs.reduce(0) { $0 + $1.offsets.count } } * MemoryLayout<SIMD3<Float>>.stride
  }
}

extension MorphTargets {
  /// The weights of all targets in a shape.
  /// - Throws: ``MorphError`` for a name that no target has, and for a time without key frames.
  public func weights(of shape: MorphShape) throws(MorphError) -> [Float] {
    if shape.isRest { return weights }
    guard !isEmpty else { throw .noTargets }
    var result = weights
    if let time = shape.time {
      guard !tracks.isEmpty else { throw .noKeyFrames }
      for track in tracks { track.set(&result, at: time) }
    }
    var indices: [ByteString: Int] = [:]
    for (index, target) in targets.enumerated() { indices[target.key] = index }
    for (name, weight) in shape.values.sorted(by: { $0.key < $1.key }) {
      guard let index = indices[name] ?? Int(name.text).flatMap({ targets.indices.contains($0) ? $0 : nil })
      else { throw .unknownTarget(name.text, names: Array(names.prefix(MorphError.nameLimit))) }
      result[index] = Float(weight)
    }
    return result
  }
}

extension MorphTargets {
  /// The offset of each of so many vertices; nil where all weights are 0.
  private func offsets(_ weights: [Float], count: Int) -> [SIMD3<Float>]? {
    guard weights.contains(where: { $0 != 0 }) else { return nil }
    var offsets = [SIMD3<Float>](repeating: .zero, count: count)
    for (target, weight) in zip(targets, weights) where weight != 0 {
      for run in target.runs {
        for (index, offset) in run.offsets.enumerated() where offsets.indices.contains(run.start + index) {
          offsets[run.start + index] += weight * offset
        }
      }
    }
    return offsets
  }

  /// A mesh with its vertices moved.
  /// - Throws: ``MeshError/nonFinite(vertex:_:)`` for the first place that is not finite.
  /// - Complexity: O(V + offsets of the targets whose weight is not 0).
  func morphing(_ mesh: Mesh, _ weights: [Float]) throws(MeshError) -> Mesh {
    guard let offsets = offsets(weights, count: mesh.vertices.count) else { return mesh }
    return try mesh.mappingVertices { Mesh.Vertex(from: $0.from, to: $0.to + offsets[$1]) }
  }

  /// Moves vertices to a shape, which is then all that is left: the targets keep their names and have no offsets.
  package mutating func move(_ vertices: inout [Mesh.Vertex], to shape: MorphShape) throws(MorphError) {
    weights = try weights(of: shape)
    if let offsets = offsets(weights, count: vertices.count) {
      for i in vertices.indices { vertices[i].to += offsets[i] }
    }
    for i in targets.indices { targets[i].runs = [] }
  }
}
