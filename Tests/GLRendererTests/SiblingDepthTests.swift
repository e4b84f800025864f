import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import TestSupport

/// Siblings in one plane paint in order, whatever depth their meshes have; others share one space.
struct SiblingDepthTests {
  private let red = Pixel(255, 0, 0, 255), green = Pixel(0, 255, 0, 255)

  /// A label that a mesh bends to both sides of the plane of the photo below it.
  private func layers() throws -> (photo: Layer, label: Layer) {
    var label = Layer(Rect(8, 8, 16, 16), .pureGreen)
    label.mesh = try Mesh.grid(rows: 1, columns: 8) { SIMD3($0.x, $0.y, $0.x - 0.5) }
    return (Layer(Rect(0, 0, 32, 32), .pureRed), label)
  }

  private func picture(
    _ layers: [Layer], _ depth: SublayerDepth = .automatic, inLayer: Bool = false
  ) throws -> Image {
    let canvas = Canvas(frame: Rect(0, 0, 32, 32), depth: inLayer ? .automatic : depth)
    guard inLayer else { return try Scene(canvas: canvas, layers: layers).rendered() }
    var holder = Layer(Rect(0, 0, 32, 32), .clear)
    (holder.sublayers, holder.depth) = (layers, depth)
    return try Scene(canvas: canvas, layers: [holder]).rendered()
  }

  @Test(arguments: [false, true]) func inOnePlaneTheLaterLayerCovers(inLayer: Bool) throws {
    let (photo, label) = try layers()
    let ordered = try picture([photo, label], inLayer: inLayer)
    #expect(ordered[10, 16] == green)
    #expect(ordered[22, 16] == green)
    let shared = try picture([photo, label], .shared, inLayer: inLayer)
    #expect(shared[10, 16] == red)
    #expect(shared[22, 16] == green)
    #expect(try picture([label, photo], inLayer: inLayer)[22, 16] == red)
    #expect(try picture([label, photo], .shared, inLayer: inLayer)[22, 16] == green)
  }

  @Test func liftedOrTiltedLayersShareTheirSpace() throws {
    var (photo, label) = try layers()
    photo.zPosition = 0.01
    #expect(try picture([photo, label])[10, 16] == red)
    #expect(try picture([photo, label], .ordered)[10, 16] == green)
    (photo.zPosition, label.transform) = (0, .rotation(.degrees(3), about: Point3D(1, 0, 0)))
    #expect(try picture([photo, label])[10, 16] == red)
    #expect(try picture([photo, label], .ordered)[10, 16] == green)
    // A hidden layer lies in no plane.
    var hidden = Layer(Rect(0, 0, 4, 4), .pureBlue)
    (hidden.zPosition, hidden.isHidden, label.transform) = (5, true, .identity)
    #expect(try picture([photo, label, hidden])[10, 16] == green)
  }

  /// Both turned alike lie in one plane as well.
  @Test func aCommonTiltIsOnePlane() throws {
    var (photo, label) = try layers()
    let tilt = Transform3D.rotation(.degrees(20), about: Point3D(0, 1, 0))
    (photo.transform, label.transform) = (tilt, tilt)
    #expect(try picture([photo, label])[12, 16] == green)
    #expect(try picture([photo, label], .shared)[12, 16] == red)
  }

  /// What a lifted layer hides of a later one is exact transparency's business; in order each blends over the other.
  @Test func translucentLayersBlendInOrder() throws {
    var (photo, label) = try layers()
    photo.opacity = 0.5
    label.opacity = 0.5
    let alone = try picture([photo])[4, 4]
    let both = try picture([photo, label])
    let expected = Pixel(
      UInt8((Double(alone.x) * 0.5).rounded()), 128, 0, UInt8((255 * 0.75).rounded()))
    for x in [10, 22] {
      let pixel = both[x, 16]
      #expect(abs(Int(pixel.x) - Int(expected.x)) <= 1 && abs(Int(pixel.y) - Int(expected.y)) <= 1)
      #expect(abs(Int(pixel.w) - Int(expected.w)) <= 1)
    }
  }

  @Test func hitTestingSeesTheSame() throws {
    let (photo, label) = try layers()
    for (depth, front) in [(SublayerDepth.automatic, 1), (.shared, 0), (.ordered, 1)] {
      let canvas = Canvas(frame: Rect(0, 0, 32, 32), depth: depth)
      let tester = HitTester(Scene(canvas: canvas, layers: [photo, label]))
      #expect(tester.hitTest(atPixel: 10, 16)?.path == LayerPath(front))
      #expect(tester.hits(atPixel: 10, 16).map(\.path.index).sorted() == [0, 1])
    }
  }
}
