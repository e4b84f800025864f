import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// A face is drawn as the triangles 0-1-2 and 2-3-0: its index order chooses the diagonal, and a skewed face shows it.
struct DiagonalTests {
  /// Unit layer space: far from a parallelogram.
  private static let corners = [Point(0.05, 0.1), Point(0.95, 0.02), Point(0.7, 0.9), Point(0.1, 0.55)]
  private static let unit = [Point(0, 0), Point(1, 0), Point(1, 1), Point(0, 1)]
  private static let side = 128.0

  private func picture(_ indices: [UInt32]) throws -> Image {
    let mesh = try Mesh(
      vertices: zip(Self.unit, Self.corners).map {
        Mesh.Vertex(from: SIMD2(Float($0.x), Float($0.y)), to: SIMD3(Float($1.x), Float($1.y), 0))
      }, faces: [Mesh.Face(indices[0], indices[1], indices[2], indices[3])])
    return try Scene.oneLayer(.ramp(), size: Size(Self.side, Self.side), mesh: mesh).rendered()
  }

  /// The ramp through the affine map of the triangle around the pixel's center; nil near the face's edges.
  private func expected(_ triangles: [[Int]], x: Int, y: Int) -> SIMD4<Double>? {
    let p = Point((Double(x) + 0.5) / Self.side, (Double(y) + 0.5) / Self.side)
    for triangle in triangles {
      let (a, b, c) = (Self.corners[triangle[0]], Self.corners[triangle[1]], Self.corners[triangle[2]])
      let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
      let s = ((p.x - a.x) * (c.y - a.y) - (p.y - a.y) * (c.x - a.x)) / area
      let t = ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / area
      guard s >= 0, t >= 0, s + t <= 1 else { continue }
      let (f, g, h) = (Self.unit[triangle[0]], Self.unit[triangle[1]], Self.unit[triangle[2]])
      let u = 64 * (f.x + s * (g.x - f.x) + t * (h.x - f.x))
      let v = 64 * (f.y + s * (g.y - f.y) + t * (h.y - f.y))
      // Clear of the edges, where texels are clamped and coverage is partial, and of the diagonal.
      let isOnDiagonal = t < 0.03 || s < 0.03 || s + t > 0.97
      return (2.5...61.5).contains(u) && (2.5...61.5).contains(v) && !isOnDiagonal
        ? Image.rampValue(u, v) : nil
    }
    return nil
  }

  @Test func firstToThird() throws {
    for order in [[0, 1, 2, 3], [2, 3, 0, 1]] as [[UInt32]] {
      let difference = ImageDifference(try picture(order)) {
        expected([[0, 1, 2], [2, 3, 0]], x: $0, y: $1)
      }
      #expect(difference.count > 2000)
      #expect(difference.isWithin(1.5), "\(order): \(difference)")
    }
  }

  @Test func secondToFourth() throws {
    for order in [[1, 2, 3, 0], [3, 0, 1, 2]] as [[UInt32]] {
      let difference = ImageDifference(try picture(order)) {
        expected([[1, 2, 3], [3, 0, 1]], x: $0, y: $1)
      }
      #expect(difference.count > 2000)
      #expect(difference.isWithin(1.5), "\(order): \(difference)")
    }
  }

  /// The symmetrical mesh whose picture is not: the same outline, but not the same inside.
  @Test func theTwoPicturesDiffer() throws {
    let (first, second) = (try picture([0, 1, 2, 3]), try picture([1, 2, 3, 0]))
    let difference = ImageDifference(first, second)
    #expect(difference.max > 20 && difference.mean > 2, "\(difference)")
    let outline = ImageDifference(first) { x, y in
      let (a, b) = (first[x, y], second[x, y])
      return a.w != b.w ? SIMD4<Double>(b) : SIMD4<Double>(a)
    }
    #expect(outline.isWithin(.exact), "\(outline)")
  }
}
