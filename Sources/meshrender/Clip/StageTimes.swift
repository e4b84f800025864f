/// The total working and waiting time of each stage of a clip. Stages overlap, so the sum may exceed the elapsed time.
final class StageTimes: Sendable {
  enum Stage: String, CaseIterable {
    case evaluate
    case draw = "draw and read back"
    case encode
    case write
    case waiting = "drawing waits"
  }

  private let clock = ContinuousClock()
  private let total = ConditionMutex<[Stage: Duration]>([:])

  func measure<Value, E: Error>(_ stage: Stage, _ work: () throws(E) -> Value) throws(E) -> Value {
    let start = clock.now
    defer {
      let time = start.duration(to: clock.now)
      total.change { $0[stage, default: .zero] += time }
    }
    return try work()
  }

  /// One line per stage, in milliseconds in total and per frame.
  func report(frames: Int) -> [String] {
    let total = total.change { $0 }
    return Stage.allCases.map { stage in
      let whole = total[stage, default: .zero].milliseconds
      let each = Self.number(whole / Double(max(frames, 1)))
      return "  \(stage.rawValue.padded(to: 24))\(Self.number(whole)) ms \(each)ms per frame"
    }
  }

  private static func number(_ value: Double) -> String {
    let tenths = Int(clamping: (value * 10).rounded())
    let text = "\(tenths / 10).\(tenths % 10)"
    return String(repeating: " ", count: max(0, 9 - text.count)) + text
  }
}

extension Duration {
  var milliseconds: Double { 1e3 * seconds }

  var seconds: Double {
    let parts = components
    return Double(parts.seconds) + 1e-18 * Double(parts.attoseconds)
  }
}
