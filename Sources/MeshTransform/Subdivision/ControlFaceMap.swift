/// Maps each face of a refined mesh to its face of the control mesh.
struct ControlFaceMap: Sendable {
  /// The binary logarithm of the number of faces per control face, or per element of `parents`.
  private let shift: Int
  /// The control faces of the mesh after one step; nil if each has four faces, and `shift` counts from the control mesh
  /// itself.
  private let parents: [UInt32]?

  init(_ control: Mesh, refinedFaceCount: Int) {
    func steps(from count: Int) -> Int {
      var (count, steps) = (max(count, 1), 0)
      while count < refinedFaceCount { (count, steps) = (4 * count, steps + 1) }
      return steps
    }
    let isUnrefined = refinedFaceCount == control.faces.count
    guard !isUnrefined, control.faces.contains(where: \.hasEqualNeighbors) else {
      (shift, parents) = (2 * steps(from: control.faces.count), nil)
      return
    }
    var parents: [UInt32] = []
    for (f, face) in control.faces.enumerated() {
      for i in 0..<4 where face.indices[i] != face.indices[(i + 1) & 3] { parents.append(UInt32(f)) }
    }
    (shift, self.parents) = (2 * steps(from: parents.count), parents)
  }

  subscript(face: Int) -> Int {
    guard let parents else { return face >> shift }
    return Int(parents[face >> shift])
  }
}
