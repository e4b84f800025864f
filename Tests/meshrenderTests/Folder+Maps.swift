extension Folder {
  /// An NPY of the shape (height, width, 2), in NumPy's published format 1.0.
  func writeMap(
    _ width: Int, _ height: Int, to name: String, _ position: (Float, Float) -> (Float, Float)
  ) throws {
    var header = "{'descr': '<f4', 'fortran_order': False, 'shape': (\(height), \(width), 2), }"
    header += String(repeating: " ", count: 64 - (header.utf8.count + 11) % 64) + "\n"
    var bytes: [UInt8] =
      [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(header.utf8.count), 0] + Array(header.utf8)
    for index in 0..<width * height {
      let (x, y) = position(Float(index % width), Float(index / width))
      for value in [x, y] { withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes += $0 } }
    }
    try write(bytes, to: name)
  }
}
