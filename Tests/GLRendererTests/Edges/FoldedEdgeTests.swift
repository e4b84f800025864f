import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import TestSupport

/// Edges of a folded mesh: those that folds hide are not drawn again, and those in front are blended.
struct FoldedEdgeTests {
  /// A sheet whose columns have these places: a fraction of the width, and the height above the layer in points.
  private static func sheet(_ columns: [(x: Double, z: Double)]) throws -> Scene {
    let width = 160.0
    let vertices = (0...1).flatMap { row in
      columns.enumerated().map { index, column in
        let u = Double(index) / Double(columns.count - 1)
        return Mesh.Vertex(
          from: SIMD2(Float(u), Float(row)), to: SIMD3(Float(column.x), Float(row), Float(column.z / width)))
      }
    }
    let count = UInt32(columns.count)
    let faces = (0..<count - 1).map { Mesh.Face($0, $0 + 1, count + $0 + 1, count + $0) }
    var layer = Layer(
      bounds: Rect(0, 0, width, 100), position: Point(width / 2, 60), contents: .image(.noise(20, 20)))
    layer.mesh = try Mesh(vertices: vertices, faces: faces)
    layer.isDoubleSided = true
    return Scene(canvas: Canvas(frame: Rect(0, 0, width, 120)), layers: [layer])
  }

  /// An S from the side: the upper fold is visible, and the lower one is hidden below the first part.
  private static let s: [(x: Double, z: Double)] = [(0.111, 9), (0.812, 8), (0.263, 4), (0.913, 0)]

  /// Other layers behind the sheet, and in front of a part of it, change nothing where they do not reach.
  @Test func betweenOtherLayers() throws {
    var scene = try Self.sheet(Self.s)
    scene.layers.insert(Layer(Rect(-5, -5, 170, 130), .pureGreen), at: 0)
    var card = Layer(Rect(40, 95, 60, 40), .pureRed)
    card.transform = .rotation(.degrees(12), about: Point3D(0, 0, 1))
    scene.layers.append(card)
    // In a small picture of few triangles, four samples everywhere cost less.
    scene.canvas.scale = 4
    let renderer = try Renderer.software()
    let reference = try scene.rendered(by: renderer, samples: 64)
    let four = ImageDifference(try scene.rendered(by: renderer, samples: 4), reference)
    let own = ImageDifference(try scene.rendered(by: renderer), reference)
    #expect(own.max <= four.max + 1 && own.mean < four.mean, "\(own), with four \(four)")
  }

  /// Beside 64 samples per pixel, pictures of presets that fold are no worse than those with four; together, they have less than
  /// two thirds of their error.
  @Test func areBetterThanFourSamples() throws {
    let meshes: [Mesh] = [
      try .ripple { ($0.rows, $0.columns, $0.phase) = (60, 60, 0.23) },
      try .curtain { ($0.rows, $0.columns, $0.amount) = (60, 60, 0.3) },
      try .pageCurl { ($0.rows, $0.columns, $0.amount) = (60, 60, 0.3) },
      try .twist { ($0.rows, $0.columns) = (60, 60) },
    ]
    let renderer = try Renderer.software()
    var (ownSum, fourSum) = (0.0, 0.0)
    for (mesh, tilt) in meshes.flatMap({ mesh in [30, 45, 60.0].map { (mesh, $0) } }) {
      var layer = Layer(
        bounds: Rect(0, 0, 320, 180), position: Point(160, 90), contents: .image(.noise(40, 40)))
      layer.transform =
        .rotation(.degrees(-tilt), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 200)
      (layer.mesh, layer.magnificationFilter) = (mesh, .linear)
      let scene = Scene(canvas: Canvas(frame: Rect(0, 0, 320, 180)), layers: [layer])
      let reference = try scene.rendered(by: renderer, samples: 64)
      let four = ImageDifference(try scene.rendered(by: renderer, samples: 4), reference).mean
      let own = ImageDifference(try scene.rendered(by: renderer), reference).mean
      #expect(own <= four, "at \(tilt): \(own), with four \(four)")
      (ownSum, fourSum) = (ownSum + own, fourSum + four)
    }
    #expect(ownSum < 0.67 * fourSum, "\(ownSum), with four \(fourSum)")
  }
}
