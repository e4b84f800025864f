import ImageFiles
import MeshTransform

/// Why a map can't be read or written. `name` is the path, or "standard input".
public enum MapFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes cannot be read.
  case input(InputFileError)
  /// The bytes cannot be written.
  case output(OutputFileError)
  /// The picture that holds the map cannot be read or written, or exceeds the limits.
  case image(ImageFileError)
  /// The first bytes are of none of the formats. `looksLike` has its article; nil when unknown.
  case unknownFormat(name: String, looksLike: String?)
  /// A file that violates its format or holds no map. `reason` is a clause, `remedy` an imperative.
  case broken(name: String, MapFormat, reason: String, remedy: String)
  /// Every pixel is without a position.
  case noPositions(name: String, MapFormat)
  /// One file of a format of which two are needed.
  case secondFileMissing(name: String, MapFormat)
  /// A second file beside one that holds x and y.
  case secondFileUnneeded(name: String)
  /// Two files of different formats.
  case differentFormats(name: String, MapFormat, other: String, MapFormat)
  /// Two files of different sizes.
  case differentSizes(name: String, PixelSize, other: String, PixelSize)
  /// A convention that the format cannot hold. `reason` is a clause, `remedy` an imperative.
  case convention(MapFormat, reason: String, remedy: String)
  /// A side of the picture has more pixels than the format has numbers.
  case pictureTooLarge(MapFormat, size: PixelSize, limit: Int)

  public var description: String {
    switch self {
    case .input(let error): error.description
    case .output(let error): error.description
    case .image(let error): error.description
    case .unknownFormat(let name, let kind?):
      "\(name.excerpt) is not a map but looks like \(kind); \(Self.formats)"
    case .unknownFormat(let name, nil):
      "\(name.excerpt) is not a map: its first bytes are unknown; \(Self.formats)"
    case .broken(let name, let format, let reason, let remedy):
      "\(name.excerpt) is not a map (\(format.title.dropping(articleOf: format))): \(reason); \(remedy)"
    case .noPositions(let name, let format):
      "\(name.excerpt) has no pixel with a position: each is a hole"
        + (format.convention.validity == .none
          ? "; write the map again"
          : " by its alpha or its values; if alpha means something else, use --map-valid none")
    case .secondFileMissing(let name, let format):
      "\(name.excerpt) is \(format.title) of one channel, which holds x or y; name both files, as in "
        + "map:x.\(format.rawValue)+y.\(format.rawValue)"
    case .secondFileUnneeded(let name):
      "\(name.excerpt) holds x and y, and another file is named besides; leave it out"
    case .differentFormats(let name, let format, let other, let otherFormat):
      "\(name.excerpt) is \(format.title), but \(other.excerpt) is \(otherFormat.title); use two files of one format"
    case .differentSizes(let name, let size, let other, let otherSize):
      "\(name.excerpt) is \(size) pixels, but \(other.excerpt) is \(otherSize); use two files of one map"
    case .convention(let format, let reason, let remedy):
      "\(format.title) cannot hold this map: \(reason); \(remedy)"
    case .pictureTooLarge(let format, let size, let limit):
      "\(format.title) has values up to \(limit), but the positions are in \(size) px; use an NPY"
    }
  }

  private static let formats =
    "use an NPY, a pair of PGMs, a 16-bit PNG, an EXR, a file of OpenCV's FileStorage or a FLO"
}

extension String {
  /// The title of a format without its article.
  fileprivate func dropping(articleOf format: MapFormat) -> Substring {
    split(separator: " ", maxSplits: 1).last ?? self[...]
  }
}
