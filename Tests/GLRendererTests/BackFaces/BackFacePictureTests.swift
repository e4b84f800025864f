import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import SoftwareRaster
@testable import TestSupport

/// Pictures without the backs of a mesh that its front hides.
struct BackFacePictureTests {
  /// A bump that folds over itself where it is seen from the side.
  private func scene(_ degrees: Double) throws -> Scene {
    var mesh = try Mesh.grid(rows: 16, columns: 16) { from in
      let away = from - 0.5
      return SIMD3(from.x, from.y, 60 * max(0, 1 - 9 * (away * away).sum()))
    }
    mesh.depthNormalization = .none
    return Scene.oneLayer(
      .noise(9, 7), size: Size(90, 70), canvas: Rect(0, 0, 120, 90), mesh: mesh,
      transform: .rotation(.degrees(degrees), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 300),
      lights: [.directional(Point3D(0.3, 0.2, -1))])
  }

  /// Pictures with all backs are those without, but for samples at folds that lie on both.
  @Test(arguments: [nil, 1, 4] as [Int?])
  func foldsLookTheSame(_ samples: Int?) throws {
    let all = try Renderer.software(tuning: Tuning(edgeShare: 1, usesPass: { !($0 is BackFaceCulling) }))
    let fast = try Renderer.software(tuning: Tuning(edgeShare: 1))
    var (differing, pixels) = (0, 0)
    for degrees in [-50.0, -30, 30, 50] {
      let scene = try scene(degrees)
      #expect(
        try fast.describe(scene).contains("backs culled") && !all.describe(scene).contains("backs culled"))
      let (expected, actual) = (
        try scene.rendered(by: all, samples: samples), try scene.rendered(by: fast, samples: samples)
      )
      for y in 0..<90 {
        for x in 0..<120 where expected[x, y].w > 0 {
          pixels += 1
          // A hole would show at once, for there is nothing behind.
          #expect(Int(actual[x, y].w) > Int(expected[x, y].w) - 70, "\(degrees), pixel \(x), \(y)")
          if actual[x, y].distance(to: SIMD4<Double>(expected[x, y])) > 24 { differing += 1 }
        }
      }
    }
    #expect(pixels > 8000 && differing < 6, "\(differing) of \(pixels)")
  }
}
