extension MeshPreset {
  /// Parameters of ``Mesh/pageTurn(_:)``.
  public struct PageTurn: PresetDefinition {
    static let name = "pageTurn"
    static let summary = "a page of a book that turns about its spine, until it is flat on the other side"

    /// Progress: at 0 the page lies flat on its side of the spine, at 1 on the other side, with its back up.
    public var amount = 0.3
    /// How far the free edge runs ahead of the spine: 0 for a stiff cover, 1 for soft paper.
    public var curl = 0.7
    /// How far the bottom edge runs ahead of the top edge; negative for the top edge.
    public var lean = 0.2
    /// The height over which the page passes the spine halfway, in widths.
    public var thickness = 0.02
    /// How much the page is darkened at the spine.
    public var gutter = 0.3
    /// The edge at which the page is bound.
    public var spine = Spine.left
    /// The faces from top to bottom and from left to right, 1...1000.
    public var rows = 24, columns = 48

    /// The default parameters.
    public init() {}

    static let parameters: [PresetParameter<PageTurn>] = [
      .init(
        "amount", \.amount, 0...1,
        "progress; 0 is flat, at 1 the page is flat on the other side of the spine"),
      .init("curl", \.curl, 0...1, "how far the free edge runs ahead; 0 is a stiff cover"),
      .init("lean", \.lean, -1...1, "how far the bottom edge runs ahead of the top edge"),
      .init("thickness", \.thickness, 0...0.5, "widths", "height over which the page passes the spine"),
      .init("gutter", \.gutter, 0...1, "how much the page is darkened at the spine"),
      .init("spine", \.spine, "the edge at which the page is bound"),
      .rows(\.rows), .columns(\.columns),
    ]

    /// A row of the page is an arc as long as the page is wide. Its tangent has the angle `start` at the spine and `end`
    /// at the free edge, in half turns. Both go from 0 to 1 with the amount, and are equal at its ends: there the row is
    /// a straight line, exactly.
    func mesh() throws(MeshError) -> Mesh {
      // 0 at both ends of the turn, 1/4 halfway.
      let middle = amount * (1 - amount)
      let lift = 4 * middle * thickness
      var mesh = try Mesh.grid(rows: rows, columns: columns, depth: .width) { u, v in
        let s = spine == .left ? u : 1 - u
        let turn = amount + lean * (v - 0.5) * middle
        let lead = curl * turn * (1 - turn)
        // The angle of the chord to the point at s, and half of the arc up to it.
        let (chord, half) = (turn - lead * (1 - s), lead * s)
        let length = s * sinc(half * .pi)
        let x = length * (1 - 2 * square(ofSineOfHalf: chord))
        let z = length * sine(min(chord, 1 - chord) * .pi) + lift
        return Point3D(spine == .left ? x : 1 - x, v, z)
      }
      if gutter > 0 {
        mesh.brightness = mesh.vertices.map { vertex in
          let s = Double(spine == .left ? vertex.fromX : 1 - vertex.fromX)
          return Float(1 - gutter * (1 - smoothstep(s / Self.gutterWidth)))
        }
      }
      return mesh
    }

    /// In widths.
    private static let gutterWidth = 0.15

    /// `sin^2` of half of an angle in half turns: exactly 0 at 0 and 1 at 1.
    private func square(ofSineOfHalf angle: Double) -> Double {
      let part = sine(min(angle, 1 - angle) * .pi / 2)
      return angle <= 0.5 ? part * part : 1 - part * part
    }

    /// The edge at which a page is bound.
    public enum Spine: String, Hashable, Sendable, CaseIterable {
      /// The left edge, as of right pages: the page turns to the left.
      case left
      /// The right edge, as of left pages, and of books that are read from right to left.
      case right
    }
  }
}

extension MeshPreset.PageTurn.Spine: NamedValue {
  package var summary: String {
    switch self {
    case .left: "the left edge: a right page, which turns to the left"
    case .right: "the right edge: a left page, which turns to the right"
    }
  }
}

extension Mesh {
  /// A page that turns about its spine, without stretching along its rows, and lies exactly flat at both ends. Give the
  /// layer a back for the other side of the page.
  public static func pageTurn(
    _ change: (inout MeshPreset.PageTurn) -> Void = { _ in }
  ) throws(MeshPresetError) -> Mesh {
    try MeshPreset.PageTurn.mesh(change)
  }
}
