import MeshTransform

/// Measures whether zlib compresses a picture better when it searches only for runs of one byte.
///
/// After filtering, photographs have few repetitions apart from noise: the search takes time, and its rare short
/// matches cost more bits than literals. Text and flat drawings repeat and need the search.
enum RunProbe {
  private static let strips = 8, rows = 8

  /// Encodes 64 rows in both modes, a few percent of the total time. Small pictures are not probed.
  static func prefersRuns(_ image: Image, _ compression: PNG.Compression) throws(ImageFileError) -> Bool {
    guard image.size.height >= 4 * strips * rows else { return false }
    return try size(image, compression, onlyRuns: true) <= size(image, compression, onlyRuns: false)
  }

  private static func size(
    _ image: Image, _ compression: PNG.Compression, onlyRuns: Bool
  ) throws(ImageFileError) -> Int {
    let sink = CountingSink()
    let writer = try PNGWriter.into(sink, name: "a probe")
    _ = try writer.begin(
      PixelSize(image.size.width, strips * rows), image.depth, nil, nil, compression, .rgba,
      onlyRuns: onlyRuns)
    for strip in 0..<strips {
      let first = (2 * strip + 1) * image.size.height / (2 * strips) - rows / 2
      try writer.addRows(first..<first + rows, of: image)
    }
    try writer.end()
    return sink.count
  }
}
