import MeshTransform
import Testing

@testable import RenderGraph
@testable import TestSupport

/// The order in which the items of a depth group are drawn, and their depth biases.
struct DrawingOrderTests {
  private static let glass = Color(red: 1, green: 0, blue: 0, alpha: 0.5)

  private static func group(
    _ layers: [Layer], depth: SublayerDepth = .shared, exact: Bool = true
  ) throws -> DepthGroup {
    var compiler = GraphCompiler()
    compiler.device.hasExactTransparency = exact
    var scene = Scene(100, layers)
    scene.canvas.depth = depth
    let groups = try compiler.graph(scene).canvas.groups
    #expect(groups.count == 1)
    return groups[0]
  }

  private static func cards(_ count: Int, _ random: inout SplitMix64) -> [Layer] {
    (0..<count).map { _ in
      let isOpaque = Bool.random(using: &random)
      func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
      return Layer(
        Rect(number(0...60), number(0...60), number(5...40), number(5...40)), isOpaque ? .pureRed : glass,
        z: number(-50...50))
    }
  }

  /// Opaque items come first, in painter's order; translucent ones after them, the farthest first.
  @Test(arguments: 0..<20) func opaqueThenTranslucent(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let layers = Self.cards(24, &random)
    let group = try Self.group(layers)
    let opaque = layers.indices.filter { group.commands[group.ranks.firstIndex(of: $0)!].isOpaque }
    let rest = layers.indices.filter { !opaque.contains($0) }.sorted {
      (layers[$0].zPosition, $0) < (layers[$1].zPosition, $1)
    }
    #expect(group.ranks == opaque + rest && !opaque.isEmpty && !rest.isEmpty)
    for (place, rank) in group.ranks.enumerated() {
      let depth = group.commands[place].projected.points[0].z
      #expect(abs(Double(depth) - layers[rank].zPosition) < 1e-4)
    }
    // Each lies at one depth, so that any number of them is in order without the A-buffer.
    #expect(group.aBufferItems.isEmpty && group.mayCross && group.needsDepth)
  }

  /// Items of one plane stay together, in painter's order, and need no depth buffer.
  @Test(arguments: 0..<10) func onePlane(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let turn = Transform3D.rotation(.degrees(seed == 0 ? 0 : 35), about: Point3D(1, 0.2, 0))
    let layers = Self.cards(24, &random).map { layer in
      layer.with {
        // About one line of the canvas.
        $0.transform =
          .translation($0.position.x, $0.position.y) * turn * .translation(-$0.position.x, -$0.position.y)
        $0.zPosition = 0
      }
    }
    let group = try Self.group(layers)
    #expect(!group.mayCross && group.aBufferItems.isEmpty)
    let opaque = group.commands.count(where: \.isOpaque)
    #expect(group.ranks.prefix(opaque).elementsEqual(group.ranks.prefix(opaque).sorted()))
    #expect(group.ranks.suffix(24 - opaque).elementsEqual(group.ranks.suffix(24 - opaque).sorted()))
    // A translucent item that is drawn after a later opaque one needs the depth buffer.
    let isInOrder = group.ranks == group.ranks.sorted()
    #expect(group.needsDepth == !isInOrder)
    let allOpaque = layers.map { $0.with { $0.contents = .color(.pureBlue) } }
    #expect(try !Self.group(allOpaque).needsDepth)
  }

