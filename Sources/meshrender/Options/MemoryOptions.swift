import ArgumentParser

/// How much memory a command may take.
struct MemoryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The most memory that may be taken, in bytes or with K, M or G (of 1024), by an estimate made before it is "
        + "taken. Default: what the other limits allow.", valueName: "bytes"))
  var maxMemory: ByteCount?

  func validate() throws { MemoryBudget.current.limit = maxMemory?.bytes }
}

/// A number of bytes: `268435456`, `256M`, `1.5G`.
struct ByteCount: ExpressibleByArgument, CustomStringConvertible {
  let bytes: Int

  init(_ bytes: Int) { self.bytes = bytes }

  init?(argument: String) {
    let units: [Character: Double] = ["K": 0x1p10, "M": 0x1p20, "G": 0x1p30]
    let unit = argument.last.flatMap { units[Character($0.uppercased())] }
    let digits = unit == nil ? argument[...] : argument.dropLast()
    guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let number = Double(digits),
      case let bytes = number * (unit ?? 1), (1...0x1p60).contains(bytes)
    else { return nil }
    self.bytes = Int(bytes)
  }

  /// In the largest unit of which there is one: `12.5 MiB`.
  var description: String {
    let units = [("GiB", 0x1p30), ("MiB", 0x1p20), ("KiB", 0x1p10)]
    guard let (name, size) = units.first(where: { Double(bytes) >= $0.1 }) else { return "\(bytes) bytes" }
    let tenths = Int((Double(bytes) / size * 10).rounded())
    return "\(tenths / 10)\(tenths % 10 == 0 ? "" : ".\(tenths % 10)") \(name)"
  }
}
