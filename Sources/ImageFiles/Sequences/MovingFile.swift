import MeshTransform

/// A file with frames of its own, recognized by its first bytes, whatever its name.
package enum MovingFile: Hashable, Sendable {
  case y4m
  case gif(GIFHeader)
  case animatedPNG(AnimatedPNGHeader)
  case animatedWebP
  /// A container such as MP4, WebM or AVI, which may turn out to have no picture.
  case video

  /// Nil for still pictures and other files, for files that cannot be read, and for pipes and devices, which are not
  /// opened. A GIF of one frame counts as one with frames of its own.
  package init?(_ file: InputFile) {
    guard let bytes = FileBytes.of(file) else { return nil }
    let start = bytes.bytes(at: 0, count: 200)
    if start.starts(with: Y4MHeader.magic) {
      self = .y4m
      return
    }
    switch start.withUnsafeBufferPointer(FileKind.init) {
    case .gif:
      guard let header = GIFHeader(bytes) else { return nil }
      self = .gif(header)
    case .png:
      guard let header = AnimatedPNGHeader(bytes) else { return nil }
      self = .animatedPNG(header)
    // The second bit of the flags of an extended file.
    case .webP where start.count > 20 && start[12..<16].elementsEqual("VP8X".utf8) && start[20] & 2 != 0:
      self = .animatedWebP
    case .video: self = .video
    default: return nil
    }
  }

  /// Whether readers of pictures show its first frame or its default picture.
  package var isPicture: Bool {
    switch self {
    case .animatedPNG, .animatedWebP: true
    case .y4m, .gif, .video: false
    }
  }

  /// The probable kind of a file that is none of these, with its article; nil when it is unknown.
  package static func otherKind(of file: InputFile) -> String? {
    guard let bytes = FileBytes.of(file) else { return nil }
    return bytes.bytes(at: 0, count: 64).withUnsafeBufferPointer(FileKind.init).words
  }
}
