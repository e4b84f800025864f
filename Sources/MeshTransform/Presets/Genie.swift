extension MeshPreset {
  /// Parameters of ``Mesh/genie(_:)``.
  public struct Genie: PresetDefinition {
    static let name = "genie"
    static let summary = "a slide into a slot below, like a minimized window"

    /// 0 is the whole picture, at 1 it has disappeared in the slot.
    public var amount = 0.45
    /// The middle of the slot, unit layer space.
    public var targetX = 0.7, targetY = 1.3
    /// Widths.
    public var targetWidth = 0.08
    /// The faces from top to bottom and from left to right, 1...1000.
    public var rows = 80, columns = 30

    /// The default parameters.
    public init() {}

    static let parameters: [PresetParameter<Genie>] = [
      .init(
        "amount", \.amount, 0...1, "progress; 0 is the whole picture, at 1 it has disappeared in the slot"),
      .init("targetX", \.targetX, -2...3, "widths", "middle of the slot"),
      .init("targetY", \.targetY, 1...4, "heights", "height of the slot"),
      .init("targetWidth", \.targetWidth, 0...1, "widths", "width of the slot"),
      .rows(\.rows), .columns(\.columns),
    ]

    /// The sides bend into a funnel, then the rows slide down it, lower rows first.
    func mesh() throws(MeshError) -> Mesh {
      let bend = smoothstep(amount / 0.45)
      let slide = amount * amount
      return try .grid(rows: rows, columns: columns, depth: .average) { u, v in
        let y = v + (targetY - v) * power(slide, 1.7 - 0.7 * v)
        let narrowing = bend * smoothstep(smoothstep(y / targetY))
        let left = narrowing * (targetX - targetWidth / 2)
        let width = 1 - narrowing * (1 - targetWidth)
        return Point3D(left + u * width, y, 0)
      }
    }
  }
}

extension Mesh {
  /// The picture bends into a funnel and slides down into a slot, like a minimized window.
  public static func genie(
    _ change: (inout MeshPreset.Genie) -> Void = { _ in }
  ) throws(MeshPresetError) -> Mesh {
    try MeshPreset.Genie.mesh(change)
  }
}
