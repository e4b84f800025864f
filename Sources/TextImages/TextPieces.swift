import MeshTransform

/// A text that is drawn in parts, each into an image of its own. The images together show the text.
public struct TextPieces: Hashable, Sendable {
  /// A part with ink.
  public struct Piece: Hashable, Sendable {
    /// The text of the part.
    public let text: String
    /// Premultiplied.
    public let image: Image
    /// The rectangle of the image in points, from the upper left corner of the whole text's image on.
    public let frame: Rect
  }

  /// The most parts of a text.
  public static let limit = 10_000

  /// In the order of the text.
  public let pieces: [Piece]
  /// The size of the whole text in points, as of its ``TextImage``.
  public let size: Size
  /// Deviations from the requested style.
  public let warnings: [TextWarning]

  /// Lays out the text as a whole, and draws the images of its parts on the pixels of the whole text's image.
  ///
  /// Each image contains the advance of its letters by the height of the line, and all ink. Spaces have none. Parameters
  /// and limits are those of ``TextImage/render(_:style:limit:areaLimit:memoryLimit:)``, for all images together.
  /// - Complexity: O(n log n) for n characters, and the pixels of the images.
  public static func render(
    _ text: String, split: TextSplit, style: TextStyle = TextStyle(),
    limit: PixelSize = PixelSize(32_767, 32_767), areaLimit: Int = 268_435_456, memoryLimit: Int = .max
  ) throws(TextError) -> TextPieces {
    try style.check()
    try TextImage.check(text)
    return try FontLock.withLock { () throws(TextError) in
      let text = try style.hyphenated(text)
      let layout = try TextLayout(text, style: style, limit: limit)
      let whole = try PixelFrame(layout.extents, style, limit: limit)
      let parts = TextParts(text, layout.clusters(), split)
      guard parts.parts.count <= Self.limit else {
        throw .tooManyPieces(split, count: parts.parts.count, limit: Self.limit)
      }
      var (frames, area): ([PixelFrame], Int) = ([], 0)
      for part in parts.parts {
        let frame = try PixelFrame(part.extents(outline: layout.style.outline), within: whole, style)
        frames.append(frame)
        area += frame.size.area
      }
      guard area <= areaLimit else { throw .tooManyPixels(whole.size, limit: areaLimit) }
      let need = style.bytesPerPixel * area
      guard need <= memoryLimit else { throw .tooMuchMemory(whole.size, need: need, limit: memoryLimit) }
      var pieces: [Piece] = []
      for (part, frame) in zip(parts.parts, frames) {
        pieces.append(
          Piece(
            text: part.text(of: text), image: try layout.draw(frame, .glyphs(part.glyphs)),
            frame: Rect(
              origin: Point((frame.x - whole.x) / style.scale, (frame.y - whole.y) / style.scale),
              size: frame.sizeInPoints(style.scale))))
      }
      return TextPieces(
        pieces: pieces, size: whole.sizeInPoints(style.scale),
        warnings: layout.warnings + (parts.keepsJoinedLetters ? [.joinedLetters] : []))
    }
  }
}

/// The parts into which a text is split.
struct TextParts {
  private(set) var parts: [TextCluster] = []
  /// Whether joined letters were left together that would have been split.
  private(set) var keepsJoinedLetters = false

  /// - Parameter clusters: in the order of the text.
  init(_ text: String, _ clusters: [TextCluster], _ split: TextSplit) {
    let utf8 = text.utf8
    var joined = split == .glyphs ? JoinedLetters.ranges(in: text)[...] : []
    // A cluster of a font without a glyph for a whole character ends inside of it.
    var characters = text.indices[...]
    var wasSpace = true
    var offset = (bytes: 0, index: utf8.startIndex)
    for cluster in clusters {
      offset = (cluster.start, utf8.index(offset.index, offsetBy: cluster.start - offset.bytes))
      let isSpace = text.unicodeScalars[offset.index].properties.isWhitespace
      defer { wasSpace = isSpace }
      while let next = characters.first, next < offset.index { characters = characters.dropFirst() }
      while let range = joined.first, range.upperBound <= cluster.start { joined = joined.dropFirst() }
      if isSpace || cluster.glyphs.allSatisfy(\.isEmpty) { continue }
      let isWithLast: Bool
      switch split {
      case .lines: isWithLast = true
      case .words: isWithLast = !wasSpace
      case .glyphs:
        let isInside = characters.first != offset.index
        let isJoined = joined.first.map { $0.lowerBound < cluster.start } ?? false
        if isJoined, !isInside { keepsJoinedLetters = true }
        isWithLast = !wasSpace && (isInside || isJoined)
      }
      let last = parts.count - 1
      if isWithLast, last >= 0, parts[last].line == cluster.line {
        parts[last].end = cluster.end
        parts[last].box = parts[last].box.union(cluster.box)
        parts[last].glyphs += cluster.glyphs
      } else {
        parts.append(cluster)
      }
    }
  }
}

extension TextCluster {
  /// The box with the ink and its outline, in points.
  func extents(outline: TextOutline?) -> Rect {
    glyphs.reduce(box) { TextLayout.union($0, ink: $1.ink, outline: outline?.width ?? 0) }
  }

  func text(of whole: String) -> String {
    let utf8 = whole.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: start)
    let end = utf8.index(start, offsetBy: end - self.start)
    return String(whole[start..<end].unicodeScalars.filter { $0 != "\u{AD}" }.map(Character.init))
  }
}
