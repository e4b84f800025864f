import CPango
import MeshTransform

/// Consecutive glyphs of one font on a line. They belong to a layout, and are valid as long as that is unchanged.
struct TextGlyphs {
  let font: OpaquePointer?
  private var glyphs: CPangoGlyphs
  /// The start of the first glyph on the baseline, in Pango units.
  let x: Int32, baseline: Int32

  /// Glyphs of a run, whose start is at `x`.
  init(_ run: CPangoRun, _ range: Range<Int>, x: Int32, baseline: Int32) {
    font = run.item.pointee.analysis.font
    glyphs = run.glyphs.pointee
    glyphs.count = Int32(range.count)
    glyphs.glyphs += range.lowerBound
    glyphs.clusters += range.lowerBound
    (self.x, self.baseline) = (x, baseline)
  }

  /// The sum of the advances, in Pango units.
  var width: Int32 { (0..<Int(glyphs.count)).reduce(0) { $0 &+ glyphs.glyphs[$1].width } }

  /// Whether no glyph can have ink.
  var isEmpty: Bool {
    (0..<Int(glyphs.count)).allSatisfy { glyphs.glyphs[$0].glyph == UInt32(cpango_empty_glyph) }
  }

  /// In Pango units of the layout.
  var ink: CPangoRectangle {
    var (glyphs, ink) = (glyphs, CPangoRectangle())
    cpango_pango_glyph_string_extents(&glyphs, font, &ink, nil)
    (ink.x, ink.y) = (ink.x &+ x, ink.y &+ baseline)
    return ink
  }

  /// Calls a function of Pango that draws glyphs at the current point.
  func draw(
    on cairo: OpaquePointer?, _ body: (OpaquePointer?, OpaquePointer?, UnsafePointer<CPangoGlyphs>?) -> Void
  ) {
    var glyphs = glyphs
    let unit = Double(cpango_scale)
    cpango_cairo_move_to(cairo, Double(x) / unit, Double(baseline) / unit)
    body(cairo, font, &glyphs)
  }
}

/// The glyphs of the smallest part of a text that can be drawn apart: a letter with its marks, or a ligature.
struct TextCluster {
  /// In bytes of the text.
  let start: Int
  var end: Int
  /// The line, counted from zero.
  let line: Int
  /// In points: the advance of the glyphs by the height of the line.
  var box: Rect
  var glyphs: [TextGlyphs]
}

extension TextLayout {
  /// The clusters in the order of the text.
  /// - Complexity: O(n log n) for n clusters.
  func clusters() -> [TextCluster] {
    var clusters: [TextCluster] = []
    let iterator = cpango_pango_layout_get_iter(layout)
    defer { cpango_pango_layout_iter_free(iterator) }
    var line = 0
    repeat {
      // A line ends with an empty run.
      guard let run = cpango_pango_layout_iter_get_run_readonly(iterator)?.pointee else {
        line += 1
        continue
      }
      var (runBox, lineBox) = (CPangoRectangle(), CPangoRectangle())
      cpango_pango_layout_iter_get_run_extents(iterator, nil, &runBox)
      cpango_pango_layout_iter_get_line_extents(iterator, nil, &lineBox)
      let baseline = cpango_pango_layout_iter_get_baseline(iterator) &- run.y
      let first = clusters.count
      var (x, glyph) = (runBox.x &+ run.start, 0)
      let (item, string) = (run.item.pointee, run.glyphs.pointee)
      while glyph < string.count {
        let start = glyph
        repeat { glyph += 1 } while glyph < string.count && string.clusters[glyph] == string.clusters[start]
        let glyphs = TextGlyphs(run, start..<glyph, x: x, baseline: baseline)
        lineBox.x = x
        lineBox.width = glyphs.width
        clusters.append(
          TextCluster(
            start: Int(item.offset + string.clusters[start]), end: 0, line: line, box: Rect(lineBox),
            glyphs: [glyphs]))
        x &+= glyphs.width
      }
      // Runs from right to left have their last cluster first.
      clusters[first...].sort { $0.start < $1.start }
      for index in first..<clusters.count {
        let isLast = index + 1 == clusters.count
        clusters[index].end = isLast ? Int(item.offset + item.length) : clusters[index + 1].start
      }
    } while cpango_pango_layout_iter_next_run(iterator) != 0
    clusters.sort { $0.start < $1.start }
    return clusters
  }
}
