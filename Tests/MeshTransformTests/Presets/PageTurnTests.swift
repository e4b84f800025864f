import MeshTransform
import Testing

/// A page that turns about its spine.
struct PageTurnTests {
  private typealias PageTurn = MeshPreset.PageTurn

  private func mesh(_ amount: Double, _ change: (inout PageTurn) -> Void = { _ in }) throws -> Mesh {
    try Mesh.pageTurn {
      $0.amount = amount
      change(&$0)
    }
  }

  /// Both ends are flat in every bit, whatever the other parameters: the page as it lies, and its mirror image about the
  /// spine.
  @Test(arguments: [(0, 0, 0), (1, 1, 0.5), (0.7, -1, 0.1), (0.3, 0.4, 0)] as [(Double, Double, Double)])
  func endsAreFlat(_ curl: Double, _ lean: Double, _ thickness: Double) throws {
    for spine in [PageTurn.Spine.left, .right] {
      func end(_ amount: Double) throws -> Mesh {
        try mesh(amount) { ($0.curl, $0.lean, $0.thickness, $0.spine) = (curl, lean, thickness, spine) }
      }
      for vertex in try end(0).vertices { #expect(vertex.to == SIMD3(vertex.from, 0)) }
      for vertex in try end(1).vertices {
        let x = spine == .left ? -vertex.fromX : 2 - vertex.fromX
        #expect(vertex.toZ == 0 && vertex.toY == vertex.fromY && abs(vertex.toX - x) < 3e-7)
      }
      #expect(try end(0).brightness == end(1).brightness && end(0).brightness == end(0.5).brightness)
    }
  }

  /// Rows keep their length, the spine its place, and nothing is below the book.
  @Test(arguments: [0.02, 0.2, 0.5, 0.8, 0.99]) func rowsKeepTheirLength(_ amount: Double) throws {
    for (curl, lean) in [(0.0, 0.0), (0.7, 0.2), (1, -1)] {
      let turned = try mesh(amount) { ($0.curl, $0.lean, $0.rows, $0.columns) = (curl, lean, 4, 200) }
      for row in 0...4 {
        let vertices = turned.vertices[row * 201..<(row + 1) * 201]
        var length: Float = 0
        for (a, b) in zip(vertices, vertices.dropFirst()) {
          let step = b.to - a.to
          length += (step * step).sum().squareRoot()
        }
        #expect(abs(length - 1) < 1e-3)
        let spine = try #require(vertices.first)
        #expect(spine.toX == 0 && abs(spine.toZ - Float(4 * amount * (1 - amount) * 0.02)) < 1e-6)
        #expect(vertices.allSatisfy { $0.toZ >= 0 })
      }
    }
  }

  /// The free edge moves steadily from one side to the other; soft paper runs ahead of a stiff cover.
  @Test func theEdgeRunsAhead() throws {
    func edge(_ amount: Double, _ curl: Double) throws -> Float {
      try #require(try mesh(amount) { ($0.curl, $0.lean) = (curl, 0) }.vertices.last).toX
    }
    let places = try stride(from: 0.0, through: 1, by: 0.05).map { try edge($0, 1) }
    for (a, b) in zip(places, places.dropFirst()) { #expect(b < a) }
    #expect(abs(try edge(0.5, 0)) < 1e-6)
    // Halfway the stiff page stands upright; halfway the curled one does so at its chord.
    let curled = try mesh(0.5) { ($0.curl, $0.lean, $0.columns) = (1, 0, 2) }.vertices
    #expect(curled[1].toX > 0.05 && abs(curled[2].toX) < 1e-6)
    // The bottom edge runs ahead.
    let leaning = try mesh(0.5) { $0.lean = 0.5 }.vertices
    let columns = PageTurn().columns
    #expect(leaning[leaning.count - 1].toX < leaning[columns].toX)
  }

  /// A left page is the mirror image of a right one.
  @Test func spinesAreMirrored() throws {
    let (left, right) = (try mesh(0.3), try mesh(0.3) { $0.spine = .right })
    let width = PageTurn().columns + 1
    for (index, vertex) in right.vertices.enumerated() {
      let place = index / width * width + width - 1 - index % width
      let other = left.vertices[place]
      #expect(abs(vertex.toX - 1 + other.toX) < 1e-6 && vertex.toZ == other.toZ && vertex.toY == other.toY)
      #expect(abs(right.brightness[index] - left.brightness[place]) < 1e-6)
    }
  }

  @Test func theGutterIsDark() throws {
    let shaded = try mesh(0) { ($0.gutter, $0.rows, $0.columns) = (0.4, 1, 10) }
    #expect(
      abs(shaded.brightness[0] - 0.6) < 1e-6 && shaded.brightness[2...10].allSatisfy { $0 == 1 || $0 > 0.9 })
    #expect(try mesh(0) { $0.gutter = 0 }.brightness.isEmpty)
  }
}
