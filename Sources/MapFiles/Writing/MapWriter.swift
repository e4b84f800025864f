import ImageFiles
import MeshTransform

/// Writes a map in bands of rows, in any of the formats and any convention that it can hold. The file appears whole with
/// ``commit()`` or not at all, and both files of a pair with it.
///
/// Takes the memory of two bands, and for OpenCV's files, in which all x precede all y, also 4 bytes for each pixel of the
/// map.
public final class MapWriter {
  private let encoder: any MapEncoder
  private let whole: PixelSize, picture: PixelSize
  private let convention: MapConvention
  private let outside: Float
  private var row = 0

  /// - Parameters:
  ///   - size: of the whole map.
  ///   - picture: the size of the picture to which positions refer.
  ///   - convention: nil is the one of the format.
  ///   - outside: the value of x and y at pixels without a position, in NPY and OpenCV's files; nil is -1000000, which
  ///     `remap` takes for a place far outside, where NaN is undefined.
  ///   - files: one, or two for PGM: those of x and y.
  /// - Throws: ``MapFileError/convention(_:reason:remedy:)`` and ``MapFileError/pictureTooLarge(_:size:limit:)`` before a
  ///   file is created, and errors of the output.
  public init(
    _ format: MapFormat, size: PixelSize, picture: PixelSize, convention: MapConvention? = nil,
    outside: Float? = nil, to files: [OutputFile]
  ) throws(MapFileError) {
    precondition(files.count == (format == .pgm ? 2 : 1), "a pair of PGMs, or one file")
    let convention = convention ?? format.convention
    try format.check(convention, picture: picture)
    (whole, self.picture, self.convention) = (size, picture, convention)
    self.outside = outside ?? HoleMarks.outside
    switch format {
    case .npy: encoder = try NPYEncoder(size, to: files[0])
    case .pgm: encoder = try PGMEncoder(size, picture: picture, x: files[0], y: files[1])
    case .png: encoder = try PNGMapEncoder(size, convention, to: files[0])
    case .exr: encoder = try EXREncoder(size, convention, to: files[0])
    case .openCV: encoder = try FileStorageEncoder(size, to: files[0])
    case .flo: encoder = try FLOEncoder(size, to: files[0])
    }
  }

  /// Appends rows; bands are in order from the top.
  /// - Precondition: bands have the width of the map, and together at most its rows.
  public func append(_ band: CoordinateMap) throws(MapFileError) {
    precondition(
      band.size.width == whole.width && row + band.size.height <= whole.height, "a band of the map")
    let numbers = MeasuredMap(band: band, firstRow: row, of: whole, picture: picture, convention: convention)
    row += band.size.height
    try encoder.append(numbers, outside: outside)
  }

  /// Publishes the file, or both of a pair.
  /// - Precondition: all rows were appended.
  public func commit() throws(MapFileError) {
    precondition(row == whole.height, "all rows are appended")
    try encoder.commit()
  }
}

@available(*, unavailable) extension MapWriter: Sendable {}

extension MapFile {
  /// Writes a whole map, as ``MapWriter`` does.
  public static func write(
    _ map: CoordinateMap, picture: PixelSize, _ format: MapFormat, convention: MapConvention? = nil,
    outside: Float? = nil, to files: [OutputFile]
  ) throws(MapFileError) {
    let writer = try MapWriter(
      format, size: map.size, picture: picture, convention: convention, outside: outside, to: files)
    try writer.append(map)
    try writer.commit()
  }
}

/// Encodes the numbers of a convention in a format.
protocol MapEncoder {
  /// Appends rows.
  /// - Parameter outside: the value for NaN in formats without a mark of their own.
  func append(_ band: MeasuredMap, outside: Float) throws(MapFileError)
  func commit() throws(MapFileError)
}

extension MapFormat {
  /// Checks that the format can hold the convention.
  fileprivate func check(_ convention: MapConvention, picture: PixelSize) throws(MapFileError) {
    switch self {
    case .npy, .exr: break
    case .openCV, .pgm:
      let isPlain =
        convention.units == .pixels && convention.origin == .top && !convention.isRelative
      guard isPlain else {
        throw .convention(
          self, reason: "its readers expect pixels from the top",
          remedy: "leave out the convention, or use an NPY")
      }
      let longest = Int(PGM.outside)
      if self == .pgm, max(picture.width, picture.height) > longest {
        throw .pictureTooLarge(self, size: picture, limit: longest)
      }
    case .flo:
      guard convention.units == .pixels, convention.origin == .top, convention.isRelative else {
        throw .convention(
          self, reason: "its readers expect differences in pixels, from the top",
          remedy: "leave out the convention, or use an NPY")
      }
    case .png:
      _ = try PNGMap.Scale(convention)
      if convention.units == .pixels, !convention.isRelative, max(picture.width, picture.height) > 65_535 {
        throw .pictureTooLarge(self, size: picture, limit: 65_535)
      }
    }
  }
}
