extension MeshPreset {
  /// Parameters of ``Mesh/curtain(_:)``.
  public struct Curtain: PresetDefinition {
    static let name = "curtain"
    static let summary = "a curtain drawn to one side, with gathered folds"

    /// 0 is flat, 1 is drawn completely.
    public var amount = 0.5
    /// The number of folds.
    public var folds = 6.0
    /// The depth from the back to the front of a fold of the drawn curtain, in widths.
    public var depth = 0.12
    /// The reduction of the gathering at the top, relative to the height at which the curtain is held.
    public var swag = 0.5
    /// The x of the side to which it is drawn: 0 the left edge, 1 the right.
    public var side = 0.0
    /// The faces from top to bottom and from left to right, 1...1000.
    public var rows = 40, columns = 160

    /// The default parameters.
    public init() {}

    static let parameters: [PresetParameter<Curtain>] = [
      .init("amount", \.amount, 0...1, "progress; 0 is flat, 1 is drawn completely"),
      .init("folds", \.folds, 0...40, "folds over the width"),
      .init("depth", \.depth, 0...0.5, "widths", "depth of a fold of the drawn curtain"),
      .init("swag", \.swag, 0...1, "reduction of the gathering at the top"),
      .init("side", \.side, 0...1, "widths", "position to which it is drawn: 0 the left edge, 1 the right"),
      .rows(\.rows), .columns(\.columns),
    ]

    func mesh() throws(MeshError) -> Mesh {
      let relief = sine(amount * .pi / 2)
      return try .grid(rows: rows, columns: columns, depth: .width) { u, v in
        // Held at three quarters of the height; below that the hem opens slightly.
        let gather =
          1 - swag * (1 - smoothstep(v / 0.75)) - 0.25 * swag * smoothstep((v - 0.75) / 0.5)
        let width = 1 - 0.8 * amount * gather
        let angle = 2 * .pi * folds * u
        let z = 0.5 * depth * relief * sine(angle)
        // The flanks of a fold are steep, so they take less of the width than its back and front: 0.7 < 1 keeps x
        // growing with u.
        let bunched = folds == 0 ? u : u + 0.7 * relief * sine(2 * angle) / (4 * .pi * folds)
        // Fronts of folds are nearer to the eye and hang lower, as seen from slightly above.
        return Point3D(side + (bunched - side) * width, v + 0.3 * z * v, z)
      }
    }
  }
}

extension Mesh {
  /// A stage curtain drawn to one side: its width gathers, most where it is held, with vertical folds.
  public static func curtain(
    _ change: (inout MeshPreset.Curtain) -> Void = { _ in }
  ) throws(MeshPresetError) -> Mesh {
    try MeshPreset.Curtain.mesh(change)
  }
}
