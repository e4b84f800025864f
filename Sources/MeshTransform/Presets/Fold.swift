extension MeshPreset {
  /// Parameters of ``Mesh/fold(_:)``.
  public struct Fold: PresetDefinition {
    static let name = "fold"
    static let summary = "stiff panels with alternating folds"

    /// The number of panels.
    public var panels = 4
    /// The angle between a panel and the plane: 0 is flat.
    public var angle = Angle.degrees(40)

    /// The default parameters.
    public init() {}

    static let parameters: [PresetParameter<Fold>] = [
      .init("panels", \.panels, 1...1000, "panels from left to right"),
      .init("angle", \.angle, -89...89, "angle of a panel to the plane; positive folds start backward"),
    ]

    /// Every panel has four vertices of its own, so that shading has sharp edges at the folds.
    func mesh() throws(MeshError) -> Mesh {
      let (s, c) = (sine(angle.radians) / Double(panels), cosine(angle.radians))
      var mesh = Mesh()
      mesh.depthNormalization = .width
      for panel in 0..<panels {
        for (side, v) in [(0, 0), (1, 0), (1, 1), (0, 1)] {
          let fold = panel + side
          let u = Double(fold) / Double(panels)
          // Folds alternate between the plane and a depth behind or in front of it.
          let z = fold % 2 == 0 ? 0 : -s
          try mesh.addVertex(
            .init(
              from: SIMD2(Float(u), Float(v)),
              to: SIMD3(Float(0.5 + (u - 0.5) * c), Float(v), Float(z))))
        }
        let first = UInt32(4 * panel)
        try mesh.addFace(.init(first, first + 1, first + 2, first + 3))
      }
      return mesh
    }
  }
}

extension Mesh {
  /// Stiff panels side by side with alternating folds, like a greeting card or an accordion book.
  public static func fold(
    _ change: (inout MeshPreset.Fold) -> Void = { _ in }
  ) throws(MeshPresetError) -> Mesh {
    try MeshPreset.Fold.mesh(change)
  }
}
