import CPango

/// Letter spacing beside signs: parts of a letter for the cursor, but glyph clusters of their own.
///
/// Pango puts half of the spacing on either side of a cluster, and nothing around a sign: the half behind a letter comes
/// between it and its signs. Here it moves behind the last of them. Pango draws signs without a width half a spacing
/// nearer in return, which is taken back.
struct SignSpacing {
  /// In Pango units.
  let whole: Int32
  private let left: Int32, right: Int32

  init(_ style: TextStyle) {
    let unit = Int32(cpango_scale)
    whole = Int32(clamping: (style.letterSpacing * Double(unit)).rounded())
    // Pango rounds halves of whole points so.
    left = whole % unit == 0 ? (whole / 2 + unit / 2) & ~(unit - 1) : whole / 2
    right = whole - left
  }

  /// - Parameter signs: for each byte of the text whether a sign begins there.
  func placeSigns(_ signs: [Bool], in layout: OpaquePointer) {
    // Pango has cached the extents of its lines, and computes them again for lines that others may have changed.
    var lines = cpango_pango_layout_get_lines(layout)
    while let line = lines?.pointee {
      var (runs, isFirst) = (line.line.pointee.runs, true)
      while let run = runs?.pointee {
        placeSigns(signs, run.run.pointee, isFirst: isFirst, isLast: run.next == nil)
        (runs, isFirst) = (run.next, false)
      }
      lines = line.next
    }
  }

  /// - Parameters:
  ///   - isFirst: whether the run is the leftmost of its line.
  ///   - isLast: whether it is the rightmost.
  private func placeSigns(_ signs: [Bool], _ run: CPangoRun, isFirst: Bool, isLast: Bool) {
    let (item, string) = (run.item.pointee, run.glyphs.pointee)
    let (count, isLeftward) = (Int(string.count), item.analysis.level & 1 == 1)
    // Glyphs in the order of the text.
    func index(_ glyph: Int) -> Int { isLeftward ? count - 1 - glyph : glyph }
    func cluster(_ glyph: Int) -> Int { Int(string.clusters[index(glyph)]) }
    func add(_ sign: Int32, behind glyph: Int) {
      string.glyphs[index(glyph)].width &+= sign &* (isLeftward ? left : right)
      if isLeftward { string.glyphs[index(glyph)].x &+= sign &* left }
    }
    var next = 1
    while next < count {
      let start = next
      next += 1
      guard cluster(start) != cluster(start - 1), signs[Int(item.offset) + cluster(start)] else { continue }
      while next < count, cluster(next) == cluster(start) { next += 1 }
      add(-1, behind: start - 1)
      if string.glyphs[index(start)].width == 0 {
        string.glyphs[index(start)].x &+= isLeftward ? -left : right
      }
      // At the end of a run Pango has put the half behind its last glyph, if that has a width.
      let isAtEnd = next == count && (isLeftward ? isFirst : isLast)
      let hasSpace = next == count && string.glyphs[index(count - 1)].width != 0
      if !isAtEnd, !hasSpace { add(1, behind: next - 1) }
    }
  }
}
