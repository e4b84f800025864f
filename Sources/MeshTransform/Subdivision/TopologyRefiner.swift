/// Steps of subdivision whose numbers are all known: gives the refined values and faces of a mesh.
protocol Refiner {
  /// The refined values of all vertices, given those of the control net.
  func values<Value: SubdivisionValue>(_ control: [Value]) -> [Value]
  func faces() -> [Mesh.Face]
}

/// The path for all meshes.
struct TopologyRefiner: Refiner {
  /// The net before each step.
  private var levels: [TopologyLevel]
  private let vertexCount: Int

  /// - Parameter sizes: of the net, and of what each step makes of it; two or more.
  init(_ level: TopologyLevel, sizes: [SubdivisionSize]) {
    levels = [level]
    for size in sizes.dropFirst().dropLast() { levels.append(levels[levels.count - 1].refined(size: size)) }
    vertexCount = sizes[sizes.count - 1].vertices
  }

  func faces() -> [Mesh.Face] { levels[levels.count - 1].refinedFaces() }

  func values<Value: SubdivisionValue>(_ control: [Value]) -> [Value] {
    [Value](unsafeUninitializedCapacity: vertexCount) { values, count in
      guard let start = values.baseAddress else { return }
      start.initialize(from: control, count: control.count)
      // Room for the last step's old values, a fourth of the result; the result itself holds those of every step.
      withUnsafeTemporaryAllocation(of: Value.self, capacity: levels[levels.count - 1].vertexCount) { old in
        guard let old = old.baseAddress else { return }
        for level in levels { level.refine(start, old: old) }
      }
      count = vertexCount
    }
  }
}