  /// The bias of an item exceeds that of every earlier item that it overlaps in its plane.
  @Test(arguments: 0..<10) func biasesGrow(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let layers = Self.cards(24, &random).map { $0.with { $0.zPosition = 0 } }
    let group = try Self.group(layers)
    var biases = [Double](repeating: 0, count: 24)
    for (place, rank) in group.ranks.enumerated() { biases[rank] = group.biases[place] }
    for item in layers.indices {
      let below = (0..<item).filter { layers[$0].frame.intersection(layers[item].frame) != nil }
      for other in below { #expect(biases[item] > biases[other], "seed \(seed)") }
      let isAlone = (0..<item).allSatisfy {
        layers[$0].frame.outset(by: 2, 2).intersection(layers[item].frame) == nil
      }
      if isAlone { #expect(biases[item] == 0) }
    }
    #expect(group.depthBiasStep > 0 && group.depthBiasStep < 1e-3)
  }

  /// Sheets that cross go through the A-buffer where the device has one; else they are drawn in the order of their middles.
  @Test func crossingSheets() throws {
    let layers = [30.0, -30].map { degrees in
      Layer(Rect(20, 20, 60, 60), Self.glass).with {
        $0.transform = .rotation(.degrees(degrees), about: Point3D(0, 1, 0))
      }
    }
    let exact = try Self.group(layers)
    #expect(exact.commands.isEmpty && exact.aBufferItems.entries.count == 2)
    #expect(exact.aBufferItems.entries.map(\.firstOrder) == [0, 2])
    let plain = try Self.group(layers, exact: false)
    #expect(plain.commands.count == 2 && plain.aBufferItems.isEmpty)
    let tile = PixelRect(x: 0, y: 0, width: 100, height: 100)
    let region = try #require(exact.aBufferItems.region(in: tile))
    // The width of a turned sheet is 60 cos 30 = 52.
    #expect(abs(region.x - 22) <= 1 && abs(region.width - 56) <= 2)
    #expect(exact.aBufferItems.estimatedFragments(in: tile) == 2 * region.size.area)
    #expect(exact.aBufferItems.region(in: PixelRect(x: 90, y: 0, width: 10, height: 100)) == nil)
  }

  /// The depth test counts where layers overlap that are not drawn in their order, and where they are bent.
  @Test func picturesThatNeedDepth() throws {
    func needsDepth(_ layers: [Layer]) throws -> Bool {
      let canvas = try Scene(100, layers).graph().canvas
      #expect(canvas.needsDepth == canvas.groups.contains(where: \.needsDepth))
      return canvas.needsDepth
    }
    let (photo, label) = (Layer(Rect(0, 0, 100, 100), .pureRed), Layer(Rect(20, 30, 40, 30), Self.glass))
    let tilt = Transform3D.rotation(.degrees(30), about: Point3D(1, 0, 0))
    #expect(try !needsDepth([photo, label]))
    #expect(try needsDepth([photo, label.with { $0.transform = tilt }]))
    // The opaque card is drawn before the label, and hides it by depth.
    #expect(try needsDepth([photo, label, Layer(Rect(30, 40, 40, 30), .pureBlue)]))
    let wave = try Mesh.grid(rows: 4, columns: 4) { SIMD3($0.x, $0.y, 0.1 * $0.x * $0.y) }
    let bent = Layer(Rect(20, 30, 40, 30), .pureBlue).with { $0.mesh = wave }
    #expect(try needsDepth([photo, bent]))
    // A translucent one hides nothing.
    #expect(try !needsDepth([photo, label.with { $0.mesh = wave }]))
    // Tilted cards that lie apart hide nothing of each other; two that overlap do.
    var cards = (0..<9).map { (number: Int) -> Layer in
      let (x, y) = (Double(number % 3) * 30, Double(number / 3) * 30)
      let turn = Transform3D.rotation(.degrees(Double(10 + number)), about: Point3D(1, 2, 0))
      return Layer(Rect(x, y, 24, 24), .pureRed).with { $0.transform = turn }
    }
    #expect(try !needsDepth(cards))
    cards[4].position = cards[5].position
    #expect(try needsDepth(cards))
  }

  /// A flat mesh whose faces overlap is reported where it is tilted.
  @Test func facesOverOneAnother() throws {
    let folded = try Mesh.grid(rows: 1, columns: 2) { SIMD3($0.x == 0.5 ? 1 : 0, $0.y, 0) }
    func isFolded(_ mesh: Mesh, _ degrees: Double) throws -> Bool {
      let layer = Layer(Rect(20, 20, 60, 60), .pureRed).with {
        ($0.mesh, $0.transform) = (mesh, .rotation(.degrees(degrees), about: Point3D(1, 0, 0)))
      }
      return try Self.group([layer]).commands[0].isFoldedInPlane
    }
    #expect(try isFolded(folded, 30))
    #expect(try !isFolded(folded, 0))
    #expect(try !isFolded(.grid(rows: 2, columns: 2), 30))
  }
}
