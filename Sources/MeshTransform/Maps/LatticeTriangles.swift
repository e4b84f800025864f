extension Mesh.Face {
  /// The first number of an added point, above all of other points.
  static let firstAdded = UInt32(1) << 31

  func movingAdded(to offset: UInt32) -> Mesh.Face {
    Mesh.Face(
      indices.replacing(with: indices &- Self.firstAdded &+ offset, where: indices .>= Self.firstAdded))
  }
}

/// The faces inside some of the largest squares of a lattice.
struct LatticeTriangles {
  private(set) var faces: [Mesh.Face] = []
  /// Points beside holes, which are no points of the lattice.
  private(set) var added: [LatticeMesh.Point] = []
  private let numbering: LatticeNumbering
  private let width: Int, height: Int

  private typealias Place = SIMD2<Int32>

  init(_ numbering: LatticeNumbering) {
    self.numbering = numbering
    width = numbering.lattice.columns.positions.count
    height = numbering.lattice.rows.positions.count
  }

  /// Adds the faces of a square, and those that the squares beside it share with it.
  mutating func add(square column: Int, _ row: Int) {
    let side = numbering.lattice.cell
    let (left, top) = (Int32(clamping: column * side), Int32(clamping: row * side))
    let (right, bottom) = (left + Int32(clamping: side), top + Int32(clamping: side))
    if (column + row) & 1 == 0 {
      divide(Place(left, top), Place(right, bottom), apex: Place(right, top))
      divide(Place(left, top), Place(right, bottom), apex: Place(left, bottom))
    } else {
      divide(Place(right, top), Place(left, bottom), apex: Place(left, top))
      divide(Place(right, top), Place(left, bottom), apex: Place(right, bottom))
    }
  }

  /// Adds the faces of the triangle with the longest side a-b, which exists.
  private mutating func divide(_ a: Place, _ b: Place, apex: Place) {
    let isSmallest = abs(a.x &- b.x) == 1 && a.y != b.y
    if !isSmallest {
      let middle = (a &+ b) &>> 1
      switch numbering.state(index(middle)) {
      case .hole: return
      case .undivided: break
      case .divides:
        divide(apex, a, apex: middle)
        divide(b, apex, apex: middle)
        return
      }
    }
    // The triangle on the other side exists if its apex divides the triangle of which it is a half.
    let opposite = a &+ b &- apex
    let isInside =
      opposite.x >= 0 && opposite.y >= 0 && Int(opposite.x) < width && Int(opposite.y) < height
    let hasOpposite = isInside && divides(opposite)
    if hasOpposite, (opposite.y, opposite.x) < (apex.y, apex.x) { return }
    if isSmallest, [a, apex, b, opposite].contains(where: { value($0).x.isNaN }) {
      addCell(pointwiseMin(a, b))
      return
    }
    let first = number(a)
    let second = number(apex)
    let third = number(b)
    let (along, across) = (apex &- a, b &- a)
    let isClockwise = along.x &* across.y &- along.y &* across.x > 0
    if hasOpposite {
      let fourth = number(opposite)
      faces.append(
        isClockwise ? Mesh.Face(first, second, third, fourth) : Mesh.Face(first, fourth, third, second))
    } else {
      faces.append(
        isClockwise ? Mesh.Face(first, second, third, third) : Mesh.Face(first, third, second, second))
    }
  }

  /// Whether a triangle has its right angle here.
  private func divides(_ place: Place) -> Bool {
    isCorner(place) || numbering.state(index(place)) == .divides
  }

  private func isCorner(_ place: Place) -> Bool {
    let mask = Int32(clamping: numbering.lattice.cell - 1)
    return (place.x | place.y) & mask == 0
  }

  private func number(_ place: Place) -> UInt32 { numbering.number(index(place)) }
  private func index(_ place: Place) -> Int { Int(place.y) * width + Int(place.x) }
  private func value(_ place: Place) -> SIMD2<Float> { numbering.lattice.values[index(place)] }
  private func position(_ place: Place) -> SIMD2<Float> {
    SIMD2(numbering.lattice.columns.positions[Int(place.x)], numbering.lattice.rows.positions[Int(place.y)])
  }

