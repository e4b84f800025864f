import CMemory
import GLRenderer

/// The resources that a run takes from the system and the device, for `--verbose`. In a steady state a frame allocates
/// no memory, compiles no shader and creates no GL object.
struct UsageCounters {
  let process: ProcessUsage
  let device: RenderStatistics

  init(_ device: RenderStatistics) { (process, self.device) = (.now, device) }

  /// The lines of a run that draws one picture.
  var lines: [String] { rows.map { Self.line($0.name, $0.text($0.value)) } + [peakLine] }

  /// The lines of a run of frames, in two columns.
  ///
  /// - `start`: the counters after `warmUp` frames; nil when the run had fewer.
  /// - `frames`: the number of frames after it.
  func lines(since start: UsageCounters?, warmUp: Int, frames: Int) -> [String] {
    guard let start, frames > 0 else { return lines }
    let each = zip(start.rows, rows).map { earlier, later in
      Self.line(
        later.name, earlier.text(earlier.value),
        later.text((later.value - earlier.value) / Double(frames)) + " per frame")
    }
    return [Self.line("counted", "to frame \(warmUp)", "from frame \(warmUp + 1) on")] + each + [peakLine]
  }

  private struct Row {
    let name: String
    let value: Double
    var isBytes = false

    func text(_ value: Double) -> String {
      if !isBytes { return value == value.rounded() ? "\(Int(clamping: value))" : tenths(value) }
      let isLarge = abs(value) >= 1_048_576
      return tenths(value / (isLarge ? 1_048_576 : 1024)) + (isLarge ? " MiB" : " KiB")
    }
  }

  private var rows: [Row] {
    [
      Row(name: "page faults", value: Double(process.pageFaults)),
      Row(name: "memory taken", value: Double(process.memory), isBytes: true),
      Row(name: "heap in use", value: Double(memory_in_use()), isBytes: true),
      Row(name: "shaders compiled", value: Double(device.compiledPrograms)),
      Row(name: "GL objects made", value: Double(device.objects)),
      Row(name: "uploaded", value: Double(device.uploadedBytes), isBytes: true),
      Row(name: "read back", value: Double(device.readBytes), isBytes: true),
    ]
  }

  private var peakLine: String {
    Self.line("peak memory", "\(tenths(Double(process.peak) / 1_048_576)) MiB")
  }

  private static func line(_ name: String, _ columns: String...) -> String {
    columns.reduce("  " + name.padded(to: 18)) { line, column in
      line + String(repeating: " ", count: max(1, 18 - column.count)) + column
    }
  }
}

private func tenths(_ value: Double) -> String {
  let tenths = Int(clamping: (abs(value) * 10).rounded())
  return (value < 0 && tenths > 0 ? "-" : "") + "\(tenths / 10).\(tenths % 10)"
}
