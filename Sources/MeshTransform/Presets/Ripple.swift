extension MeshPreset {
  /// Parameters of ``Mesh/ripple(_:)``.
  public struct Ripple: PresetDefinition {
    static let name = "ripple"
    static let summary = "circular waves in depth, visible with a light or a tilt"

    /// The height of the waves, in means of width and height.
    public var amplitude = 0.05
    /// Waves per unit of distance from the center.
    public var waves = 4.0
    /// Turns; a growing phase moves the waves outward.
    public var phase = 0.0
    /// Unit layer space.
    public var centerX = 0.5, centerY = 0.5
    /// The faces from top to bottom and from left to right, 1...1000.
    public var rows = 50, columns = 50

    /// The default parameters.
    public init() {}

    static let parameters: [PresetParameter<Ripple>] = [
      .init("amplitude", \.amplitude, -1...1, "means of width and height", "height of the waves"),
      .init("waves", \.waves, 0...100, "waves from the center to a side's length away"),
      .phase(\.phase, "time in turns; a growing phase moves the waves outward"),
      .init("centerX", \.centerX, -2...3, "widths", "x of the center of the waves"),
      .init("centerY", \.centerY, -2...3, "heights", "y of the center of the waves"),
      .rows(\.rows), .columns(\.columns),
    ]

    func mesh() throws(MeshError) -> Mesh {
      try .grid(rows: rows, columns: columns, depth: .average) { u, v in
        let (x, y) = (u - centerX, v - centerY)
        let r = (x * x + y * y).squareRoot()
        return Point3D(u, v, amplitude * sine((r * waves - phase) * 2 * .pi))
      }
    }
  }
}

extension Mesh {
  /// The ripple of Bartosz Ciechanowski's article "Mesh Transforms", whose numbers are the defaults.
  ///
  /// `z = amplitude sin(2 pi waves r)`, r the distance from the center in unit layer space; depth is normalized by
  /// the average of width and height.
  public static func ripple(
    _ change: (inout MeshPreset.Ripple) -> Void = { _ in }
  ) throws(MeshPresetError) -> Mesh {
    try MeshPreset.Ripple.mesh(change)
  }
}
