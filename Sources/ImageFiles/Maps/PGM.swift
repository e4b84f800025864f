import MeshTransform

/// Writes 16-bit gray pictures in the Portable Graymap format: https://netpbm.sourceforge.net/doc/pgm.html
public enum PGM {
  /// The value of an empty pixel, or of a place outside the picture.
  public static let outside: UInt16 = .max

  /// Writes a map as two pictures for FFmpeg's `remap` filter: the column and the row of the pixel of `picture` nearest
  /// to each place.
  ///
  /// Both files are complete before either is published.
  /// - Precondition: no side of `picture` is longer than 65,535 pixels.
  public static func write(
    _ map: CoordinateMap, into picture: PixelSize, x: OutputFile, y: OutputFile
  ) throws(OutputFileError) {
    let writer = try PairWriter(size: map.size, picture: picture, x: x, y: y)
    try writer.append(map)
    try writer.commit()
  }

  /// Writes such a pair in bands with the memory of one row.
  public final class PairWriter {
    private let writers: [FileWriter]
    private let picture: PixelSize

    /// - Parameters:
    ///   - size: of the whole map.
    ///   - picture: the size to which the places refer.
    /// - Precondition: no side of `picture` is longer than 65,535 pixels.
    public init(
      size: PixelSize, picture: PixelSize, x: OutputFile, y: OutputFile
    ) throws(OutputFileError) {
      precondition(
        picture.width <= Int(outside) && picture.height <= Int(outside), "the numbers have 16 bits")
      (writers, self.picture) = ([try FileWriter(x), try FileWriter(y)], picture)
      for writer in writers {
        try writer.write(Array("P5\n\(size.width) \(size.height)\n\(outside)\n".utf8))
      }
    }

    /// Appends rows; bands are in order from the top.
    public func append(_ band: CoordinateMap) throws(OutputFileError) {
      for (axis, writer) in writers.enumerated() {
        var row = [UInt8](repeating: 0, count: 2 * band.size.width)
        for line in 0..<band.size.height {
          for column in 0..<band.size.width {
            let value = PGM.pixel(band[column, line], of: picture, axis: axis)
            (row[2 * column], row[2 * column + 1]) = (UInt8(value >> 8), UInt8(value & 0xFF))
          }
          try writer.write(row)
        }
      }
    }

    /// Publishes both files.
    public func commit() throws(OutputFileError) {
      for writer in writers { try writer.commit() }
    }
  }

  private static func pixel(_ place: SIMD2<Float>?, of picture: PixelSize, axis: Int) -> UInt16 {
    guard let place else { return outside }
    let rounded = place.rounded(.toNearestOrAwayFromZero)
    guard rounded.x >= 0, rounded.y >= 0, rounded.x < Float(picture.width), rounded.y < Float(picture.height)
    else { return outside }
    return UInt16(clamping: rounded[axis])
  }
}
