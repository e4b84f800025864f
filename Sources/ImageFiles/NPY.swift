/// NumPy's array files; they are written in version 1.0: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
public enum NPY {
  /// The header of an array in C order. Padded with spaces, so that the data begins at a multiple of 64 bytes.
  /// - Parameter type: NumPy's name of the type; `<f4` is a little-endian float of 32 bits.
  package static func header(shape: [Int], type: String = "<f4") -> [UInt8] {
    let sides = shape.map(String.init).joined(separator: ", ")
    let text = "{'descr': '\(type)', 'fortran_order': False, 'shape': (\(sides)), }"
    let magic = [0x93] + Array("NUMPY".utf8) + [1, 0]
    let prefix = magic.count + 2
    let length = (prefix + text.utf8.count + 1 + 63) / 64 * 64 - prefix
    let padding = [UInt8](repeating: 0x20, count: length - text.utf8.count - 1)
    return magic + [UInt8(length & 0xFF), UInt8(length >> 8)] + text.utf8 + padding + [0x0A]
  }
}

extension FileWriter {
  /// Appends bytes.
  package func write(_ bytes: [UInt8]) throws(OutputFileError) {
    try bytes.withUnsafeBufferPointer { bytes throws(OutputFileError) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }
}

/// The header of one of NumPy's array files:
/// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
package struct NPYHeader {
  /// NumPy's name of the type, such as `<f4`; any text.
  package let type: String
  /// Whether the first index varies fastest.
  package let isFortranOrder: Bool
  /// The lengths along the axes, each in 0...2^31 - 1; -1 for any other value.
  package let shape: [Int]
  /// The place of the first value in the file, in bytes.
  package let dataOffset: Int

  /// Why bytes are no header; `reason` is a clause.
  package struct Fault: Error {
    package let reason: String
  }

  /// The most bytes that a header may have: the 64 KiB of its text and what precedes them.
  package static let byteLimit = 12 + 1 << 16

  /// - Parameter bytes: the file, or its first ``byteLimit`` bytes.
  package init(_ bytes: [UInt8]) throws(Fault) {
    guard bytes.count > 12 else { throw Fault(reason: "it ends within its header") }
    // The length has 2 bytes in version 1 and 4 bytes in later ones.
    let start = bytes[6] == 1 ? 10 : 12
    let length = bytes[8..<start].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length < 1 << 16, bytes.count >= start + length else {
      throw Fault(reason: "it ends within its header")
    }
    let text = String(decoding: bytes[start..<start + length], as: UTF8.self)
    dataOffset = start + length
    func value(_ key: String) -> Substring? {
      text.range(ofKey: key).map { text[$0...].drop { $0 == " " } }
    }
    type = String(value("descr")?.dropFirst().prefix { $0 != "'" && $0 != "\"" } ?? "")
    guard let order = value("fortran_order") else { throw Fault(reason: "its header has no order") }
    isFortranOrder = !order.hasPrefix("False")
    shape = (value("shape")?.dropFirst().prefix { $0 != ")" } ?? "").split(separator: ",")
      .filter { !$0.allSatisfy { $0 == " " } }
      .map { side in
        Int(side.filter { $0 != " " && $0 != "L" }).flatMap { 0...Int(Int32.max) ~= $0 ? $0 : nil } ?? -1
      }
  }

  /// The shape as NumPy writes it.
  package var shapeText: String { "(\(shape.map(String.init).joined(separator: ", ")))" }
}

extension String {
  /// The place after a key of a Python dictionary and its colon; nil where the key is missing.
  fileprivate func range(ofKey key: String) -> Index? {
    for quote in ["'", "\""] {
      let wanted = "\(quote)\(key)\(quote):"
      var at = startIndex
      while at < endIndex {
        if self[at...].hasPrefix(wanted) { return index(at, offsetBy: wanted.count) }
        at = index(after: at)
      }
    }
    return nil
  }
}
