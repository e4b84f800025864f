import MeshTransform

/// Finds out by trying whether zlib does better on a picture when it seeks only runs of one byte.
///
/// After filtering, photographs have hardly any repetition but noise; looking for it takes time, and its rare short
/// finds cost more bits than the plain bytes. Text and flat drawings do repeat, and need the search.
enum RunProbe {
  private static let strips = 8, rows = 8

  /// Encodes 64 rows both ways: a few percent of the time for the whole. Small pictures are not worth it.
  static func prefersRuns(_ image: Image, _ compression: PNG.Compression) throws(ImageFileError) -> Bool {
    guard image.size.height >= 4 * strips * rows else { return false }
    return try size(image, compression, onlyRuns: true) <= size(image, compression, onlyRuns: false)
  }

  private static func size(
    _ image: Image, _ compression: PNG.Compression, onlyRuns: Bool
  ) throws(ImageFileError) -> Int {
    let sink = CountingSink()
    let writer = try PNGWriter.into(sink, name: "a probe")
    _ = try writer.begin(PixelSize(image.size.width, strips * rows), nil, compression, onlyRuns: onlyRuns)
    for strip in 0..<strips {
      let first = (2 * strip + 1) * image.size.height / (2 * strips) - rows / 2
      try writer.addRows(first..<first + rows, of: image)
    }
    try writer.end()
    return sink.count
  }
}
