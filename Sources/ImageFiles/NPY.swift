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
