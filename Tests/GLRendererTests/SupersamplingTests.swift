import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// More samples than the device offers change edges, and nothing else.
struct SupersamplingTests {
  private static let counts = [16, 64]

  @Test func capabilitiesTellWhatWorks() throws {
    let renderer = try Renderer.any()
    let (offered, more) = (renderer.capabilities.sampleCounts, renderer.capabilities.supersampledCounts)
    #expect(Set([1, 4, 16, 64]).isSubset(of: offered + more))
    #expect(Set(offered).isDisjoint(with: more))
    let scene = Scene.oneLayer(.noise(5, 3))
    for count in offered + more {
      let picture = try scene.rendered(by: renderer, samples: count)
      #expect(ImageDifference(picture, .noise(5, 3)).isWithin(.exact), "\(count)")
    }
  }

  /// Away from edges the picture of a bent, lit, minified and magnified surface is the one of four samples.
  @Test(arguments: Mesh.FaceInterpolation.allCases, [false, true])
  func contentStays(_ kind: Mesh.FaceInterpolation, _ isLit: Bool) throws {
    let renderer = try Renderer.any()
    var mesh = try Mesh.ripple { ($0.rows, $0.columns) = (5, 5) }
    mesh.faceInterpolation = kind
    for side in [24, 300] {
      let scene = Scene.oneLayer(
        .noise(side, side), size: Size(64, 64), canvas: Rect(0, 0, 70, 60), mesh: mesh,
        transform: .rotation(.degrees(40), about: Point3D(1, 0.3, 0)) * .perspective(eyeDistance: 300),
        lights: isLit ? [.directional(Point3D(0.3, 0.4, -1))] : [], background: .white)
      let plain = try scene.rendered(by: renderer, samples: 4)
      for samples in Self.counts {
        let picture = try scene.rendered(by: renderer, samples: samples)
        // Outlines and folds differ, and what a perspective bends within a pixel; not the texture of noise.
        let equal = (0..<picture.size.area).count { i in
          let (x, y) = (i % picture.size.width, i / picture.size.width)
          return picture[x, y].distance(to: SIMD4<Double>(plain[x, y])) <= 4
        }
        #expect(
          Double(equal) > 0.9 * Double(picture.size.area),
          "\(side) texels, \(samples): \(equal) of \(picture.size.area), \(ImageDifference(picture, plain))")
      }
    }
  }

  /// A canvas of several tiles is the picture of its parts.
  @Test func tilesFitTogether() throws {
    let renderer = try Renderer.any()
    let mesh = try Mesh.grid(rows: 2, columns: 40) {
      SIMD3($0.x, $0.y + 0.2 * ($0.x * 7).truncatingRemainder(dividingBy: 1), 0)
    }
    for frame in [Rect(0, 0, 2100, 24), Rect(0, 0, 24, 4200)] {
      var scene = Scene.oneLayer(.noise(64, 64), size: frame.size, canvas: frame, mesh: mesh)
      scene.canvas.background = Color(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.5)
      let whole = try scene.rendered(by: renderer, samples: 64)
      let isWide = frame.size.width > frame.size.height
      for start in [0, 2010, Int(max(frame.size.width, frame.size.height)) - 70] {
        scene.canvas.frame = isWide ? Rect(Double(start), 0, 70, 24) : Rect(0, Double(start), 24, 70)
        let expected = try scene.rendered(by: renderer, samples: 64)
        let cut = whole.cropped(
          x: isWide ? start : 0, y: isWide ? 0 : start, width: expected.size.width,
          height: expected.size.height)
        let difference = ImageDifference(cut, expected)
        #expect(difference.isWithin(.within(max: 12, mean: 0.1)), "\(frame) at \(start): \(difference)")
      }
    }
  }

  /// Layers of one plane stay in their order, steep as it may be; lines keep their width in canvas pixels.
  @Test func ordersAndLinesStay() throws {
    let renderer = try Renderer.any()
    let tilt = Transform3D.rotation(.degrees(86), about: Point3D(0, 1, 0))
    let layers = (0..<12).map { index in
      var layer = Layer(
        Rect(20, 20, 60, 60),
        Color(red: Double(index) / 11, green: 1 - Double(index) / 11, blue: index % 2 == 0 ? 0 : 1))
      layer.transform = tilt
      return layer
    }
    let canvas = Canvas(frame: Rect(0, 0, 100, 100))
    for samples in Self.counts {
      let picture = try Scene(canvas: canvas, layers: layers).rendered(by: renderer, samples: samples)
      let alone = try Scene(canvas: canvas, layers: [layers[11]]).rendered(by: renderer, samples: samples)
      #expect(picture == alone, "\(samples)")
    }

    var scene = Scene.oneLayer(.solid(40, 40, Pixel(0, 0, 0, 0)), canvas: Rect(0, 0, 60, 60))
    scene.layers[0].transform = .rotation(.degrees(17), about: Point3D(0, 0, 1))
    var style = Wireframe(color: .black, lineWidth: 3)
    style.color.alpha = 1
    func ink(_ samples: Int) throws -> Double {
      let picture = try scene.rendered(by: renderer, samples: samples, wireframe: style)
      return stride(from: 3, to: picture.bytes.count, by: 4).reduce(0) {
        $0 + Double(picture.bytes[$1]) / 255
      }
    }
    let plain = try ink(4)
    for samples in Self.counts {
      let fine = try ink(samples)
      #expect(abs(fine / plain - 1) < 0.02, "\(samples) samples: \(fine), not \(plain)")
    }
  }
}
