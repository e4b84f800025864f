extension MeshPreset {
  /// Parameters of ``Mesh/flag(_:)``.
  public struct Flag: PresetDefinition {
    static let name = "flag"
    static let summary = "a flag in the wind, held at its left edge"

    /// The height of the fully grown waves, in widths.
    public var amplitude = 0.08
    /// The waves from left to right.
    public var waves = 1.75
    /// Turns; a growing phase moves the waves away from the pole.
    public var phase = 0.1
    /// The delay of the waves at the bottom, in turns.
    public var slant = 0.12
    /// The vertical displacement by the waves: heights of y per width of z.
    public var tilt = 0.6
    /// The drop of the free end, in heights.
    public var sag = 0.04
    /// The faces from top to bottom and from left to right, 1...1000.
    public var rows = 30, columns = 90

    /// The default parameters.
    public init() {}

    static let parameters: [PresetParameter<Flag>] = [
      .init("amplitude", \.amplitude, 0...0.5, "widths", "height of the waves"),
      .init("waves", \.waves, 0...20, "waves between the pole and the free end"),
      .phase(\.phase, "time in turns; a growing phase moves the waves away from the pole"),
      .init("slant", \.slant, -2...2, "turns", "delay of the waves at the bottom"),
      .init(
        "tilt", \.tilt, -2...2, "heights per width", "vertical displacement by the waves"),
      .init("sag", \.sag, -1...1, "heights", "drop of the free end"),
      .rows(\.rows), .columns(\.columns),
    ]

    /// A row is a curve of unit speed, `x' = cos a, z' = sin a`, so the cloth does not stretch and, since |a| is below
    /// a right angle, does not fold. The slope `tan a = 2 pi waves amplitude e cos(2 pi (waves u - phase - slant v))`
    /// is that of a sine wave, and the envelope `e = u (2 - u)` grows from the pole.
    func mesh() throws(MeshError) -> Mesh {
      let steepest = 2 * .pi * waves * amplitude
      // Enough steps for the integral with any grid: at least 64 per wave.
      let steps = max(1, (max(64, Int(clamping: 64 * waves)) + columns - 1) / columns)
      let width = columns + 1
      let curves = [SIMD2<Double>](unsafeUninitializedCapacity: (rows + 1) * width) { curves, count in
        nonisolated(unsafe) let curves = curves
        inParallel(rows + 1, grainSize: max(1, 8192 / (columns * steps))) { some in
          for row in some {
            let behind = phase + slant * Double(row) / Double(rows)
            var point = SIMD2<Double>.zero
            curves.initializeElement(at: row * width, to: point)
            let step = 1 / Double(columns * steps)
            for column in 0..<columns {
              if steepest == 0 { point = SIMD2(Double(column + 1) / Double(columns), 0) }
              for i in 0..<steps where steepest != 0 {
                let u = (Double(column * steps + i) + 0.5) * step
                let slope = steepest * u * (2 - u) * cosine(2 * .pi * (waves * u - behind))
                // Cosine and sine of the slope's angle.
                let c = 1 / (1 + slope * slope).squareRoot()
                point += SIMD2(c, slope * c) * step
              }
              curves.initializeElement(at: row * width + column + 1, to: point)
            }
          }
        }
        count = (rows + 1) * width
      }
      return try .grid(rows: rows, columns: columns, depth: .width) { u, v in
        let row = Int(clamping: (v * Double(rows)).rounded())
        let column = Int(clamping: (u * Double(columns)).rounded())
        let point = curves[row * width + column]
        return Point3D(point.x, v - tilt * point.y + sag * u * u, point.y)
      }
    }
  }
}

extension Mesh {
  /// A flag in the wind: its left edge is fixed at the pole, waves grow toward the free end.
  public static func flag(
    _ change: (inout MeshPreset.Flag) -> Void = { _ in }
  ) throws(MeshPresetError) -> Mesh {
    try MeshPreset.Flag.mesh(change)
  }
}
