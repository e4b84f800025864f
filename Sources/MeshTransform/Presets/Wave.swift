extension MeshPreset {
  /// Parameters of ``Mesh/wave(_:)``.
  public struct Wave: PresetDefinition {
    static let name = "wave"
    static let summary = "waves of the top and bottom edge, narrowing to the right"

    /// Half waves of the sine from the left to the right edge.
    public var waves = 3.0
    /// The amplitude of the crests, in heights.
    public var amplitude = 0.15
    /// The displacement of both edges toward the middle at the right, in heights.
    public var shrink = 0.3
    /// Turns; a growing phase moves the waves to the right.
    public var phase = 0.0
    /// The faces from top to bottom and from left to right, 1...1000.
    public var rows = 1, columns = 40

    /// The default parameters.
    public init() {}

    static let parameters: [PresetParameter<Wave>] = [
      .init("waves", \.waves, 0...100, "crests between the left and right edge"),
      .init("amplitude", \.amplitude, 0...0.4, "heights", "amplitude of the crests"),
      .init(
        "shrink", \.shrink, -1...0.4, "heights", "displacement of each edge toward the middle at the right"),
      .phase(\.phase, "time in turns; a growing phase moves the waves to the right"),
      .rows(\.rows), .columns(\.columns),
    ]

    var conflict: String? {
      // The height at the right edge is 1 - amplitude - 2 shrink.
      guard amplitude + 2 * shrink > 1 + 1e-9 else { return nil }
      return "with amplitude \(amplitude) and shrink \(shrink) the edges cross at the right; "
        + "keep amplitude + 2 shrink at 1 or less"
    }

    /// With one row the vertices alternate between the top and the bottom edge, from left to right, as in the article;
    /// with several they are in rows.
    func mesh() throws(MeshError) -> Mesh {
      guard rows == 1 else {
        return try .grid(rows: rows, columns: columns, depth: .none) { u, v in
          let (top, bottom) = edges(at: u)
          return Point3D(u, top + (bottom - top) * v, 0)
        }
      }
      var mesh = Mesh()
      for i in 0...columns {
        let t = Double(i) / Double(columns)
        let (top, bottom) = edges(at: t)
        let x = Float(t)
        try mesh.addVertex(.init(from: SIMD2(x, 0), to: SIMD3(x, Float(top), 0)))
        try mesh.addVertex(.init(from: SIMD2(x, 1), to: SIMD3(x, Float(bottom), 0)))
      }
      for i in 0..<UInt32(columns) {
        try mesh.addFace(.init(2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1))
      }
      return mesh
    }

    /// The heights of both edges at a place between left, 0, and right, 1.
    private func edges(at t: Double) -> (top: Double, bottom: Double) {
      let s = sine((t * waves - phase) * .pi)
      return (amplitude * s * s + shrink * t, 1 - amplitude + amplitude * s * s - shrink * t)
    }
  }
}

extension Mesh {
  /// The wavy transform of Bartosz Ciechanowski's article "Mesh Transforms", whose numbers are the defaults.
  ///
  /// `sine = sin(pi waves t)` at the column t; top `amplitude sine^2 + shrink t`, bottom
  /// `1 - amplitude + amplitude sine^2 - shrink t`. One row of faces unless there are more; no depth.
  public static func wave(
    _ change: (inout MeshPreset.Wave) -> Void = { _ in }
  ) throws(MeshPresetError) -> Mesh {
    try MeshPreset.Wave.mesh(change)
  }
}
