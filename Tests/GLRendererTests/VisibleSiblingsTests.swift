import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Drawing, tessellation, hit testing and outlines agree on which layers are visible.
struct VisibleSiblingsTests {
  private static let turned: Transform3D = .rotation(.degrees(180), about: Point3D(0, 1, 0))

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let isVisible: Bool
    let change: @Sendable (inout Layer) -> Void

    init(_ name: String, isVisible: Bool, _ change: @escaping @Sendable (inout Layer) -> Void) {
      (testDescription, self.isVisible, self.change) = (name, isVisible, change)
    }
  }

  static let cases = [
    Case("as it is", isVisible: true) { _ in },
    Case("from behind", isVisible: true) { $0.transform = turned },
    Case("from behind, with a hidden back", isVisible: false) {
      ($0.transform, $0.isDoubleSided) = (turned, false)
    },
    Case("a hidden back, from the front", isVisible: true) { $0.isDoubleSided = false },
    Case("hidden", isVisible: false) { $0.isHidden = true },
    Case("transparent", isVisible: false) { $0.opacity = 0 },
  ]

  @Test(arguments: cases) func agree(_ test: Case) throws {
    var card = Layer(Rect(20, 20, 24, 16), .pureRed)
    test.change(&card)
    for isNested in [false, true] {
      var group = Layer(bounds: Rect(0, 0, 64, 64), position: Point(32, 32))
      group.sublayers = [card]
      let scene = Scene(canvas: Canvas(frame: Rect(0, 0, 64, 64)), layers: [isNested ? group : card])
      let isDrawn = try scene.rendered(samples: 1).bytes.contains { $0 != 0 }
      #expect(isDrawn == test.isVisible)
      #expect((HitTester(scene).hitTest(Point(30, 27)) != nil) == test.isVisible)
      #expect(scene.outline() == (test.isVisible ? Rect(20, 20, 24, 16) : nil))
    }
  }

  @Test(arguments: cases) func tessellationAgrees(_ test: Case) throws {
    var bent = Layer(Rect(0, 0, 24, 16), .pureRed)
    bent.mesh = try Mesh.grid(rows: 1, columns: 1)
    try bent.mesh?.setSubdivisionSteps(1)
    for role in [\Layer.self, \.asMask, \.asBack] {
      var card = Layer(Rect(20, 20, 24, 16), .pureRed)
      card.sublayers = [bent[keyPath: role]]
      test.change(&card)
      let scene = Scene(canvas: Canvas(frame: Rect(0, 0, 64, 64)), layers: [card])
      #expect(try scene.tessellated()[LayerPath(0, 0)].mesh?.faces.count == (test.isVisible ? 4 : 1))
    }
  }
}

extension Layer {
  fileprivate var asMask: Layer {
    var mask = self
    mask.maskMode = .alpha
    return mask
  }

  fileprivate var asBack: Layer {
    var back = self
    back.isBackContents = true
    return back
  }
}
