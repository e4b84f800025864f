/// The faces of a map's cells.
///
/// A cell whose neighbors are of its size, or larger, is one face. One with smaller neighbors is a fan about its center,
/// with all corners of the neighbors on its sides, so that there are no gaps. At an edge of the content a cell is cut
/// along the line between the two points of its sides where the content ends. A periodic map's faces are cut once more
/// where they cross the sides of the content.
struct PlaneFaces {
  /// A corner of a polygon: a point of the canvas with the content there.
  private struct Corner {
    var to: SIMD2<Double>, from: SIMD2<Double>
    var key: Key
  }

  /// The origin of a vertex: a node, the center of a cell, or a cut between two other corners.
  private indirect enum Key: Hashable {
    case node(Int)
    case center(cell: Int)
    /// The end of the content between a node with content and one without.
    case edge(Int, Int)
    /// The side of a periodic content between two corners.
    case seam(Key, Key)
  }

  private struct VertexKey: Hashable {
    let key: Key
    /// The whole widths by which the content is moved.
    let shift: Int
  }

  private(set) var vertices: [Mesh.Vertex] = []
  private(set) var faces: [Mesh.Face] = []
  private let cells: PlaneCells
  private var indices: [VertexKey: UInt32] = [:]

  init(_ cells: PlaneCells) { self.cells = cells }

  /// Adds the faces of all cells.
  mutating func add() {
    for index in cells.cells.indices { add(cell: index) }
  }

  private mutating func add(cell index: Int) {
    let outline = outline(of: cells.cells[index])
    let polygon = cut(outline)
    guard polygon.count >= 3 else { return }
    if polygon.count == 4, outline.count == 4 {
      addPolygon(polygon)
    } else if let center = center(of: polygon, cell: index) {
      for i in polygon.indices { addPolygon([center, polygon[i], polygon[(i + 1) % polygon.count]]) }
    } else {
      for i in 1..<polygon.count - 1 { addPolygon([polygon[0], polygon[i], polygon[i + 1]]) }
    }
  }

  /// The corners of a cell and those of smaller neighbors on its sides, in the order of a face.
  private func outline(of cell: PlaneCells.Cell) -> [Int] {
    var outline: [Int] = []
    /// Adds the corners from a to b, without b.
    func add(_ a: (x: Int, y: Int), _ b: (x: Int, y: Int)) {
      let middle = (x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
      let isDivisible = max((b.x - a.x).magnitude, (b.y - a.y).magnitude) >= 2
      if isDivisible, cells.corner(middle.x, middle.y) != nil {
        add(a, middle)
        add(middle, b)
      } else if let corner = cells.corner(a.x, a.y) {
        outline.append(corner)
      }
    }
    let corners = cell.corners
    for i in 0..<4 { add(corners[i], corners[(i + 1) % 4]) }
    return outline
  }

  /// The part of an outline with content.
  private func cut(_ outline: [Int]) -> [Corner] {
    var polygon: [Corner] = []
    for (i, index) in outline.enumerated() {
      let next = outline[(i + 1) % outline.count]
      let (node, following) = (cells.nodes[index], cells.nodes[next])
      if let content = node.content {
        polygon.append(Corner(to: node.position, from: content, key: .node(index)))
        if following.content == nil { polygon.append(edge(from: index, to: next)) }
      } else if following.content != nil {
        polygon.append(edge(from: next, to: index))
      }
    }
    return polygon
  }

  /// The last point with content on the way from a node with content to one without.
  private func edge(from inside: Int, to outside: Int) -> Corner {
    let (a, b) = (cells.nodes[inside], cells.nodes[outside])
    var (low, high) = (0.0, 1.0)
    var last = Corner(to: a.position, from: a.content ?? .zero, key: .edge(inside, outside))
    for _ in 0..<24 {
      let middle = (low + high) / 2
      let point = a.position + middle * (b.position - a.position)
      if let content = cells.map.content(point) {
        (last.to, last.from, low) = (point, content, middle)
      } else {
        high = middle
      }
    }
    return last
  }

  private func center(of polygon: [Corner], cell: Int) -> Corner? {
    let sum = polygon.reduce(SIMD2<Double>.zero) { $0 + $1.to }
    let point = sum / Double(polygon.count)
    return cells.map.content(point).map { Corner(to: point, from: $0, key: .center(cell: cell)) }
  }

  /// Adds a triangle or a quadrilateral.
  private mutating func addPolygon(_ polygon: [Corner]) {
    guard cells.map.isPeriodic else { return addFace(polygon, shift: 0) }
    var polygon = polygon
    for i in polygon.indices.dropFirst() {
      polygon[i].from = polygon[0].from + cells.map.difference(polygon[0].from, polygon[i].from)
    }
    let xs = polygon.map(\.from.x)
    let (low, high) = (xs.min() ?? 0, xs.max() ?? 0)
    if low >= 0, high <= 1 { return addFace(polygon, shift: 0) }
    // The content is linear on triangles only.
    for i in 1..<polygon.count - 1 {
      let triangle = [polygon[0], polygon[i], polygon[i + 1]]
      for shift in -1...1 {
        let part = clip(
          clip(triangle, at: Double(shift), keepsAbove: true), at: Double(shift + 1), keepsAbove: false)
        guard part.count >= 3 else { continue }
        if part.count <= 4 {
          addFace(part, shift: shift)
        } else {
          for i in 1..<part.count - 1 { addFace([part[0], part[i], part[i + 1]], shift: shift) }
        }
      }
    }
  }

  /// The part of a polygon on one side of a vertical line of the content.
  private func clip(_ polygon: [Corner], at x: Double, keepsAbove: Bool) -> [Corner] {
    func isKept(_ corner: Corner) -> Bool { keepsAbove ? corner.from.x >= x : corner.from.x <= x }
    var result: [Corner] = []
    for (i, corner) in polygon.enumerated() {
      let next = polygon[(i + 1) % polygon.count]
      if isKept(corner) { result.append(corner) }
      guard (corner.from.x - x) * (next.from.x - x) < 0 else { continue }
      let t = (x - corner.from.x) / (next.from.x - corner.from.x)
      // The same point for both faces beside the line, whichever corner comes first.
      let isReversed = (next.to.x, next.to.y) < (corner.to.x, corner.to.y)
      let (a, b, s) = isReversed ? (next, corner, 1 - t) : (corner, next, t)
      result.append(
        Corner(
          to: a.to + s * (b.to - a.to), from: SIMD2(x, a.from.y + s * (b.from.y - a.from.y)),
          key: .seam(a.key, b.key)))
    }
    return result
  }

  private mutating func addFace(_ polygon: [Corner], shift: Int) {
    let corners = polygon.map { vertex($0, shift: shift) }
    guard corners.count >= 3 else { return }
    faces.append(Mesh.Face(corners[0], corners[1], corners[2], corners.count > 3 ? corners[3] : corners[2]))
  }

  private mutating func vertex(_ corner: Corner, shift: Int) -> UInt32 {
    let from = SIMD2(corner.from.x - Double(shift), corner.from.y)
    // A vertex at a side of the content is there twice.
    let key = VertexKey(
      key: corner.key, shift: cells.map.isPeriodic ? Int(clamping: (from.x * 2).rounded(.down)) : 0)
    if let index = indices[key] { return index }
    let index = UInt32(vertices.count)
    vertices.append(
      Mesh.Vertex(
        from: SIMD2<Float>(from), to: SIMD3(Float(corner.to.x), Float(corner.to.y), 0)))
    indices[key] = index
    return index
  }
}
