import MeshTransform

/// NumPy's array files; they are written in version 1.0: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
public enum NPY {
  /// Writes a map as little-endian 32-bit floats of the shape (height, width, 2): x and y of each pixel.
  ///
  /// - Parameter outside: the value of x and y at empty pixels.
  public static func write(
    _ map: CoordinateMap, outside: Float, to file: OutputFile
  ) throws(OutputFileError) {
    let writer = try Writer(size: map.size, outside: outside, to: file)
    try writer.append(map)
    try writer.commit()
  }

  /// Writes a map in bands with the memory of one row.
  public final class Writer {
    private let writer: FileWriter
    private let outside: Float

    /// - Parameters:
    ///   - size: the size of the whole map in pixels.
    ///   - outside: the value of x and y at empty pixels.
    public init(size: PixelSize, outside: Float, to file: OutputFile) throws(OutputFileError) {
      (writer, self.outside) = (try FileWriter(file), outside)
      try writer.write(NPY.header(shape: [size.height, size.width, 2]))
    }

    /// Appends rows; bands are in order from the top.
    public func append(_ band: CoordinateMap) throws(OutputFileError) {
      let length = 2 * band.size.width
      var row = [UInt8](repeating: 0, count: 4 * length)
      for start in stride(from: 0, to: band.values.count, by: length) {
        for index in 0..<length {
          let value = band.values[start + index]
          let bits = (value.isNaN ? outside : value).bitPattern
          for byte in 0..<4 { row[4 * index + byte] = UInt8(truncatingIfNeeded: bits >> (8 * byte)) }
        }
        try writer.write(row)
      }
    }

    /// Publishes the file.
    public func commit() throws(OutputFileError) { try writer.commit() }
  }

  /// Padded with spaces, so that the data begins at a multiple of 64 bytes.
  static func header(shape: [Int], type: String = "<f4") -> [UInt8] {
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
  func write(_ bytes: [UInt8]) throws(OutputFileError) {
    try bytes.withUnsafeBufferPointer { bytes throws(OutputFileError) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }
}
