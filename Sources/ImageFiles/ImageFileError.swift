import MeshTransform

/// Why a picture can't be read or written. `name` is the path, "standard input" or "standard output".
public enum ImageFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes cannot be read.
  case input(InputFileError)
  /// The bytes cannot be written.
  case output(OutputFileError)
  /// A file of 0 bytes.
  case empty(name: String)
  /// Not a PNG. `looksLike` has its article: "a JPEG picture"; nil when unknown.
  case notPNG(name: String, looksLike: String?)
  /// None of the known formats. `looksLike` has its article: "a GIF picture"; nil when unknown.
  case unknownFormat(name: String, looksLike: String?)
  /// A GIF or a video. `looksLike` has its article: "a GIF picture".
  case movingPicture(name: String, looksLike: String)
  /// A PNG damaged by a transfer as text, which changes line ends.
  case changedByTextTransfer(name: String)
  /// The data ends within the picture.
  case truncated(name: String)
  /// A PNG that violates the format; `reason` is libpng's message.
  case broken(name: String, reason: String)
  /// The data of a JPEG end within the picture.
  case truncatedJPEG(name: String)
  /// A JPEG that violates the format; `reason` is libjpeg's message.
  case brokenJPEG(name: String, reason: String)
  /// A kind of JPEG that is not read; `reason` is libjpeg's message.
  case unsupportedJPEG(name: String, reason: String)
  /// A JPEG with more scans than any encoder writes, each of which takes the time of a picture.
  case tooManyScans(name: String, limit: Int)
  /// The data of a WebP end within the picture.
  case truncatedWebP(name: String)
  /// A WebP that violates the format.
  case brokenWebP(name: String)
  /// A NumPy array that is no picture; `reason` is a clause.
  case brokenNPY(name: String, reason: String)
  /// Not an OpenEXR file. `looksLike` has its article: "a PNG picture"; nil when unknown.
  case notEXR(name: String, looksLike: String?)
  /// The data of an OpenEXR file end within the picture.
  case truncatedEXR(name: String)
  /// An OpenEXR file that violates the format; `reason` is a clause.
  case brokenEXR(name: String, reason: String)
  /// A kind of OpenEXR file that is not read.
  case unreadEXR(name: String, EXRFile.UnreadKind)
  /// An OpenEXR file without the channels `wanted`, words for them.
  case missingChannels(name: String, wanted: String, channels: [String])
  /// A color profile that is damaged, or not one of RGB.
  case unusableProfile(name: String)
  /// A library that is loaded at its first use; `packages` are Debian's.
  case libraryMissing(name: String, packages: String, reason: String)
  /// A side longer than ``ImageLimits/side``.
  case sideTooLong(name: String, size: PixelSize, limit: Int)
  /// A side longer than the format of the output can hold.
  case tooLargeToWrite(name: String, size: PixelSize, limit: Int)
  /// More pixels than ``ImageLimits/pixels``.
  case tooManyPixels(name: String, size: PixelSize, limit: Int)
  /// Exceeds the caller's `limit`; both in bytes.
  case tooMuchMemory(name: String, size: PixelSize, need: Int, limit: Int)
  /// The encoder failed; `reason` is libpng's message.
  case notEncodable(name: String, reason: String)
  /// Too little memory for the image.
  case outOfMemory(name: String)

  /// The remedy for a picture in a format that is not read.
  private static func remedy(_ kind: String, _ format: String) -> String {
    FileKind.converter(of: kind).map { "convert it: \($0)" } ?? "convert it to \(format) first"
  }

  public var description: String {
    switch self {
    case .input(let error): error.description
    case .output(let error): error.description
    case .empty(let name): "\(name.excerpt) is empty; expected a PNG, JPEG or WebP picture"
    case .notPNG(let name, let kind?):
      "\(name.excerpt) is not a PNG but looks like \(kind); \(Self.remedy(kind, "PNG"))"
    case .notPNG(let name, nil):
      "\(name.excerpt) is not a PNG picture: it does not start with the PNG signature"
    case .unknownFormat(let name, let kind?):
      "\(name.excerpt) is not a PNG, JPEG or WebP but looks like \(kind); \(Self.remedy(kind, "one of them"))"
    case .unknownFormat(let name, nil):
      "\(name.excerpt) is not a PNG, JPEG or WebP picture: its signature is unknown"
    case .movingPicture(let name, let kind):
      "\(name.excerpt) is not a PNG, JPEG or WebP but \(kind); extract one of its frames as a picture"
    case .changedByTextTransfer(let name):
      "\(name.excerpt) is a PNG damaged by a text-mode transfer, which changed its line endings; transfer it again in binary mode"
    case .truncated(let name):
      "\(name.excerpt) ends in the middle of the picture; the PNG is incomplete, copy it again"
    case .broken(let name, let reason):
      "\(name.excerpt) is a damaged PNG (\(reason)); export or copy it again"
    case .truncatedJPEG(let name):
      "\(name.excerpt) ends in the middle of the picture; the JPEG is incomplete, copy it again"
    case .brokenJPEG(let name, let reason):
      "\(name.excerpt) is a damaged JPEG (\(reason)); export or copy it again"
    case .unsupportedJPEG(let name, let reason):
      "\(name.excerpt) is an unsupported kind of JPEG (\(reason)); export it as an 8-bit baseline or progressive JPEG"
    case .tooManyScans(let name, let limit):
      "\(name.excerpt) has more than \(limit) scans, where progressive JPEGs have about ten; export it again"
    case .truncatedWebP(let name):
      "\(name.excerpt) ends in the middle of the picture; the WebP is incomplete, copy it again"
    case .brokenWebP(let name): "\(name.excerpt) is a damaged WebP; export or copy it again"
    case .brokenNPY(let name, let reason):
      "\(name.excerpt) is not a picture: \(reason); save an array of uint8 or uint16 with the shape (height, width, 4), "
        + "(height, width, 3) or (height, width)"
    case .notEXR(let name, let kind):
      "\(name.excerpt) is not an OpenEXR file"
        + (kind.map { " but looks like \($0)" } ?? ": its signature is unknown")
    case .truncatedEXR(let name):
      "\(name.excerpt) ends in the middle of the picture; the EXR is incomplete, copy it again"
    case .brokenEXR(let name, let reason):
      "\(name.excerpt) is a damaged EXR (\(reason)); export or copy it again"
    case .unreadEXR(let name, let kind): "\(name.excerpt) \(kind)"
    case .missingChannels(let name, let wanted, let channels):
      "\(name.excerpt) has no \(wanted); its channels are "
        + channels.prefix(8).map { "\"\($0.excerpt)\"" }.joined(separator: ", ")
        + (channels.count > 8 ? " and \(channels.count - 8) more" : "")
    case .unusableProfile(let name):
      "\(name.excerpt) is not an RGB color profile; use an ICC profile or a color space: "
        + ColorSpace.allCases.map(\.rawValue).joined(separator: ", ")
    case .libraryMissing(let name, let packages, let reason):
      "\(name.excerpt): a library is missing (\(reason)); install it: apt-get install \(packages)"
    case .sideTooLong(let name, let size, let limit):
      "\(name.excerpt) is \(size) pixels, but the limit is \(limit) pixels per side; scale it down"
    case .tooLargeToWrite(let name, let size, let limit):
      "\(name.excerpt): the picture is \(size) pixels, but this format allows at most \(limit) pixels per side; write a PNG"
    case .tooManyPixels(let name, let size, let limit):
      "\(name.excerpt) is \(size), which is \(size.area) pixels, but the limit is \(limit); scale it down"
    case .tooMuchMemory(let name, let size, let need, let limit):
      "\(name.excerpt) is \(size) pixels, which need \(need) bytes of memory, but only \(limit) are available; scale it down"
    case .notEncodable(let name, let reason):
      "\(name.excerpt): the picture cannot be encoded: \(reason)"
    case .outOfMemory(let name): "\(name.excerpt): not enough memory for the picture; scale it down"
    }
  }
}
