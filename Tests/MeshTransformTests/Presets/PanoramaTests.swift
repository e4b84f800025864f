import MeshTransform
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite struct PanoramaTests {
  /// The content of a mesh at a point of the canvas; nil where no face is.
  private func content(_ mesh: Mesh, at point: SIMD2<Double>) -> SIMD2<Double>? {
    for face in mesh.faces {
      for triangle in [[0, 1, 2], [2, 3, 0]] where Set(triangle.map { face.indices[$0] }).count == 3 {
        let corners = triangle.map { mesh.vertices[Int(face.indices[$0])] }
        let places = corners.map { SIMD2(Double($0.toX), Double($0.toY)) }
        let (a, b, p) = (places[1] - places[0], places[2] - places[0], point - places[0])
        let area = a.x * b.y - a.y * b.x
        guard area.magnitude > 1e-15 else { continue }
        let (s, t) = ((p.x * b.y - p.y * b.x) / area, (a.x * p.y - a.y * p.x) / area)
        guard s >= -1e-6, t >= -1e-6, s + t <= 1 + 1e-6 else { continue }
        let froms = corners.map { SIMD2(Double($0.fromX), Double($0.fromY)) }
        return froms[0] + s * (froms[1] - froms[0]) + t * (froms[2] - froms[0])
      }
    }
    return nil
  }

  private func expect(
    _ mesh: Mesh, _ point: SIMD2<Double>, shows expected: SIMD2<Double>, within tolerance: Double = 5e-4
  ) throws {
    let found = try #require(content(mesh, at: point), "\(point)")
    let error = found - expected
    #expect(max(error.x.magnitude, error.y.magnitude) < tolerance, "\(point) shows \(found), not \(expected)")
  }

  /// A dome's radius is the angle to its axis, in the middle of which is the zenith: at the radius r of 1 the horizon.
  @Test func aDomeShowsTheZenithInItsMiddle() throws {
    let mesh = try Mesh.panorama {
      ($0.pitch, $0.pixels) = (.degrees(90), 1024)
    }
    for degrees in [0.0, 40, 135, 250] {
      let turn = degrees * .pi / 180
      for r in [0.2, 0.7, 0.95] {
        // The zenith is y = 0; the bottom of the dome is ahead, its right is the panorama's right.
        let point = SIMD2(0.5, 0.5) + 0.5 * r * SIMD2(sin(turn), cos(turn))
        try expect(mesh, point, shows: SIMD2(0.5 + degrees / 360 - (degrees > 180 ? 1 : 0), r / 2))
      }
    }
    #expect(content(mesh, at: SIMD2(0.02, 0.02)) == nil)
    #expect(mesh.replicatesEdges)
  }

  /// A view of 90 degrees to the right: its middle is a quarter of the panorama away, its sides an eighth from there.
  @Test func aViewTurnsToTheRight() throws {
    let mesh = try Mesh.panorama {
      ($0.to, $0.yaw, $0.aspect, $0.pixels) = (.rectilinear, .degrees(90), 2, 1024)
    }
    try expect(mesh, SIMD2(0.5, 0.5), shows: SIMD2(0.75, 0.5))
    try expect(mesh, SIMD2(0, 0.5), shows: SIMD2(0.625, 0.5))
    // Halfway to the side, tan is 1/2; at the top it is the height, 1/2.
    try expect(mesh, SIMD2(0.75, 0.5), shows: SIMD2(0.75 + atan(0.5) / (2 * .pi), 0.5))
    try expect(mesh, SIMD2(0.5, 0), shows: SIMD2(0.75, 0.5 - atan(0.5) / .pi))
  }

  @Test(arguments: [
    (PanoramaProjection.fisheye, 0.5), (.equisolid, sin(Double.pi / 8) / sin(Double.pi / 4)),
    (.stereographic, tan(Double.pi / 8) / tan(Double.pi / 4)),
  ])
  func aFisheyePictureBecomesAPanorama(_ projection: PanoramaProjection, radius: Double) throws {
    let mesh = try Mesh.panorama {
      ($0.from, $0.to, $0.aspect, $0.pixels) = (projection, .equirectangular, 2, 1024)
    }
    try expect(mesh, SIMD2(0.5, 0.5), shows: SIMD2(0.5, 0.5))
    // 45 degrees to the right, and up, of a circle of 180 degrees.
    try expect(mesh, SIMD2(0.625, 0.5), shows: SIMD2(0.5 + radius / 2, 0.5))
    try expect(mesh, SIMD2(0.5, 0.25), shows: SIMD2(0.5, 0.5 - radius / 2))
    // What is behind has no content.
    #expect(content(mesh, at: SIMD2(0.1, 0.5)) == nil)
  }

  @Test func rollTurnsTheCameraClockwise() throws {
    let mesh = try Mesh.panorama { ($0.to, $0.roll, $0.pixels) = (.rectilinear, .degrees(90), 512) }
    // The camera's top is to the right of the panorama's middle.
    try expect(mesh, SIMD2(0.5, 0), shows: SIMD2(0.625, 0.5))
  }

  /// No face spans the sides of the panorama, and beside the seam both sides are shown.
  @Test func theSeamIsCut() throws {
    let mesh = try Mesh.panorama {
      ($0.to, $0.yaw, $0.roll, $0.pixels) = (.rectilinear, .degrees(180), .degrees(20), 1024)
    }
    for face in mesh.faces {
      let xs = (0..<4).map { mesh.vertices[Int(face.indices[$0])].fromX }
      #expect((xs.max() ?? 0) - (xs.min() ?? 0) < 0.5)
      #expect(xs.allSatisfy { (0...1).contains($0) })
    }
    let (left, right) = (
      try #require(content(mesh, at: SIMD2(0.49, 0.5))), try #require(content(mesh, at: SIMD2(0.51, 0.5)))
    )
    #expect(left.x > 0.9 && right.x < 0.1)
    // The faces cover the whole canvas once.
    var area = 0.0
    for face in mesh.faces {
      for triangle in [[0, 1, 2], [2, 3, 0]] {
        let p = triangle.map { mesh.vertices[Int(face.indices[$0])] }.map {
          SIMD2(Double($0.toX), Double($0.toY))
        }
        let (a, b) = (p[1] - p[0], p[2] - p[0])
        area += (a.x * b.y - a.y * b.x).magnitude / 2
      }
    }
    #expect(abs(area - 1) < 1e-6)
  }

  @Test func aViewOf180DegreesConflicts() {
    let error = #expect(throws: MeshPresetError.self) {
      try Mesh.panorama { ($0.to, $0.fov) = (.rectilinear, .degrees(180)) }
    }
    #expect(
      error?.description
        == "panorama: fov is 180, but a rectilinear picture has less than 180 degrees; use a smaller angle or another projection"
    )
  }
}
