import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Content points outside 0...1: transparent, or the edge texel continued.
struct OutsideContentTests {
  /// The content in the middle half of a canvas three times the size of the image, by `from` alone.
  private func mesh(rows: Int, columns: Int, replicatesEdges: Bool) throws -> Mesh {
    var mesh = try Mesh.grid(rows: rows, columns: columns).mappingVertices { vertex, _ in
      Mesh.Vertex(from: vertex.from * 3 - 1, to: vertex.to)
    }
    mesh.replicatesEdges = replicatesEdges
    return mesh
  }

  @Test(arguments: [(1, 1), (3, 3), (4, 3)])
  func transparentBeyondTheEdge(_ rows: Int, _ columns: Int) throws {
    for image in [Image.noise(20, 12), .translucentNoise(20, 12)] {
      let scene = Scene.oneLayer(
        image, size: Size(60, 36), mesh: try mesh(rows: rows, columns: columns, replicatesEdges: false),
        lights: [Light()])
      let plain = image.premultiplied()
      let difference = ImageDifference(try scene.rendered()) { x, y in
        (20..<40).contains(x) && (12..<24).contains(y) ? SIMD4<Double>(plain[x - 20, y - 12]) : .zero
      }
      #expect(difference.isWithin(.exact), "\(rows)x\(columns): \(difference)")
    }
  }

  /// Cutting a face at its very corner leaves triangles that are nothing but rounding; they must not pass for minified
  /// content and change how all the rest is filtered.
  @Test
  func slivers() throws {
    let image = Image.noise(20, 12)
    let scene = Scene.oneLayer(
      image, size: Size(60, 36), mesh: try mesh(rows: 5, columns: 4, replicatesEdges: false))
    let difference = ImageDifference(try scene.rendered()) { x, y in
      (20..<40).contains(x) && (12..<24).contains(y) ? SIMD4<Double>(image[x - 20, y - 12]) : .zero
    }
    #expect(difference.isWithin(.exact), "\(difference)")
  }

  @Test(arguments: [(1, 1), (5, 4)])
  func edgeTexelsContinue(_ rows: Int, _ columns: Int) throws {
    for image in [Image.noise(20, 12), .translucentNoise(20, 12)] {
      let scene = Scene.oneLayer(
        image, size: Size(60, 36), mesh: try mesh(rows: rows, columns: columns, replicatesEdges: true))
      let plain = image.premultiplied()
      let difference = ImageDifference(try scene.rendered()) { x, y in
        SIMD4<Double>(plain[min(max(x - 20, 0), 19), min(max(y - 12, 0), 11)])
      }
      #expect(difference.isWithin(.exact), "\(rows)x\(columns): \(difference)")
    }
  }

  /// The content's edge is a line through the middle of pixels: each is covered by half, whatever the mesh.
  @Test func theCutIsAntialiased() throws {
    let mesh = try Mesh.grid(rows: 3, columns: 2).mappingVertices { vertex, _ in
      Mesh.Vertex(from: SIMD2((vertex.fromX * 32 - 7.5) / 17, vertex.fromY), to: vertex.to)
    }
    let picture = try Scene.oneLayer(.solid(2, 2, Pixel(255, 255, 255, 255)), size: Size(32, 16), mesh: mesh)
      .rendered()
    for y in 0..<16 {
      #expect(picture[6, y] == .zero)
      #expect(abs(Int(picture[7, y].w) - 128) <= 1)
      #expect(picture[8, y] == Pixel(255, 255, 255, 255))
      #expect(picture[23, y] == Pixel(255, 255, 255, 255))
      #expect(abs(Int(picture[24, y].w) - 128) <= 1)
      #expect(picture[25, y] == .zero)
    }
  }

  /// Transparent parts hide nothing behind them and take no light.
  @Test func transparentPartsDoNotHide() throws {
    var scene = Scene.oneLayer(
      .solid(2, 2, Pixel(255, 0, 0, 255)), size: Size(30, 30),
      mesh: try mesh(rows: 2, columns: 2, replicatesEdges: false),
      surface: Surface(specular: 1), lights: [Light()])
    var behind = Layer(Rect(0, 0, 30, 30), .pureGreen)
    behind.zPosition = -10
    scene.layers.append(behind)
    let picture = try scene.rendered()
    #expect(picture[4, 4] == Pixel(0, 255, 0, 255))
    #expect(picture[15, 15].x == 255)
  }

  @Test func meshWhollyOutsideDrawsNothing() throws {
    let mesh = try Mesh.grid(rows: 2, columns: 2).mappingVertices { vertex, _ in
      Mesh.Vertex(from: vertex.from + SIMD2(1.5, 0), to: vertex.to)
    }
    let picture = try Scene.oneLayer(.noise(8, 8), mesh: mesh).rendered()
    #expect(picture.bytes.allSatisfy { $0 == 0 })
  }

  /// `to` may leave the layer's bounds: only the canvas clips.
  @Test func toMayLeaveTheBounds() throws {
    let mesh = try Mesh.grid(rows: 1, columns: 1) { SIMD3($0.x * 3 - 1, $0.y * 3 - 1, 0) }
    let scene = Scene.oneLayer(
      .solid(2, 2, Pixel(9, 8, 7, 255)), size: Size(10, 10), canvas: Rect(-15, -15, 40, 40),
      position: Point(5, 5), mesh: mesh)
    let difference = ImageDifference(try scene.rendered()) { x, y in
      (5..<35).contains(x) && (5..<35).contains(y) ? SIMD4(9, 8, 7, 255) : .zero
    }
    #expect(difference.isWithin(.exact), "\(difference)")
  }
}
