import ImageFiles
import MeshTransform

/// The output formats of a clip. The raw value is the name on the command line.
public enum ClipKind: String, Hashable, Sendable, CaseIterable {
  /// Numbered PNG files.
  case pngSequence = "png"
  /// One animated PNG, lossless, with exact timing.
  case apng
  /// Animated WebP, lossless or not, with libwebp.
  case webp
  /// 256 colors per frame and one-bit transparency. libimagequant, which is licensed under the GPL, chooses the colors;
  /// it is not part of this package and is loaded at run time only when a GIF is written.
  case gif
  /// H.264 in MP4, by ffmpeg. Opaque.
  case mp4
  /// VP9 in WebM, by ffmpeg.
  case webm
  /// ProRes 4444 in QuickTime, by ffmpeg, for video editors.
  case mov
  /// FFV1 in Matroska, by ffmpeg: lossless video.
  case mkv
  /// Uncompressed video, Y'CbCr of 8 bits, with a header. Opaque.
  case y4m
  /// Plain pixels: four bytes each, frame after frame.
  case rgba
  /// One array of NumPy, of the shape (frames, height, width, 4). The number of frames comes first: in a pipe it is -1 where
  /// the length is not known before the end.
  case npy

  /// The name in messages, with its article if it has one.
  public var title: String {
    switch self {
    case .pngSequence: "a PNG sequence"
    case .apng: "an animated PNG"
    case .webp: "an animated WebP"
    case .gif: "a GIF"
    case .mp4: "MP4 video"
    case .webm: "WebM video"
    case .mov: "ProRes video"
    case .mkv: "Matroska video"
    case .y4m: "y4m video"
    case .rgba: "raw RGBA"
    case .npy: "a NumPy array"
    }
  }

  /// The extensions of its file names.
  public var endings: [String] {
    switch self {
    case .pngSequence: [".png"]
    case .rgba: [".rgba", ".raw"]
    default: [".\(rawValue)"]
    }
  }

  /// Whether the format supports transparency.
  public var hasAlpha: Bool {
    switch self {
    case .mp4, .y4m: false
    default: true
    }
  }

  /// The size of the frames in the file. H.264 in the pixel format that all players know has even sides; an odd one is
  /// continued by its last column or row.
  public func writtenSize(of size: PixelSize) -> PixelSize {
    self == .mp4 ? PixelSize(size.width + size.width % 2, size.height + size.height % 2) : size
  }

  /// A sentence about a rate at which browsers slow the clip down; nil for other rates, and for formats without that
  /// rule. A GIF of such a rate cannot be written.
  public func warning(of rate: FrameRate) -> String? {
    // Frames of 11 ms are shown in time, shorter ones for 100 ms.
    guard self == .apng || self == .webp, 11 * rate.numerator > 1000 * rate.denominator else { return nil }
    return
      "the frame rate is \(rate), but browsers show frames of \(title) that last 10 ms or less for 100 ms; use 90 "
      + "frames per second or less"
  }

  /// Whether the format holds sound beside the frames.
  public var hasSound: Bool {
    switch self {
    case .mp4, .webm, .mov, .mkv: true
    default: false
    }
  }

  /// The format of an output's name, or `format` if it is given.
  ///
  /// - Parameters:
  ///   - output: a path, a pattern of paths such as `frame-%04d.png`, a directory (a path that ends in a slash or
  ///     exists as one, for a sequence in it) or "-", which is standard output and implies no format.
  ///   - format: one of the raw values; has precedence over the extension of the output's name.
  /// - Throws: ``ClipError/unknownFormat(_:)``, ``ClipError/unclearOutput(_:)``, and
  ///   ``ClipError/oneNameForAllFrames(_:)`` for "clip.png", which could mean a sequence or an animation.
  public static func named(output: String, format: String?) throws(ClipError) -> ClipKind {
    if let format {
      guard let kind = ClipKind(rawValue: format.lowercased()) else { throw .unknownFormat(format) }
      return kind
    }
    if FramePattern.isDirectory(output) { return .pngSequence }
    let name = output.lowercased()
    guard let kind = allCases.first(where: { $0.endings.contains { name.hasSuffix($0) } }) else {
      throw .unclearOutput(output == "-" ? "standard output" : output)
    }
    if kind == .pngSequence, !SequenceFileNames.fileName(of: output).contains("%") {
      throw .oneNameForAllFrames(output)
    }
    return kind
  }

  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
  static var endings: String { allCases.flatMap(\.endings).joined(separator: ", ") }
  static var transparentNames: String {
    allCases.filter(\.hasAlpha).map(\.rawValue).joined(separator: ", ")
  }
}