  /// A corner of a triangle of a divided cell.
  private struct Corner {
    var number: UInt32
    var position: SIMD2<Float>
  }

  /// Adds the part of the smallest square nearer to its pixels with positions than to its holes: the triangles between
  /// its middle, its corners with positions, and the middles of sides from such a corner to a hole.
  private mutating func addCell(_ corner: Place) {
    let corners = [corner, corner &+ Place(1, 0), corner &+ Place(1, 1), corner &+ Place(0, 1)]
    let isHole = corners.map { value($0).x.isNaN }
    guard isHole.contains(false) else { return }
    let middle = middle(of: corner)
    var (sum, count) = (SIMD2<Float>.zero, Float(0))
    for (i, place) in corners.enumerated() where !isHole[i] {
      let sides =
        value(place, toward: corners[(i + 1) % 4], middle)
        + value(place, toward: corners[(i + 3) % 4], middle)
      sum += sides - value(place)
      count += 1
    }
    let center = add(middle, sum / count)
    for i in 0..<4 {
      let (p, q) = (corners[i], corners[(i + 1) % 4])
      guard !isHole[i] || !isHole[(i + 1) % 4] else { continue }
      addTriangle(
        center, isHole[i] ? addMiddle(q, p, middle) : Corner(number: number(p), position: position(p)),
        isHole[(i + 1) % 4] ? addMiddle(p, q, middle) : Corner(number: number(q), position: position(q)))
    }
  }

  /// The place of a smallest square where the squares of pixels meet.
  private func middle(of corner: Place) -> SIMD2<Float> {
    func coordinate(_ axis: LatticeAxis, _ line: Int) -> Float {
      let (low, high) = (axis.positions[line], axis.positions[line + 1])
      return axis.isHalf[line] ? low : axis.isHalf[line + 1] ? high : (low + high) / 2
    }
    return SIMD2(
      coordinate(numbering.lattice.columns, Int(corner.x)), coordinate(numbering.lattice.rows, Int(corner.y)))
  }

  /// Adds a triangle unless its corners are on a line.
  private mutating func addTriangle(_ a: Corner, _ b: Corner, _ c: Corner) {
    let (u, v) = (b.position - a.position, c.position - a.position)
    if u.x * v.y != u.y * v.x { faces.append(Mesh.Face(a.number, b.number, c.number, c.number)) }
  }

  private mutating func add(_ position: SIMD2<Float>, _ value: SIMD2<Float>) -> Corner {
    added.append(LatticeMesh.Point(position: position, value: value))
    return Corner(number: Mesh.Face.firstAdded + UInt32(clamping: added.count - 1), position: position)
  }

  /// The place between a point and a hole beside it where the hole begins.
  private mutating func addMiddle(_ p: Place, _ hole: Place, _ middle: SIMD2<Float>) -> Corner {
    let own = position(p)
    let place = p.x == hole.x ? SIMD2(own.x, middle.y) : SIMD2(middle.x, own.y)
    return add(place, value(p, toward: hole, middle))
  }

  /// The value on the line from a point to its neighbor, where it passes `middle`. Toward a hole it continues that of
  /// the points before.
  private func value(_ p: Place, toward q: Place, _ middle: SIMD2<Float>) -> SIMD2<Float> {
    let own = value(p)
    let distance = p.x == q.x ? middle.y - position(p).y : middle.x - position(p).x
    func continued(from other: Place) -> SIMD2<Float> {
      let length = p.x == q.x ? position(p).y - position(other).y : position(p).x - position(other).x
      let value = own + (own - value(other)) * (distance / length)
      return value.x.isNaN ? own : value
    }
    if !value(q).x.isNaN { return continued(from: q) }
    let before = p &+ p &- q
    let isInside = before.x >= 0 && before.y >= 0 && Int(before.x) < width && Int(before.y) < height
    return isInside ? continued(from: before) : own
  }
}
