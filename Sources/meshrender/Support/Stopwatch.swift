/// Measures the time of the stages of a run, for `--verbose`.
struct Stopwatch {
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let isOn: Bool

  init(isOn: Bool) {
    self.isOn = isOn
    start = clock.now
  }

  func measure<Value, E: Error>(_ stage: String, _ work: () throws(E) -> Value) throws(E) -> Value {
    let begin = clock.now
    let value = try work()
    if isOn { Console.write(Self.line(stage, begin.duration(to: clock.now))) }
    return value
  }

  func finish() {
    if isOn { Console.write(Self.line("total since start", start.duration(to: clock.now))) }
  }

  private static func line(_ stage: String, _ duration: Duration) -> String {
    let parts = duration.components
    let tenths = (parts.seconds * 10_000) + parts.attoseconds / 100_000_000_000_000
    let number = "\(tenths / 10).\(tenths % 10)"
    let pad = { (text: String, width: Int) in String(repeating: " ", count: max(0, width - text.count)) }
    return "  \(stage)\(pad(stage, 24))\(pad(number, 8))\(number) ms"
  }
}
