/// The probable kind of a file by its first bytes.
enum FileKind: Hashable, Sendable {
  case png, jpeg, webP, npy, exr, gif, empty, damagedPNG
  /// A container of video, with its article: "a Matroska or WebM video".
  case video(String)
  /// Another known kind, with its article: "a GIF picture".
  case other(String)
  case unknown

  /// - Parameter bytes: the first 64 bytes of the file, or more, or all if it has fewer.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    func starts(_ magic: [UInt8], at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: magic) }
    func starts(_ magic: String, at offset: Int = 0) -> Bool { starts(Array(magic.utf8), at: offset) }

    if bytes.isEmpty {
      self = .empty
    } else if starts([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if starts([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if starts([0x89, 0x50, 0x4E, 0x47]) || starts([0x09, 0x50, 0x4E, 0x47]) {
      self = .damagedPNG  // line ends translated, or the high bit lost, by a transfer as text
    } else if starts([0x93] + Array("NUMPY".utf8)) {
      self = .npy
    } else if starts(EXRFile.magic) {
      self = .exr
    } else if starts("GIF8") {
      self = .gif
    } else if bytes.count > 3, bytes[0] == UInt8(ascii: "P"), (0x31...0x37).contains(bytes[1]),
      [0x0A, 0x0D, 0x20].contains(bytes[2]),
      (0x30...0x39).contains(bytes[3]) || "#\nW".utf8.contains(bytes[3])
    {
      // Its number, then a size, a comment or, in the newest form, the word WIDTH.
      self = .other("a PPM, PGM or PBM picture")
    } else if let (_, name) = Self.binaries.first(where: { starts($0.magic) }) {
      self = .other(name)
    } else if starts("RIFF"), starts("WEBP", at: 8) {
      self = .webP
    } else if starts("RIFF"), starts("AVI ", at: 8) {
      self = .video("an AVI video")
    } else if starts("ftyp", at: 4), starts("avi", at: 8) || starts("hei", at: 8) || starts("mif1", at: 8) {
      self = .other(starts("avi", at: 8) ? "an AVIF picture" : "a HEIC picture")
    } else if ["ftyp", "moov", "mdat", "wide"].contains(where: { starts($0, at: 4) }) {
      self = .video("an MP4 or QuickTime video")
    } else if starts([0x47], at: 0) && starts([0x47], at: 188)
      || starts([0x47], at: 4) && starts([0x47], at: 196)
    {
      self = .video("an MPEG transport stream")
    } else if let (_, name) = Self.videos.first(where: { starts($0.magic) }) {
      self = .video(name)
    } else {
      self = Self.text(bytes)
    }
  }

  /// The kind with its article, "a GIF picture"; nil when it is unknown.
  var words: String? {
    switch self {
    case .png, .damagedPNG: "a PNG picture"
    case .jpeg: "a JPEG picture"
    case .webP: "a WebP picture"
    case .npy: "a NumPy array"
    case .exr: "an OpenEXR picture"
    case .gif: "a GIF picture"
    case .video(let kind), .other(let kind): kind
    case .empty, .unknown: nil
    }
  }

  /// A command that makes a PNG of a kind that is not read; nil where there is none that is usual.
  /// - Parameter words: those of ``words``.
  static func converter(of words: String) -> String? {
    converters.first { words.hasSuffix($0.words) }?.command
  }

  /// Programs of Debian's packages ffmpeg, libjxl-tools, libheif-examples, librsvg2-bin and poppler-utils.
  private static let converters: [(words: String, command: String)] = [
    ("BMP picture", "ffmpeg -i in.bmp out.png"), ("TIFF picture", "ffmpeg -i in.tiff out.png"),
    ("PBM picture", "ffmpeg -i in.ppm out.png"), ("QOI picture", "ffmpeg -i in.qoi out.png"),
    ("icon", "ffmpeg -i in.ico out.png"), ("AVIF picture", "ffmpeg -i in.avif out.png"),
    ("HEIC picture", "heif-convert in.heic out.png"), ("JPEG XL picture", "djxl in.jxl out.png"),
    ("SVG drawing", "rsvg-convert in.svg -o out.png"),
    ("PDF document", "pdftoppm -png -r 150 -singlefile in.pdf out"),
  ]

  /// Whether the kind is one of text.
  /// - Parameter bytes: those of which it is the kind.
  func isText(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if case .other = self { Self.text(bytes) == self } else { false }
  }

  private static let binaries: [(magic: [UInt8], name: String)] = [
    (Array("BM".utf8), "a BMP picture"), ([0x49, 0x49, 0x2A, 0x00], "a TIFF picture"),
    ([0x4D, 0x4D, 0x00, 0x2A], "a TIFF picture"), ([0x49, 0x49, 0x2B, 0x00], "a TIFF picture"),
    ([0x4D, 0x4D, 0x00, 0x2B], "a TIFF picture"), ([0xFF, 0x0A], "a JPEG XL picture"),
    ([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20], "a JPEG XL picture"), (Array("qoif".utf8), "a QOI picture"),
    ([0x8A, 0x4D, 0x4E, 0x47], "an MNG animation"), (Array("%PDF".utf8), "a PDF document"),
    ([0, 0, 1, 0], "an icon"), ([0x1F, 0x8B], "gzip-compressed"), (Array("PK".utf8), "a ZIP archive"),
  ]

  private static let videos: [(magic: [UInt8], name: String)] = [
    ([0x1A, 0x45, 0xDF, 0xA3], "a Matroska or WebM video"), (Array("OggS".utf8), "an Ogg video"),
    (Array("FLV".utf8), "a Flash video"), ([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], "an ASF video"),
    ([0, 0, 1, 0xBA], "an MPEG program stream"), ([0, 0, 1, 0xB3], "an MPEG video"),
    ([0x06, 0x0E, 0x2B, 0x34], "an MXF video"), (Array("DKIF".utf8), "an IVF video"),
    (Array("nut/multimedia container".utf8), "a NUT video"), (Y4MHeader.magic, "a y4m video"),
  ]

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> FileKind {
    let isText = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }
    let whole = String(decoding: bytes, as: UTF8.self)
    // The last character may be cut off; any other invalid one means that the bytes are not text.
    guard isText, !whole.dropLast(bytes.count < 64 ? 0 : 1).contains("\u{FFFD}") else { return .unknown }
    let head = whole.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.lowercased()
    if head.hasPrefix("<svg") { return .other("an SVG drawing") }
    if head.hasPrefix("<?xml") {
      return .other(head.contains("<svg") ? "an SVG drawing" : "an XML or SVG document")
    }
    if head.hasPrefix("<!doctype") || head.hasPrefix("<html") { return .other("an HTML page") }
    if head.hasPrefix("{") || head.hasPrefix("[") { return .other("a JSON document") }
    return .other("text")
  }
}
