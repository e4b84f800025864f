import MeshTransform

/// The first line of a YUV4MPEG2 stream: `YUV4MPEG2 W640 H480 F30000:1001 Ip A1:1 C420jpeg XCOLORRANGE=FULL`.
///
/// Format: the manual page yuv4mpeg(5) of mjpegtools, FFmpeg's comment for the range, and one of our own for the matrix.
struct Y4MHeader: Hashable, Sendable {
  static let magic = Array("YUV4MPEG2".utf8)
  /// The maximum size in bytes of this line, and of the line before each frame.
  static let lineLimit = 4096

  var size = PixelSize(0, 0)
  /// Nil when the stream has none.
  var rate: FrameSource.Rate?
  /// The default of the format.
  var chroma = ChromaLayout.of("420jpeg")!
  /// The matrix and the range that the comments state; nil for a member that no comment states.
  var encoding = FrameSource.Encoding()
  var warnings: [String] = []

  /// - Parameter line: without its line feed.
  init(_ line: [UInt8], name: String) throws(FrameSourceError) {
    for word in line.split(separator: UInt8(ascii: " ")).dropFirst() {
      let value = String(decoding: word.dropFirst(), as: UTF8.self)
      func fault(_ expected: String) -> FrameSourceError {
        .header(
          name: name, problem: "has \"\(String(excerptOf: word))\"; use \(expected)")
      }
      switch UnicodeScalar(word.first ?? 0) {
      case "W":
        guard let width = Self.integer(value) else { throw fault("a width in pixels, W640") }
        size.width = width
      case "H":
        guard let height = Self.integer(value) else { throw fault("a height in pixels, H480") }
        size.height = height
      case "F":
        let parts = Self.ratio(value)
        guard let parts else { throw fault("frames per second as a ratio, F30000:1001") }
        rate = FrameSource.Rate(parts.0, parts.1)
        // 0:0 means an unknown rate.
        guard rate != nil || parts == (0, 0) else {
          throw fault("a rate of 1/10000 to 1000000 frames per second")
        }
      case "I":
        if ["t", "b", "m"].contains(value) {
          warnings.append("\(name.excerpt) is interlaced; its frames are not deinterlaced")
        }
      case "A":
        if let (a, b) = Self.ratio(value), a != b {
          warnings.append(
            "\(name.excerpt) has a pixel aspect ratio of \(a):\(b), but its pixels are shown as squares; scale the layer's width"
          )
        }
      case "C":
        guard let layout = ChromaLayout.of(value) else { throw fault(ChromaLayout.hint(value)) }
        chroma = layout
      case "X":
        if let name = value.dropPrefix("COLORRANGE=") {
          encoding.range = FrameSource.ColorRange(rawValue: name.lowercased()) ?? encoding.range
        } else if let name = value.dropPrefix("MATRIX=") {
          encoding.matrix = FrameSource.ColorMatrix(rawValue: name.lowercased()) ?? encoding.matrix
        }
      default: break  // to be skipped, says the format
      }
    }
    guard size.width > 0, size.height > 0 else {
      throw .header(
        name: name, problem: "has no \(size.width > 0 ? "height" : "width"); add both, such as W640 and H480")
    }
  }

  /// At most nine digits, so that sums and products of two values cannot overflow.
  private static func integer(_ text: some StringProtocol) -> Int? {
    text.utf8.count <= 9 && text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int(text) : nil
  }

  private static func ratio(_ text: String) -> (Int, Int)? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let a = integer(parts[0]), let b = integer(parts[1]) else { return nil }
    return (a, b)
  }
}

extension String {
  fileprivate func dropPrefix(_ prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}

/// The number of chroma samples and their positions relative to the luma samples.
struct ChromaLayout: Hashable, Sendable {
  /// The positions of the samples of a plane along an axis.
  enum Siting: Hashable, Sendable {
    /// One sample for each luma sample.
    case each
    /// One sample for two luma samples: at the first, halfway between them, or at the second.
    case first, between, second
  }

  var horizontal = Siting.each
  var blueRows = Siting.each, redRows = Siting.each
  var isGray = false

  /// The layout named after `C`; nil when it is not supported.
  static func of(_ tag: String) -> ChromaLayout? {
    switch tag {
    case "420jpeg", "420": ChromaLayout(horizontal: .between, blueRows: .between, redRows: .between)
    case "420mpeg2": ChromaLayout(horizontal: .first, blueRows: .between, redRows: .between)
    // The lines alternate between the two chroma planes, red first.
    case "420paldv": ChromaLayout(horizontal: .first, blueRows: .second, redRows: .first)
    case "422": ChromaLayout(horizontal: .first)
    case "444": ChromaLayout()
    case "mono": ChromaLayout(isGray: true)
    default: nil
    }
  }

  static func hint(_ tag: String) -> String {
    let kinds = "C420jpeg, C420mpeg2, C420paldv, C422, C444 or Cmono"
    if tag.contains("p1") || tag.contains("p9") || tag.hasPrefix("mono") {
      return "8 bits per sample, as written by ffmpeg -pix_fmt yuv444p: \(kinds)"
    }
    return tag == "444alpha" ? "\(kinds); for alpha, use raw RGBA or a sequence of PNG files" : kinds
  }

  /// The size of a chroma plane.
  func planeSize(_ size: PixelSize) -> PixelSize {
    PixelSize(
      horizontal == .each ? size.width : (size.width + 1) / 2,
      blueRows == .each ? size.height : (size.height + 1) / 2)
  }

  func byteCount(_ size: PixelSize) -> Int { size.area + (isGray ? 0 : 2 * planeSize(size).area) }
}
