import ArgumentParser

/// The memory limit of a command.
struct MemoryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The maximum memory of the process in addition to that of the program and its driver, in bytes or with K, M or G (of "
        + "1024). Default: three quarters of the free memory, or of the control group's limit.",
      valueName: "bytes"),
    transform: ByteCount.init(argument:))
  var maxMemory: ByteCount?

  func validate() throws {
    // A worker of a batch has the limit of all its jobs.
    if let maxMemory { MemoryBudget.current = MemoryBudget(limit: maxMemory.bytes) }
  }
}

/// A number of bytes: `268435456`, `256M`, `1.5G`; `256MB` and `256MiB` are the same as `256M`.
struct ByteCount: CustomStringConvertible {
  let bytes: Int

  init(_ bytes: Int) { self.bytes = bytes }

  init(argument: String) throws {
    let digits = argument.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let units = ["": 1, "B": 1, "K": 0x1p10, "M": 0x1p20, "G": 0x1p30]
    var unit = argument.dropFirst(digits.count).uppercased()
    for ending in ["IB", "B"] where unit.count == ending.count + 1 && unit.hasSuffix(ending) {
      unit.removeLast(ending.count)
    }
    guard let number = Double(decimal: digits), let size = units[unit], case let bytes = number * size,
      (1...0x1p60).contains(bytes)
    else {
      throw ValidationError("write a number of bytes, or one with K, M or G, such as 512M")
    }
    self.bytes = Int(clamping: bytes)
  }

  /// In the largest unit that is at most the value: `12.5 MiB`.
  var description: String {
    let units = [("GiB", 0x1p30), ("MiB", 0x1p20), ("KiB", 0x1p10)]
    guard let (name, size) = units.first(where: { Double(bytes) >= $0.1 }) else { return "\(bytes) bytes" }
    let tenths = Int(clamping: (Double(bytes) / size * 10).rounded())
    return "\(tenths / 10)\(tenths % 10 == 0 ? "" : ".\(tenths % 10)") \(name)"
  }
}
