/// Steps of subdivision with precomputed topology: computes the refined values and faces of a mesh.
protocol Refiner {
  /// The refined values of all vertices, from those of the control mesh.
  func values<Value: SubdivisionValue>(_ control: [Value]) -> [Value]
  func faces() -> Mesh.FaceStorage
}

/// The refiner for all meshes.
struct TopologyRefiner: Refiner {
  /// The topology before each step.
  private var levels: [TopologyLevel]
  private let vertexCount: Int

  /// - Parameter sizes: the sizes of the control mesh and after each step; two or more.
  init(_ level: TopologyLevel, sizes: [SubdivisionSize]) {
    levels = [level]
    for size in sizes.dropFirst().dropLast() { levels.append(levels[levels.count - 1].refined(size: size)) }
    vertexCount = sizes[sizes.count - 1].vertices
  }

  func faces() -> Mesh.FaceStorage { .list(levels[levels.count - 1].refinedFaces()) }

  func values<Value: SubdivisionValue>(_ control: [Value]) -> [Value] {
    [Value](unsafeUninitializedCapacity: vertexCount) { values, count in
      guard let start = values.baseAddress else { return }
      start.initialize(from: control, count: control.count)
      // Room for the old values of the last step, a fourth of the result; the result itself holds the values of every
      // step.
      withUnsafeTemporaryAllocation(of: Value.self, capacity: levels[levels.count - 1].vertexCount) { old in
        guard let old = old.baseAddress else { return }
        for level in levels { level.refine(start, old: old) }
      }
      count = vertexCount
    }
  }
}
