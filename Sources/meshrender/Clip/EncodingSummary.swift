import AnimationFiles
import ImageFiles
import MeshTransform

/// The line about the matrices and ranges of y4m and videos that are assumed because nothing states them.
enum EncodingSummary {
  /// The sentence; nil when nothing is assumed.
  ///
  /// - Parameters:
  ///   - sources: the moving contents.
  ///   - output: the name, the size and the options of y4m that is written; nil for other outputs.
  static func sentence(
    _ sources: [FrameSource], output: (name: String, size: PixelSize, options: ClipOptions)? = nil
  ) -> String? {
    var parts: [String] = []
    // Flags of y4m are not those of a video.
    var hasStream = false
    for source in sources where source.assumedEncoding != FrameSource.Encoding() {
      let part = "\(source.name.excerpt) is read as \(words(source.encoding?.matrix, source.encoding?.range))"
      if !parts.contains(part) { parts.append(part) }
      if source.isStream { hasStream = true }
    }
    if let (name, size, options) = output, options.colorMatrix == nil, options.chroma != .none {
      let (matrix, range) = options.y4mEncoding(of: size)
      parts.append("\(name.excerpt) is written as \(words(matrix, range))")
      hasStream = true
    }
    guard !parts.isEmpty else { return nil }
    let flags = hasStream ? "--color-matrix and --color-range change" : "--content-matrix changes"
    return "Colors: \(parts.joined(separator: "; ")); \(flags) this"
  }

  /// `BT.709 of limited range`.
  private static func words(_ matrix: FrameSource.ColorMatrix?, _ range: FrameSource.ColorRange?) -> String {
    "\(matrix?.title ?? "gray")\(range.map { " of \($0) range" } ?? "")"
  }
}
