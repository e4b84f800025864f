import MeshTransform
import Testing

@Suite struct CornerPinTests {
  /// A road: the top edge is half as long as the bottom edge.
  private func road(_ rows: Int, _ columns: Int) throws -> Mesh {
    try Mesh.cornerPin {
      ($0.topLeftX, $0.topRightX) = (0.25, 0.75)
      ($0.rows, $0.columns) = (rows, columns)
    }
  }

  @Test func cornersAreExact() throws {
    let mesh = try Mesh.cornerPin {
      ($0.topLeftX, $0.topLeftY, $0.topRightX, $0.topRightY) = (0.25, -0.5, 1.5, 0.125)
      ($0.bottomRightX, $0.bottomRightY, $0.bottomLeftX, $0.bottomLeftY) = (0.875, 1.25, 0.0625, 0.75)
      ($0.rows, $0.columns) = (3, 5)
    }
    let corners = [0, 5, 23, 18].map { mesh.vertices[$0].to }
    let expected: [SIMD3<Float>] = [
      SIMD3(0.25, -0.5, 0), SIMD3(1.5, 0.125, 0), SIMD3(0.875, 1.25, 0), SIMD3(0.0625, 0.75, 0),
    ]
    for (corner, point) in zip(corners, expected) { #expect(abs(corner - point).max() < 1e-6) }
  }

  /// The content's middle lands where the diagonals cross, (1/2, 1/3); a bilinear map would put it at (1/2, 1/2).
  @Test func theMiddleIsWhereTheDiagonalsCross() throws {
    let middle = try road(2, 2).vertices[4].to
    #expect(abs(middle - SIMD3(0.5, 1.0 / 3, 0)).max() < 1e-6)
  }

  /// The cross ratio of 0, 1/4, 1/2, 1 is 3/2, and that of their images along the middle line must be, too.
  @Test func crossRatiosStay() throws {
    let mesh = try road(4, 2)
    let y = [0, 1, 2, 4].map { Double(mesh.vertices[$0 * 3 + 1].toY) }
    let ratio = (y[2] - y[0]) * (y[3] - y[1]) / ((y[2] - y[1]) * (y[3] - y[0]))
    #expect(abs(ratio - 1.5) < 1e-5)
  }

  @Test func straightLinesStayStraight() throws {
    let mesh = try Mesh.cornerPin {
      ($0.topLeftX, $0.topRightY, $0.bottomRightX, $0.bottomLeftY) = (0.3, 0.2, 0.8, 1.4)
      ($0.rows, $0.columns) = (6, 6)
    }
    // The diagonal of the content and its third column.
    for line in [(0..<7).map { $0 * 8 }, (0..<7).map { $0 * 7 + 3 }] {
      let points = line.map { SIMD2(mesh.vertices[$0].toX, mesh.vertices[$0].toY) }
      let along = points[6] - points[0]
      for point in points {
        let offset = point - points[0]
        #expect(abs(along.x * offset.y - along.y * offset.x) < 1e-6)
      }
    }
  }

  @Test func aParallelogramIsAffine() throws {
    let mesh = try Mesh.cornerPin {
      ($0.topLeftX, $0.topRightX, $0.topRightY) = (0.5, 1.25, 0.25)
      ($0.bottomRightX, $0.bottomRightY) = (0.75, 1.25)
    }
    for vertex in mesh.vertices {
      let (u, v) = (vertex.fromX, vertex.fromY)
      let expected = SIMD3(0.5 + 0.75 * u - 0.5 * v, 0.25 * u + v, 0)
      #expect(abs(vertex.to - expected).max() < 1e-6)
    }
  }

  @Test func mirroredCornersAreLegal() throws {
    let mesh = try Mesh.cornerPin {
      ($0.topLeftX, $0.topRightX, $0.bottomRightX, $0.bottomLeftX) = (1, 0, 0, 1)
    }
    for vertex in mesh.vertices { #expect(abs(vertex.toX - (1 - vertex.fromX)) < 1e-6) }
  }

  @Test(
    arguments: [
      ["topLeftX": 1, "topRightX": 0],  // a bow tie
      ["topLeftX": 0.9, "topLeftY": 0.9],  // concave
      ["topLeftX": 0.5, "topLeftY": 0.5],  // three on a line
      ["topLeftX": 1, "topLeftY": 1, "topRightY": 1, "bottomLeftX": 1],  // a point
    ] as [[String: Double]])
  func refusesWhatNoRectangleLooksLike(values: [String: Double]) {
    let error = #expect(throws: MeshPresetError.self) { try MeshPreset.named("cornerPin").mesh(values) }
    #expect(error?.description.hasPrefix("cornerPin: the four corners do not form a convex") == true)
  }
}
