extension SubdivisionNet {
  /// The mesh after as many steps as there are sizes after the first.
  ///
  /// - Parameters:
  ///   - sizes: of the net and of what each step makes of it; two or more.
  ///   - vertices: of the net.
  ///   - brightness: of its vertices, or empty.
  func refined(
    sizes: [SubdivisionSize], vertices: [Mesh.Vertex], brightness: [Float]
  ) -> (vertices: [Mesh.Vertex], brightness: [Float], faces: [Mesh.Face]) {
    var nets = [self]
    for size in sizes.dropFirst().dropLast() { nets.append(nets[nets.count - 1].refined(size: size)) }
    let last = sizes[sizes.count - 1].vertices
    return (
      Self.refined(vertices, by: nets, count: last),
      brightness.isEmpty ? [] : Self.refined(brightness, by: nets, count: last),
      nets[nets.count - 1].refinedFaces()
    )
  }

  private static func refined<Value: SubdivisionValue>(
    _ values: [Value], by nets: [SubdivisionNet], count: Int
  ) -> [Value] {
    [Value](unsafeUninitializedCapacity: count) { refined, initialized in
      guard let start = refined.baseAddress else { return }
      start.initialize(from: values, count: values.count)
      // Room for all but the last step's new values: a fourth of the result.
      withUnsafeTemporaryAllocation(of: Value.self, capacity: nets[nets.count - 1].vertexCount) { old in
        guard let old = old.baseAddress else { return }
        for net in nets { net.refine(start, old: old) }
      }
      initialized = count
    }
  }
}
