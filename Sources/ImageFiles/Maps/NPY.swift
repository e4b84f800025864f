import MeshTransform

/// Writes NumPy's array files, version 1.0: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
public enum NPY {
  /// Writes a map as little-endian 32-bit floats of the shape (height, width, 2): x and y of each pixel.
  ///
  /// - Parameter outside: what stands for x and y where there is nothing.
  public static func write(
    _ map: CoordinateMap, outside: Float, to file: OutputFile
  ) throws(OutputFileError) {
    let writer = try FileWriter(file)
    try writer.write(header(shape: [map.size.height, map.size.width, 2]))
    let length = 2 * map.size.width
    var row = [UInt8](repeating: 0, count: 4 * length)
    for start in stride(from: 0, to: map.values.count, by: length) {
      for index in 0..<length {
        let value = map.values[start + index]
        let bits = (value.isNaN ? outside : value).bitPattern
        for byte in 0..<4 { row[4 * index + byte] = UInt8(truncatingIfNeeded: bits >> (8 * byte)) }
      }
      try writer.write(row)
    }
    try writer.commit()
  }

  /// Padded with spaces, so that the numbers begin at a multiple of 64 bytes.
  static func header(shape: [Int]) -> [UInt8] {
    let sides = shape.map(String.init).joined(separator: ", ")
    let text = "{'descr': '<f4', 'fortran_order': False, 'shape': (\(sides)), }"
    let magic = [0x93] + Array("NUMPY".utf8) + [1, 0]
    let prefix = magic.count + 2
    let length = (prefix + text.utf8.count + 1 + 63) / 64 * 64 - prefix
    let padding = [UInt8](repeating: 0x20, count: length - text.utf8.count - 1)
    return magic + [UInt8(length & 0xFF), UInt8(length >> 8)] + text.utf8 + padding + [0x0A]
  }
}

extension FileWriter {
  func write(_ bytes: [UInt8]) throws(OutputFileError) {
    try bytes.withUnsafeBufferPointer { bytes throws(OutputFileError) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }
}
