/// Steps of subdivision whose numbers are all known: gives the refined values and faces of a mesh.
protocol Refinement {
  /// The refined values of all vertices, given those of the control net.
  func values<Value: SubdivisionValue>(_ control: [Value]) -> [Value]
  func faces() -> [Mesh.Face]
}

/// The path for all meshes.
struct NetRefinement: Refinement {
  /// The net before each step.
  private var nets: [SubdivisionNet]
  private let vertexCount: Int

  /// - Parameter sizes: of the net, and of what each step makes of it; two or more.
  init(_ net: SubdivisionNet, sizes: [SubdivisionSize]) {
    nets = [net]
    for size in sizes.dropFirst().dropLast() { nets.append(nets[nets.count - 1].refined(size: size)) }
    vertexCount = sizes[sizes.count - 1].vertices
  }

  func faces() -> [Mesh.Face] { nets[nets.count - 1].refinedFaces() }

  func values<Value: SubdivisionValue>(_ control: [Value]) -> [Value] {
    [Value](unsafeUninitializedCapacity: vertexCount) { values, count in
      guard let start = values.baseAddress else { return }
      start.initialize(from: control, count: control.count)
      // Room for the last step's old values, a fourth of the result; the result itself holds those of every step.
      withUnsafeTemporaryAllocation(of: Value.self, capacity: nets[nets.count - 1].vertexCount) { old in
        guard let old = old.baseAddress else { return }
        for net in nets { net.refine(start, old: old) }
      }
      count = vertexCount
    }
  }
}
