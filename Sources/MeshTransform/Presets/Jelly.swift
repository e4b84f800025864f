extension MeshPreset {
  /// Parameters of ``Mesh/jelly(_:)``.
  public struct Jelly: PresetDefinition {
    static let name = "jelly"
    static let summary = "a wobbling jelly that stands on its bottom edge"

    /// The amplitude of the top, in widths; compression and stretching are proportional to it.
    public var amplitude = 0.2
    /// Turns; one turn is a full oscillation.
    public var phase = 0.2
    /// The faces from top to bottom and from left to right, 1...1000.
    public var rows = 40, columns = 40

    /// The default parameters.
    public init() {}

    static let parameters: [PresetParameter<Jelly>] = [
      .init("amplitude", \.amplitude, 0...0.5, "widths", "amplitude of the top"),
      .phase(\.phase, "time in turns; one turn is a full oscillation"),
      .rows(\.rows), .columns(\.columns),
    ]

    func mesh() throws(MeshError) -> Mesh {
      let turn = 2 * .pi * phase
      // It stretches in the middle of an oscillation and compresses at both ends, so twice per turn.
      let squash = -0.6 * amplitude * cosine(2 * turn)
      return try .grid(rows: rows, columns: columns, depth: .average) { u, v in
        let h = 1 - v
        // The top follows with a delay, which bends the sides into an S.
        let sway = amplitude * h * h * sine(turn - 0.9 * h + 0.45)
        let belly = sine(.pi * min(h, 1))
        let x = 0.5 + (u - 0.5) * (1 + squash * (0.5 * h + belly))
        // The free top edge is lower on the side to which it leans.
        let lean = 0.8 * sway * (u - 0.5) * h
        return Point3D(x + sway, 1 - h * (1 - 0.8 * squash) + lean, 0.5 * amplitude * belly * sine(.pi * u))
      }
    }
  }
}

extension Mesh {
  /// A jelly that stands on its bottom edge and wobbles: the top oscillates, the body compresses and stretches with a
  /// delay.
  public static func jelly(
    _ change: (inout MeshPreset.Jelly) -> Void = { _ in }
  ) throws(MeshPresetError) -> Mesh {
    try MeshPreset.Jelly.mesh(change)
  }
}
