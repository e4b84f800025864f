import MeshTransform

/// Encodes a picture in bands of whole rows; the methods are called in their order below. The bytes depend on the
/// picture alone.
final class PNGEncoder {
  private let sink: ByteSink
  private let name: String
  private let writer: PNGWriter
  /// The encoder of the pixels; nil where libpng encodes them.
  private var strips: PNGStrips?
  let warning: PNG.Warning?

  /// Writes all that precedes the pixels.
  /// - `alpha`, `depth`: of all bands.
  /// - `hasAlpha`: whether the file has a channel of alpha.
  /// - `onlyRuns`: whether libpng searches only for runs of one byte.
  init(
    _ size: PixelSize, _ alpha: Image.Alpha, _ depth: Image.Depth, _ profile: ColorProfile?,
    _ density: PixelDensity?, into sink: ByteSink, name: String, _ compression: PNG.Compression,
    hasAlpha: Bool, onlyRuns: Bool = false
  ) throws(ImageFileError) {
    (self.sink, self.name) = (sink, name)
    writer = try PNGWriter.into(sink, name: name)
    strips = compression == .fast && hasAlpha ? PNGStrips(size, alpha, depth) : nil
    // In channels of 16 bits the lower bytes are noise, in which the search for repetitions finds nothing: photographs
    // become smaller without it, in half the time.
    let hasNoise = depth == .sixteen && compression.level == 1
    warning = try writer.begin(
      size, depth, profile, density, compression, hasAlpha ? .rgba : .rgb, onlyRuns: onlyRuns || hasNoise)
  }

  /// Encodes the next rows.
  func append(_ band: Image) throws(ImageFileError) {
    if strips == nil { return try writer.addRows(of: band) }
    try strips?.append(band, into: sink, name: name)
  }

  /// Writes the rest of the file, once all rows are encoded.
  func finish() throws(ImageFileError) {
    if let strips { try strips.finish(into: sink, name: name) } else { try writer.end() }
  }
}

@available(*, unavailable) extension PNGEncoder: Sendable {}
