import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import SoftwareRaster
@testable import TestSupport

/// Two taps known for a triangle instead of the anisotropic taps that each pixel computes.
struct TwoTapFilterTests {
  /// A bent surface whose pixels are up to about two texels long, in directions all around; large enough for batches of their
  /// own.
  private func scene(_ image: Image, side: Double, tilt: Double, turn: Double) throws -> Scene {
    let mesh = try Mesh.ripple {
      ($0.rows, $0.columns) = (48, 48)
      ($0.amplitude, $0.waves) = (0.03, 3)
    }
    return Scene.oneLayer(
      image, size: Size(side, side), canvas: Rect(0, 0, side, side), mesh: mesh,
      transform: .rotation(.degrees(tilt), about: Point3D(1, 0, 0))
        * .rotation(.degrees(turn), about: Point3D(0, 0, 1)) * .perspective(eyeDistance: 3 * side))
  }

  private func kinds(of scene: Scene) throws -> [BatchKey] {
    let layer = scene.layers[0]
    let projection = LayerProjection(layer, superlayerToCanvas: .identity)
    var list = TriangleList(layer.mesh, inBoundsOf: layer.bounds.size, lit: false)
    guard case .image(let image) = layer.contents else { return [] }
    let plan = BatchSelection(
      FilterSelection(contentSize: image.size), list,
      ProjectedVertices(list.vertices, projection.unitToCanvas))
    return plan.drawCalls(sorting: &list).map(\.key)
  }

  /// Against the mean of a picture six times as large, as far from edges as that is known: no worse than anisotropic taps.
  @Test(arguments: [(40.0, 30.0), (-30, 110)])
  func asNearToTheMeanAsRows(_ tilt: Double, _ turn: Double) throws {
    let side = 1024
    let image = Image.noise(side, side)
    let scene = try scene(image, side: Double(side), tilt: tilt, turn: turn)
    #expect(try kinds(of: scene).contains { $0.filter == .twoTaps })
    let renderer = try Renderer.any()
    var exact = RenderOptions(samples: 1)
    exact.isExact = true
    let anisotropic = try renderer.render(scene, options: exact)
    let twoTaps = try renderer.render(scene, options: RenderOptions(samples: 1))
    var large = scene
    large.canvas = Canvas(frame: scene.canvas.frame, scale: 6)
    let reference = try renderer.render(large, options: exact)
    var (errors, count) = (SIMD2<Double>.zero, 0.0)
    for y in stride(from: 3, to: side - 3, by: 7) {
      for x in stride(from: 3, to: side - 3, by: 7) {
        var (mean, isWhole) = (SIMD4<Double>.zero, true)
        for j in 0..<6 {
          for i in 0..<6 {
            let texel = SIMD4<Double>(reference[6 * x + i, 6 * y + j])
            if texel.w < 255 { isWhole = false }
            mean += texel / 36
          }
        }
        guard isWhole, anisotropic[x, y].w == 255, twoTaps[x, y].w == 255 else { continue }
        func square(_ picture: Image) -> Double {
          let d = SIMD4<Double>(picture[x, y]) - mean
          return (d * d).sum() / 3
        }
        errors += SIMD2(square(anisotropic), square(twoTaps))
        count += 1
      }
    }
    let (meanAnisotropic, meanTwoTaps) = ((errors.x / count).squareRoot(), (errors.y / count).squareRoot())
    #expect(count > 10_000)
    #expect(meanTwoTaps < 1.01 * meanAnisotropic, "\(meanTwoTaps) of 255, beside \(meanAnisotropic)")
  }
}
