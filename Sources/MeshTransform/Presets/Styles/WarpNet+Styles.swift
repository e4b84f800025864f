extension WarpNet {
  /// The control points of a style, as ``WarpStyle`` describes them.
  ///
  /// - Parameter bend: -1...1.
  init(_ style: WarpStyle, bend: Double, width: Double, height: Double) {
    let angle = bend * .pi / 2
    func flat(_ rows: Int, _ columns: Int) -> WarpNet {
      WarpNet(rows: rows, columns: columns, width: width, height: height)
    }
    func arc(y: Double, _ angle: Double) -> [SIMD2<Double>] {
      Self.arc(from: 0, to: width, y: y, angle: angle)
    }
    switch style {
    case .arc:
      let net = Self.bent(by: abs(angle), width, height)
      self = bend < 0 ? net.mirrored : net
    case .arcLower:
      self = flat(2, 4)
      rows[1] = arc(y: height, -angle)
    case .arcUpper: self = WarpNet(.arcLower, bend: bend, width: width, height: height).mirrored
    case .arch: self.init([arc(y: 0, angle), arc(y: height, angle)], width: width, height: height)
    case .bulge: self.init([arc(y: 0, angle), arc(y: height, -angle)], width: width, height: height)
    case .shellLower:
      self = flat(4, 4)
      if bend > 0 { fanOut(by: angle) } else { curveIn(by: angle) }
    case .shellUpper: self = WarpNet(.shellLower, bend: bend, width: width, height: height).mirrored
    case .flag:
      self = flat(2, 4)
      for row in 0...1 { addS(2 * height * bend, row: row) }
    case .wave:
      self = flat(3, 4)
      addS(-2 * height * bend, row: 1)
    case .fish:
      self = flat(2, 4)
      addS(2 * height * bend, row: 0)
      addS(-2 * height * bend, row: 1)
    case .rise:
      self = flat(2, 4)
      for row in 0...1 {
        for column in 0...1 { rows[row][column].y += 2 * height * bend }
      }
    case .fisheye:
      self = flat(4, 4)
      for row in 1...2 {
        for column in 1...2 {
          let corner = SIMD2(column == 1 ? 0 : width, row == 1 ? 0 : height)
          rows[row][column] += (corner - rows[row][column]) * (2 * bend)
        }
      }
    case .inflate:
      self = flat(3, 3)
      moveEdges(x: width * bend / 2, y: height * bend / 2)
    case .squeeze:
      self = flat(3, 3)
      moveEdges(x: -width * bend / 2, y: height * bend / 2)
    case .twist:
      self = flat(4, 4)
      rotateInside(by: bend)
    }
  }

  /// Two concentric arcs; the lower one ends in the bottom corners.
  private static func bent(by angle: Double, _ width: Double, _ height: Double) -> WarpNet {
    let (out, up) = (height * sine(angle), height * cosine(angle))
    return WarpNet(
      [
        arc(from: -out, to: width + out, y: height - up, angle: angle),
        arc(from: 0, to: width, y: height, angle: angle),
      ], width: width, height: height)
  }

  /// The lower half of the sides turns outward about the top corners, and the bottom edge is an arc between its ends.
  private mutating func fanOut(by angle: Double) {
    turnSides(by: angle, length: height * 2 / 3, from: 0)
    let (out, down) = (height * sine(angle), height * cosine(angle))
    rows[3] = Self.arc(from: -out, to: width + out, y: down, angle: -angle)
  }

  /// The sides turn about the bottom corners, and the bottom edge is an arc upward, for an angle of 0 or less.
  private mutating func curveIn(by angle: Double) {
    turnSides(by: -angle, length: -height / 3, from: height)
    rows[3] = Self.arc(from: 0, to: width, y: height, angle: -angle)
  }

  /// Places the ends of the third row on lines through the corners at the height `y`, turned outward by an angle.
  private mutating func turnSides(by angle: Double, length: Double, from y: Double) {
    let (out, down) = (abs(length) * sine(angle), length * cosine(angle))
    (rows[2][0], rows[2][3]) = (SIMD2(-out, y + down), SIMD2(width + out, y + down))
  }

  /// Moves the handles of a row, the left one up and the right one down.
  private mutating func addS(_ distance: Double, row: Int) {
    rows[row][1].y -= distance
    rows[row][2].y += distance
  }

  /// Moves the middles of the edges outward; the middle of the layer stays.
  private mutating func moveEdges(x: Double, y: Double) {
    rows[0][1].y -= y
    rows[2][1].y += y
    rows[1][0].x -= x
    rows[1][2].x += x
  }

  /// Moves each inner control point toward the next one, clockwise for a positive bend, by `bend` sides.
  private mutating func rotateInside(by bend: Double) {
    let (x, y) = (abs(bend) * width, abs(bend) * height)
    if bend > 0 {
      rows[1][1].x += x
      rows[1][2].y += y
      rows[2][2].x -= x
      rows[2][1].y -= y
    } else {
      rows[1][1].y += y
      rows[2][1].x += x
      rows[2][2].y -= y
      rows[1][2].x -= x
    }
  }
}
