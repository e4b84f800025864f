import MeshTransform

/// Writes 16-bit gray pictures in the Portable Graymap format: https://netpbm.sourceforge.net/doc/pgm.html
public enum PGM {
  /// What stands for a place where there is nothing, or that no pixel of the picture has.
  public static let outside: UInt16 = .max

  /// Writes a map as two pictures for FFmpeg's `remap` filter: the column and the row of the pixel of `picture` that is
  /// nearest to each place.
  ///
  /// Both files are whole before either appears.
  /// - Precondition: no side of `picture` is longer than 65,535 pixels.
  public static func write(
    _ map: CoordinateMap, into picture: PixelSize, x: OutputFile, y: OutputFile
  ) throws(OutputFileError) {
    precondition(picture.width <= Int(outside) && picture.height <= Int(outside), "the numbers have 16 bits")
    let writers = [try FileWriter(x), try FileWriter(y)]
    for (axis, writer) in writers.enumerated() {
      try writer.write(Array("P5\n\(map.size.width) \(map.size.height)\n\(outside)\n".utf8))
      var row = [UInt8](repeating: 0, count: 2 * map.size.width)
      for line in 0..<map.size.height {
        for column in 0..<map.size.width {
          let value = pixel(map[column, line], of: picture, axis: axis)
          (row[2 * column], row[2 * column + 1]) = (UInt8(value >> 8), UInt8(value & 0xFF))
        }
        try writer.write(row)
      }
    }
    for writer in writers { try writer.commit() }
  }

  private static func pixel(_ place: SIMD2<Float>?, of picture: PixelSize, axis: Int) -> UInt16 {
    guard let place else { return outside }
    let rounded = place.rounded(.toNearestOrAwayFromZero)
    guard rounded.x >= 0, rounded.y >= 0, rounded.x < Float(picture.width), rounded.y < Float(picture.height)
    else { return outside }
    return UInt16(rounded[axis])
  }
}
