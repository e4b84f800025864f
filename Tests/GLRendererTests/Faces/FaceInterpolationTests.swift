import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Where content lies in a bilinear or projective face, pixel by pixel beside a reference.
struct FaceInterpolationTests {
  /// Flat faces, bent ones and tilted ones, by Newton's method.
  @Test func bilinearFollowsThePatch() throws {
    let renderer = try Renderer.any()
    var quads = RandomQuads(seed: 4)
    var pixels = 0
    for i in 0..<16 {
      let depth = i % 4 >= 2 ? 0.15 : 0
      let to = quads.convexCorners(reach: 0.35).map { SIMD3($0, quads.number(-depth...depth)) }
      let from = i % 5 == 4 ? quads.convexCorners(reach: 0.2).map { $0 * 0.7 + 0.15 } : nil
      let mesh =
        try from.map { try quads.mesh(from: $0, to: to, .bilinear) } ?? quads.mesh(to: to, .bilinear)
      let scene = Scene.ramp(mesh, i % 2 == 0 ? .identity : quads.tilt())
      let face = ReferenceFace(mesh, scene.unitToCanvas)
      let difference = ImageDifference(try scene.rendered(by: renderer)) { x, y in
        // Some pixels tell for all. Away from the outline: triangles and a patch that is not flat part there.
        guard x % 5 == i % 5, y % 5 == i % 3,
          let at = face.patchPoint(seenAt: SIMD2(Double(x) + 0.5, Double(y) + 0.5)),
          at.isWithin(depth > 0 ? 0.1...0.9 : 0.02...0.98)
        else { return nil }
        return Image.rampValue(unit: ReferenceFace.mean(face.from, at))
      }
      pixels += difference.count
      #expect(difference.isWithin(2), "face \(i): \(difference)")
    }
    #expect(pixels > 4_000)
  }

  /// Planar faces, upright and tilted, by the homography of four pairs of points.
  @Test func projectiveFollowsTheHomography() throws {
    let renderer = try Renderer.any()
    var quads = RandomQuads(seed: 5)
    var pixels = 0
    for i in 0..<16 {
      let slope = i % 4 >= 2 ? SIMD2(quads.number(-0.4...0.4), quads.number(-0.4...0.4)) : .zero
      let to = quads.convexCorners(reach: 0.3).map { SIMD3($0, ($0 * slope).sum()) }
      let from = i % 5 == 4 ? quads.convexCorners(reach: 0.2).map { $0 * 0.7 + 0.15 } : nil
      let mesh =
        try from.map { try quads.mesh(from: $0, to: to, .projective) } ?? quads.mesh(to: to, .projective)
      let scene = Scene.ramp(mesh, i % 2 == 0 ? .identity : quads.tilt())
      let face = ReferenceFace(mesh, scene.unitToCanvas)
      let map = try #require(face.canvasToContent)
      let difference = ImageDifference(try scene.rendered(by: renderer)) { x, y in
        let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
        guard x % 5 == i % 5, y % 5 == i % 3, let at = face.patchPoint(seenAt: place),
          at.isWithin(0.02...0.98)
        else { return nil }
        return Image.rampValue(unit: map(place))
      }
      pixels += difference.count
      #expect(difference.isWithin(2), "face \(i): \(difference)")
    }
    #expect(pixels > 4_000)
  }

  /// A pixel shows the point that a hit there finds.
  @Test(arguments: Mesh.FaceInterpolation.allCases)
  func hitIsDrawn(_ interpolation: Mesh.FaceInterpolation) throws {
    let renderer = try Renderer.any()
    var quads = RandomQuads(seed: 6)
    for i in 0..<8 {
      // Bent, and now and then folded or concave.
      let to = quads.corners(reach: i % 4 == 3 ? 0.7 : 0.3).map { SIMD3($0, quads.number(-0.2...0.2)) }
      let mesh = try quads.mesh(to: to, interpolation)
      let scene = Scene.ramp(mesh, i % 2 == 0 ? .identity : quads.tilt())
      let tester = HitTester(scene)
      let picture = try scene.rendered(by: renderer, samples: 1)
      func content(_ x: Int, _ y: Int) -> SIMD2<Double>? {
        tester.hitTest(atPixel: x, y).map { SIMD2($0.unitPoint.x, $0.unitPoint.y) }
      }
      let difference = ImageDifference(picture) { x, y in
        guard x % 3 == i % 3, (1..<199).contains(x), (1..<159).contains(y), let at = content(x, y) else {
          return nil
        }
        // Away from edges and from where a folded face changes from one surface to the other.
        let isSmooth = [(-1, 0), (1, 0), (0, -1), (0, 1)].allSatisfy { dx, dy in
          guard let other = content(x + dx, y + dy) else { return false }
          return abs(other.x - at.x) + abs(other.y - at.y) < 0.08
        }
        return isSmooth ? Image.rampValue(unit: at) : nil
      }
      #expect(difference.isWithin(3), "face \(i): \(difference)")
    }
  }

  /// Any of the eight orders of the corners shows the same.
  @Test(arguments: [Mesh.FaceInterpolation.bilinear, .projective])
  func theOrderOfCornersDoesNotMatter(_ interpolation: Mesh.FaceInterpolation) throws {
    let renderer = try Renderer.any()
    let corners = [SIMD2<Float>(0.05, 0.1), SIMD2(0.95, 0.02), SIMD2(0.7, 0.9), SIMD2(0.1, 0.55)]
    let unit = [SIMD2<Float>(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)]
    func picture(start: UInt32, step: UInt32) throws -> Image {
      let mesh = try Mesh(
        vertices: zip(unit, corners).map { Mesh.Vertex(from: $0, to: SIMD3($1, 0)) },
        faces: [
          Mesh.Face(start, (start + step) % 4, (start + 2 * step) % 4, (start + 3 * step) % 4)
        ],
        faceInterpolation: interpolation)
      return try Scene.ramp(mesh).rendered(by: renderer, samples: 1)
    }
    let first = try picture(start: 0, step: 1)
    for start in UInt32(0)..<4 {
      for step in [UInt32(1), 3] {
        let difference = ImageDifference(try picture(start: start, step: step)) { x, y in
          first[x, y].w == 255 && first[x, y] != .zero ? SIMD4<Double>(first[x, y]) : nil
        }
        #expect(difference.isWithin(1), "from \(start) by \(step): \(difference)")
      }
    }
  }
}
