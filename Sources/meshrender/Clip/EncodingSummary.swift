import AnimationFiles
import ImageFiles
import MeshTransform

/// The line about the matrices and ranges of y4m that are assumed because nothing states them.
enum EncodingSummary {
  /// Nil where all is stated.
  ///
  /// - Parameters:
  ///   - sources: the moving contents.
  ///   - output: the name, the size and the options of y4m that is written; nil for other outputs.
  static func sentence(
    _ sources: [FrameSource], output: (name: String, size: PixelSize, options: ClipOptions)? = nil
  ) -> String? {
    var parts: [String] = []
    for source in sources where source.assumedEncoding != FrameSource.Encoding() {
      let part = "\(source.name.excerpt) is read as \(words(source.encoding?.matrix, source.encoding?.range))"
      if !parts.contains(part) { parts.append(part) }
    }
    if let (name, size, options) = output, options.colorMatrix == nil, options.chroma != .none {
      let (matrix, range) = options.y4mEncoding(of: size)
      parts.append("\(name.excerpt) is written as \(words(matrix, range))")
    }
    guard !parts.isEmpty else { return nil }
    return "Colors: \(parts.joined(separator: "; ")); --color-matrix and --color-range say otherwise"
  }

  /// `BT.709 of limited range`.
  private static func words(_ matrix: FrameSource.ColorMatrix?, _ range: FrameSource.ColorRange?) -> String {
    "\(matrix?.title ?? "gray")\(range.map { " of \($0) range" } ?? "")"
  }
}
