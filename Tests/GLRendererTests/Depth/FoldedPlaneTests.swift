import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import TestSupport

/// Faces of a flat mesh that lie on one another show in their order, also where the plane is tilted.
struct FoldedPlaneTests {
  /// One row of faces: of several, the borders between rows would not meet to the bit.
  ///
  /// The left half of the content is red, the right half green and laid back over it, with faces of another width.
  private static func layer(rightOnly: Bool) throws -> Layer {
    let content = Image(2, 1) { x, _ in x == 0 ? Pixel(255, 0, 0, 255) : Pixel(0, 255, 0, 255) }
    var layer = Layer(bounds: Rect(0, 0, 120, 120), position: Point(80, 80), contents: .image(content))
    layer.magnificationFilter = .nearest
    let mesh = try Mesh.grid(rows: 1, columns: 18) { from in
      SIMD3(from.x <= 0.5 ? 1.9 * from.x : 0.95 - 1.7 * (from.x - 0.5), from.y, 0)
    }
    let faces = mesh.faces.filter { face in
      !rightOnly || (0..<4).allSatisfy { mesh.vertices[Int(face.indices[$0])].fromX >= 0.5 }
    }
    layer.mesh = try Mesh(vertices: mesh.vertices, faces: faces)
    return layer
  }

  @Test(arguments: [0.0, 30, 65, 80], [1, 4, nil]) func laterFacesShow(_ degrees: Double, samples: Int?)
    throws
  {
    // Edges are drawn apart in small pictures, too.
    let renderer = try Renderer.any(tuning: Tuning(edgeShare: 1))
    let turn =
      Transform3D.rotation(.degrees(degrees), about: Point3D(0.9, 0.4, 0)) * .perspective(eyeDistance: 500)
    func picture(_ others: [Layer], rightOnly: Bool) throws -> Image {
      var layer = try Self.layer(rightOnly: rightOnly)
      layer.transform = turn
      return try Scene(canvas: Canvas(frame: Rect(0, 0, 160, 160)), layers: [layer] + others).rendered(
        by: renderer, samples: samples)
    }
    let (whole, right) = (try picture([], rightOnly: false), try picture([], rightOnly: true))
    // Away from the fold, where the content's halves meet.
    let covered = (0..<160 * 160).filter { index in
      let (x, y) = (index % 160, index / 160)
      return (1..<159).contains(x) && (1..<159).contains(y)
        && (-1...1).allSatisfy { dy in
          (-1...1).allSatisfy { right[x + $0, y + dy] == Pixel(0, 255, 0, 255) }
        }
    }
    #expect(covered.count > 800)
    #expect(covered.count { whole[$0 % 160, $0 / 160] != Pixel(0, 255, 0, 255) } == 0)
    // Its depths are there: what lies behind stays hidden, what crosses it shows half.
    var crossing = Layer(Rect(20, 60, 120, 40), .pureBlue)
    crossing.transform =
      .rotation(.degrees(degrees + 90), about: Point3D(0.9, 0.4, 0)) * .perspective(eyeDistance: 500)
    var behind = Layer(Rect(0, 0, 160, 160), .white)
    behind.zPosition = -300
    let among = try picture([behind, crossing], rightOnly: false)
    let blue = (0..<160 * 160).count { among[$0 % 160, $0 / 160] == Pixel(0, 0, 255, 255) }
    let alone = try Scene(canvas: Canvas(frame: Rect(0, 0, 160, 160)), layers: [crossing]).rendered(
      by: renderer, samples: samples)
    let all = (0..<160 * 160).count { alone[$0 % 160, $0 / 160] == Pixel(0, 0, 255, 255) }
    if all > 500 { #expect(blue < all && blue > all / 4, "\(blue) of \(all)") }
    #expect(covered.count { among[$0 % 160, $0 / 160] == Pixel(255, 255, 255, 255) } == 0)
  }
}
