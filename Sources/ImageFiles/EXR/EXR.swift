import MeshTransform

/// OpenEXR files as pictures: linear light with colors that are multiplied by alpha, become values that sRGB's curve
/// encodes, and the reverse.
public enum EXR {
  /// The size of the picture in pixels: that of the display window.
  static func readSize(from file: InputFile) throws(ImageFileError) -> PixelSize {
    try EXRFile.readHeader(from: file).displayWindow.size
  }

  /// Reads a picture: its channels R, G and B, or Y alone, and A; else those of the layer "Combined", else those of the
  /// first layer that has them.
  ///
  /// The image is the display window; where that has no data it is transparent. Light is divided by alpha, limited to
  /// 0...1 and encoded: by the curve of sRGB, or, in a file with other primaries than those of ITU-R BT.709, by the
  /// exponent 1/2.2, and the profile of the image states the primaries. NaN is black. Pixels with an alpha of 0 keep no
  /// color. The result is `.opaque` if every alpha is the largest value, else `.straight`.
  ///
  /// Takes the memory of the image, of a band of about 16 MiB and of up to 16 blocks of lines.
  /// - Parameter depth: the depth of the image.
  /// - Throws: as ``EXRFile/read(from:channels:limits:)``.
  public static func read(
    from file: InputFile, limits: ImageLimits = .standard, depth: Image.Depth = .sixteen
  ) throws(ImageFileError) -> (image: Image, warnings: [ImageWarning]) {
    try read(from: file, limits: limits, depth: depth, isMeasured: false)
  }

  /// - Parameter isMeasured: whether values stay as they are instead of being encoded.
  static func read(
    from file: InputFile, limits: ImageLimits, depth: Image.Depth, isMeasured: Bool
  ) throws(ImageFileError) -> (image: Image, warnings: [ImageWarning]) {
    let name = file.description
    let reader = try EXRFile.Reader(file, limits: limits)
    let picture = try Channels(reader.header, name: name)
    let size = reader.header.displayWindow.size
    try limits.check(size, depth, name: name, additional: 4 * Rows.bandSamples)
    let primaries = reader.header.chromaticities.flatMap { $0.isNear(.sRGB) ? nil : $0 }
    let encoding: LightCurve.Encoding =
      isMeasured ? .none : primaries == nil ? .sRGB : .power(Double(gamma) / 100_000)
    var rows = Rows(reader, picture, curve: LightCurve(encoding), depth)
    try rows.read()
    let profile =
      isMeasured ? nil : primaries.map { ColorProfile(gamma: gamma, chromaticities: $0) } ?? .sRGB
    let image = Image(
      size: size, alpha: rows.isOpaque ? .opaque : .straight, depth: depth, bytes: rows.bytes,
      colorProfile: profile, pixelDensity: reader.header.density)
    var warnings: [ImageWarning] = []
    if !picture.layer.isEmpty { warnings.append(.layer(name: name, layer: picture.layer)) }
    if rows.isClipped { warnings.append(.clippedLight(name: name)) }
    return (image, warnings)
  }

  /// The exponent of encoded values with other primaries than those of sRGB, in 1/100,000.
  static let gamma: Int32 = 45_455

  /// The channels of a picture.
  struct Channels {
    /// Red, green and blue, or gray.
    let colors: [String]
    let alpha: String?
    /// Empty for a picture outside layers.
    let layer: String

    init(_ header: EXRFile.Header, name: String) throws(ImageFileError) {
      let names = header.channels.map(\.name)
      let known = Set(names)
      func layer(_ name: String) -> String {
        String(name.dropLast(name.split(separator: ".").last?.count ?? 0))
      }
      // The names of layers end with a period; the empty one is first.
      let layers = [""] + Set(names.map(layer)).subtracting([""]).sorted()
      func colors(of layer: String) -> [String]? {
        [["R", "G", "B"], ["Y"]].map { $0.map { layer + $0 } }.first { known.isSuperset(of: $0) }
      }
      let candidates = layers.filter { colors(of: $0) != nil }
      let outside = candidates.first { $0.isEmpty }
      guard
        let found = outside ?? candidates.first(where: { $0.hasSuffix("Combined.") }) ?? candidates.first,
        let colors = colors(of: found)
      else {
        throw .missingChannels(name: name, wanted: "R, G and B, and no Y", channels: names)
      }
      self.colors = colors
      alpha = known.contains(found + "A") ? found + "A" : nil
      self.layer = String(found.dropLast())
    }
  }
}

extension ColorProfile.Chromaticities {
  /// Whether they differ by at most 1/1000, which files that round them do.
  func isNear(_ other: ColorProfile.Chromaticities) -> Bool {
    [(white, other.white), (red, other.red), (green, other.green), (blue, other.blue)].allSatisfy { a, b in
      abs(Int(a.x) - Int(b.x)) <= 100 && abs(Int(a.y) - Int(b.y)) <= 100
    }
  }
}
