extension DepthGroup {
  /// The drawing order: opaque items first, since they hide items behind them; then translucent ones from back to
  /// front, at equal depth in painter's order.
  static func drawingOrder(_ commands: [DrawCommand], _ depths: ItemDepths) -> [Int] {
    commands.indices.filter { commands[$0].isOpaque }
      + commands.indices.filter { !commands[$0].isOpaque }.sorted {
        let (a, b) = (depths.middles[$0], depths.middles[$1])
        return a != b ? a < b : $0 < $1
      }
  }
}
