extension MeshPreset {
  /// Parameters of ``Mesh/pageCurl(_:)``.
  public struct PageCurl: PresetDefinition {
    static let name = "pageCurl"
    static let summary = "a turning page that bends around a cylinder"

    /// 0 is flat, at 1 the whole page is lifted.
    public var amount = 0.4
    /// The direction opposite to the pull, seen from the page: 0 lifts the right edge, positive angles the bottom right
    /// corner first.
    public var angle = Angle.degrees(30)
    /// The radius of the cylinder, in widths.
    public var radius = 0.1
    /// The layer's width divided by its height.
    public var aspect = 1.0
    /// The faces from top to bottom and from left to right, 1...1000.
    public var rows = 60, columns = 60

    /// The default parameters.
    public init() {}

    static let parameters: [PresetParameter<PageCurl>] = [
      .init("amount", \.amount, 0...1, "progress; 0 is flat, at 1 the whole page is lifted"),
      .init(
        "angle", \.angle, -180...180, "direction; 0 lifts the right edge, 45 the bottom right corner first"),
      .init("radius", \.radius, 0.001...10, "widths", "radius of the cylinder"),
      .aspect(\.aspect), .rows(\.rows), .columns(\.columns),
    ]

    /// Lengths are in widths, like z. With s the distance along the pull and t the distance of s beyond the line where
    /// the page leaves the plane: the page follows the cylinder for half its circumference, `t < pi radius`, and then
    /// lies flat, two radii above itself. The bend does not stretch it.
    func mesh() throws(MeshError) -> Mesh {
      let (pullX, pullY) = (cosine(angle.radians), sine(angle.radians))
      let height = 1 / aspect
      let nearest = min(0, pullX) + min(0, pullY * height)
      let farthest = max(0, pullX) + max(0, pullY * height)
      let line = farthest - amount * (farthest - nearest)
      return try .grid(rows: rows, columns: columns, depth: .width) { u, v in
        let past = u * pullX + v * height * pullY - line
        guard past > 0, amount > 0 else { return Point3D(u, v, 0) }
        let isOnRoll = past < .pi * radius
        let along = isOnRoll ? radius * sine(past / radius) : .pi * radius - past
        // 1 - cos a = 2 sin^2(a / 2), without cancellation at small angles.
        let half = sine(past / radius / 2)
        let z = isOnRoll ? 2 * radius * half * half : 2 * radius
        let back = along - past
        return Point3D(u + pullX * back, v + pullY * back / height, z)
      }
    }
  }
}

extension Mesh {
  /// A turning page: it leaves the plane along a line, follows a cylinder, and lies flat above itself. Without
  /// stretching, if `aspect` is the layer's.
  public static func pageCurl(
    _ change: (inout MeshPreset.PageCurl) -> Void = { _ in }
  ) throws(MeshPresetError) -> Mesh {
    try MeshPreset.PageCurl.mesh(change)
  }
}
