import MeshTransform
import Testing

@testable import GLRenderer

/// Where the CPU draws, it starts with a part of the triangles: which must not show.
struct HeadStartTests {
  @Test(arguments: [1, 3, 100, 4096, 40_000]) func anEighthComesFirst(_ step: Int) {
    let count = 3 * 40_000
    var head = HeadStart(count, drawsOnCPU: true)
    let flushes = stride(from: 0, to: count, by: 3 * step).compactMap { start in
      head.taken(from: start..<min(start + 3 * step, count)).map { start + $0 }
    }
    #expect(flushes == [count / 8])
  }

  /// Draws of many sheets may start anywhere in their own indices.
  @Test func sheetsAreCountedTogether() {
    var head = HeadStart(3 * 8 * 1000, drawsOnCPU: true)
    #expect(head.taken(from: 6000..<8400) == nil)
    #expect(head.taken(from: 0..<600) == 600)
    #expect(head.taken(from: 0..<9000) == nil)
  }

  @Test func fewTrianglesAndGPUsNeedNone() {
    var few = HeadStart(3 * 4095, drawsOnCPU: true)
    #expect(few.taken(from: 0..<3 * 4095) == nil)
    var other = HeadStart(3 * 40_000, drawsOnCPU: false)
    #expect(other.taken(from: 0..<3 * 40_000) == nil)
  }

  @Test(arguments: [1, 4, nil], [1, 0.5]) func samePicture(_ samples: Int?, opacity: Double) throws {
    var scene = Scene.sheet(
      .noise(200, 150), size: Size(200, 150), canvas: Rect(0, 0, 240, 200),
      mesh: try .ripple { ($0.rows, $0.columns, $0.amplitude) = (70, 70, 0.1) },
      transform: .rotation(.degrees(60), about: Point3D(1, 0.2, 0)) * .perspective(eyeDistance: 300),
      lights: [Light()])
    scene.layers[0].opacity = opacity
    scene.layers.append(scene.layers[0])
    scene.layers[1].transform = .rotation(.degrees(50), about: Point3D(0.3, 1, 0))
    let options = RenderOptions(samples: samples)
    let expected = try Renderer(blendsExactly: true, drawsOnCPU: false).render(scene, options: options)
    #expect(try Renderer().render(scene, options: options) == expected)
  }
}
