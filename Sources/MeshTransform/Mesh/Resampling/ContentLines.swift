/// The vertical and horizontal lines of a grid over the content, in unit layer space: rising, from 0 to 1.
struct ContentLines: Hashable {
  var xs: [Float]
  var ys: [Float]

  /// Lines this close together are one.
  private static var tolerance: Float { 1e-6 }

  /// Evenly spaced lines.
  init(rows: Int, columns: Int) { (xs, ys) = (Self.even(columns), Self.even(rows)) }

  /// The lines through all vertices of the mesh's faces; even lines, two for each vertex along a side of a square with
  /// as many, for a mesh whose vertices lie on no grid.
  init(of mesh: Mesh) {
    var isUsed = [Bool](repeating: false, count: mesh.vertices.count)
    for face in mesh.faces { for corner in 0..<4 { isUsed[Int(face.indices[corner])] = true } }
    let used = mesh.vertices.indices.filter { isUsed[$0] }
    xs = Self.merged(used.map { mesh.vertices[$0].fromX })
    ys = Self.merged(used.map { mesh.vertices[$0].fromY })
    guard xs.count > 8 * used.count / ys.count + 1 else { return }
    let count = max(1, Int(clamping: (2 * Double(used.count).squareRoot()).rounded(.up)))
    (xs, ys) = (Self.even(count), Self.even(count))
  }

  /// The lines of both.
  func union(_ other: ContentLines) -> ContentLines {
    var lines = self
    (lines.xs, lines.ys) = (Self.merged(xs + other.xs), Self.merged(ys + other.ys))
    return lines
  }

  /// With the same number of even lines inserted between any two, until there are at least `count` columns and rows.
  func refined(to count: Int) -> ContentLines {
    var lines = self
    (lines.xs, lines.ys) = (Self.refined(xs, count), Self.refined(ys, count))
    return lines
  }

  /// Even lines in the same proportion, if there are more crossings than the limit.
  func limited(to limit: Int) -> ContentLines {
    let (across, down) = (Double(xs.count), Double(ys.count))
    guard across * down > Double(limit) else { return self }
    let factor = (Double(limit) / (across * down)).squareRoot()
    let columns = min(max(1, Int(clamping: across * factor) - 1), max(1, limit / 2 - 1))
    return ContentLines(
      rows: max(1, min(Int(clamping: down * factor), limit / (columns + 1)) - 1), columns: columns)
  }

  private static func even(_ count: Int) -> [Float] { (0...count).map { Float($0) / Float(count) } }

  private static func merged(_ values: [Float]) -> [Float] {
    var lines: [Float] = [0]
    for value in values.sorted() where value > lines[lines.count - 1] + tolerance && value < 1 - tolerance {
      lines.append(value)
    }
    return lines + [1]
  }

  private static func refined(_ lines: [Float], _ count: Int) -> [Float] {
    let parts = (count - 1) / (lines.count - 1) + 1
    guard parts > 1 else { return lines }
    var result: [Float] = []
    for (a, b) in zip(lines, lines.dropFirst()) {
      result += (0..<parts).map { a + (b - a) * (Float($0) / Float(parts)) }
    }
    return result + [1]
  }
}
