import Glibc

/// A progress line on a terminal: frames, frames per second, remaining time.
///
/// Written only to a terminal, never to a log. Calls must be serialized.
final class Progress: @unchecked Sendable {
  private let total: Int?
  private let unit: String
  private let isOn: Bool
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var shown: ContinuousClock.Instant?

  /// - `total`: nil when it is unknown.
  /// - `unit`: the things that are counted, in the plural.
  init(total: Int?, quiet: Bool, unit: String = "frames") {
    (self.total, self.unit) = (total, unit)
    isOn = !quiet && isatty(STDERR_FILENO) == 1
    start = clock.now
  }

  /// - `count`: the number of finished frames.
  func show(_ count: Int) {
    guard isOn else { return }
    let now = clock.now
    // At most ten updates per second, as fast as they can be read.
    if let shown, shown.duration(to: now) < .milliseconds(100), count != total { return }
    shown = now
    put("\r\(Self.line(count, of: total, after: start.duration(to: now).seconds, unit))\u{1B}[K")
  }

  /// Clears the line before other output.
  func clear() {
    guard isOn, shown != nil else { return }
    shown = nil
    put("\r\u{1B}[K")
  }

  /// `  12 of 60 frames, 24.3 frames/s, 2 s left`.
  static func line(_ count: Int, of total: Int?, after seconds: Double, _ unit: String = "frames") -> String {
    let rate = seconds > 0 ? Double(count) / seconds : 0
    let tenths = Int(clamping: min((rate * 10).rounded(), 1e9))
    var line = "  \(count)\(total.map { " of \($0)" } ?? "") \(unit), \(tenths / 10).\(tenths % 10) \(unit)/s"
    if let total, rate > 0 { line += ", \(time(Double(total - count) / rate)) left" }
    return line
  }

  /// `12 s`, `3 min 5 s`, `2 h 4 min`.
  private static func time(_ seconds: Double) -> String {
    let whole = Int(clamping: min(seconds.rounded(.up), 1e9))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole / 60 % 60) min"
  }

  private func put(_ text: String) {
    Array(text.utf8).withUnsafeBytes { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
