import ImageFiles
import MeshTransform

/// Reads maps of any known format; the first bytes of a file determine its format, never its name.
public enum MapFile {
  /// Reads a map: one file, or a pair with x in the first and y in the second.
  ///
  /// The sizes in a file's header are checked against `limits` and against the length of the file before memory is
  /// allocated for the pixels. The result takes 8 bytes a pixel. Reading takes besides: for an NPY nothing if it has
  /// 32-bit little-endian values in C order, else the bytes of the file; for a FLO nothing; for pairs and for PNG 8 bytes
  /// a pixel; for OpenCV's text the bytes of the file.
  /// - Parameters:
  ///   - files: one or two.
  ///   - overrides: the stated parts of the convention.
  ///   - limits: the largest map; a pixel counts as one of 16 bits per channel.
  /// - Throws: ``MapFileError``, also for a map in which no pixel has a position.
  public static func read(
    _ files: [InputFile], overrides: MapOverrides = MapOverrides(), limits: ImageLimits = .standard
  ) throws(MapFileError) -> (map: MeasuredMap, warnings: [MapWarning]) {
    precondition(files.count == 1 || files.count == 2, "a map is one file or a pair")
    let name = files[0].description
    let (format, first) = try channels(of: files[0], overrides, limits)
    var contents = first
    if files.count == 2 {
      let (otherFormat, second) = try channels(of: files[1], overrides, limits)
      let other = files[1].description
      guard otherFormat == format else {
        throw .differentFormats(name: name, format, other: other, otherFormat)
      }
      for (name, channels) in [(name, first), (other, second)] where channels.count == 2 {
        throw .secondFileUnneeded(name: name)
      }
      guard first.size == second.size else {
        throw .differentSizes(name: name, first.size, other: other, second.size)
      }
      contents = MapChannels(x: first, y: second)
    } else if first.count == 1 {
      throw .secondFileMissing(name: name, format)
    }
    return try finish(&contents, name: name, format, overrides)
  }

  private static func finish(
    _ contents: inout MapChannels, name: String, _ format: MapFormat, _ overrides: MapOverrides
  ) throws(MapFileError) -> (map: MeasuredMap, warnings: [MapWarning]) {
    let convention = overrides.convention(of: format)
    let marks = HoleMarks(&contents.values, outside: HoleMarks.outside)
    guard marks.positions > 0 else { throw .noPositions(name: name, format) }
    var warnings: [MapWarning] = []
    if convention.units == .pixels, !convention.isRelative, marks.small == marks.positions,
      max(contents.size.width, contents.size.height) > 8
    {
      warnings.append(.probablyNormalized(name: name))
    }
    if overrides.smoothsIntegerSteps {
      if convention.units == .pixels, contents.values.areWholeOrNaN {
        contents.values = IntegerSteps.smooth(contents.values, size: contents.size)
        warnings.append(.smoothedIntegerSteps(name: name))
      } else {
        warnings.append(.noIntegerSteps(name: name))
      }
    }
    let map = MeasuredMap(size: contents.size, values: contents.values, convention: convention)
    return (map, warnings)
  }

  private static func channels(
    of file: InputFile, _ overrides: MapOverrides, _ limits: ImageLimits
  ) throws(MapFileError) -> (MapFormat, MapChannels) {
    let source = try MapSource.open(file, limits: limits)
    let head = source.bytes.bytes(at: 0, count: 200)
    guard let format = MapFormat(firstBytes: head) else {
      throw .unknownFormat(
        name: source.name, looksLike: head.isEmpty ? "an empty file" : InputFile.binaryKind(of: head))
    }
    let convention = overrides.convention(of: format)
    let channels =
      switch format {
      case .npy: try NPYMap.read(source, limits: limits)
      case .pgm: try PGM.read(source, limits: limits)
      case .png: try PNGMap.read(source, convention, limits: limits)
      case .exr: try EXRMap.read(source, convention, limits: limits)
      case .openCV: try FileStorageMap.read(source, limits: limits)
      case .flo: try FLO.read(source, limits: limits)
      }
    return (format, channels)
  }
}

/// A remark about a map that was read. `name` is the path, or "standard input".
public enum MapWarning: Hashable, Sendable, CustomStringConvertible {
  /// Whole numbers were taken for rounded positions, and smoothed.
  case smoothedIntegerSteps(name: String)
  /// Smoothing was asked for, but the positions have fractions.
  case noIntegerSteps(name: String)
  /// All positions are within about −1...1 of a unit that is a pixel.
  case probablyNormalized(name: String)
  /// A loss of the picture that holds the map.
  case image(String)

  public var description: String {
    switch self {
    case .smoothedIntegerSteps(let name):
      "\(name.excerpt) has whole numbers, which were smoothed: positions differ from them by up to half a pixel"
    case .noIntegerSteps(let name):
      "\(name.excerpt) is not smoothed: its positions are not whole numbers"
    case .probablyNormalized(let name):
      "all positions of \(name.excerpt) are within a pixel or two; if they are fractions of the picture, use --map-units "
        + "unit, ndc or ndc-corners"
    case .image(let words): words
    }
  }
}
