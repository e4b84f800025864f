import MeshTransform
import Testing

@testable import RenderGraph
@testable import TestSupport

/// Values that stay from frame to frame.
struct CacheTests {
  @Test func valuesStayWhileTheyAreUsed() {
    var cache = FrameCached<String, Int>()
    (cache["a"], cache["b"]) = (1, 2)
    cache.endFrame()
    let used = cache["a"]
    #expect(used == 1 && cache.peek("b") == 2)
    // Looking at a value does not use it.
    let first = cache.endFrame()
    #expect(first == [2] && cache.peek("b") == nil && Set(cache.keys) == ["a"])
    let second = cache.endFrame()
    #expect(second == [1] && cache.peek("a") == nil)
  }

  @Test func keptValuesAge() {
    var cache = FrameCached<String, Int>()
    (cache["a"], cache["b"]) = (10, 20)
    cache.endFrame()
    cache.keep()
    for _ in 0..<3 {
      _ = cache["a"]
      let dropped = cache.endFrame()
      #expect(dropped.isEmpty)
    }
    let ages = cache.ages { $0 }.sorted { $0.frames < $1.frames }
    #expect(ages.map(\.frames) == [1, 4] && ages.map(\.byteCount) == [10, 20])
    cache.discard(unusedFor: 4)
    #expect(Array(cache.keys) == ["a"])
    let all = cache.removeAll()
    #expect(all == ["a": 10] && cache.keys.isEmpty)
  }

  /// The values used last that fit into a limit are the most that fit, by trying every number of frames.
  @Test(arguments: 0..<20) func excessIsTheLeastAge(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let ages = (0..<12).map { _ in
      CacheAge(
        frames: Int.random(in: 0...6, using: &random), byteCount: Int.random(in: 0...50, using: &random))
    }
    func sum(_ isCounted: (CacheAge) -> Bool) -> Int {
      ages.filter(isCounted).reduce(0) { $0 + $1.byteCount }
    }
    for limit in [0, 60, 150, 1000] {
      let excess = ages.excess(over: limit)
      if let excess {
        #expect(sum { $0.frames < excess } <= limit && sum { $0.frames <= excess } > limit)
      } else {
        #expect(sum { _ in true } <= limit)
      }
    }
  }

  /// Frames of one animation use the topologies of the frame before, in the same order; items of one frame share none.
  @Test func topologiesAreReused() throws {
    var cache = MeshCache()
    let (small, large) = (try Mesh.grid(rows: 1, columns: 1), try Mesh.grid(rows: 2, columns: 2))
    func keys(_ meshes: [Mesh]) -> [Int] {
      defer { cache.endFrame() }
      return meshes.map { cache.topology(of: $0).key }
    }
    let first = keys([small, large, small])
    #expect(Set(first).count == 3)
    #expect(keys([small, large, small]) == first)
    #expect(keys([large, small, small]) == [first[1], first[0], first[2]])
    let more = keys([small, small, small, large])
    #expect(
      more.prefix(2).elementsEqual([first[0], first[2]]) && !first.contains(more[2]) && more[3] == first[1])
    _ = keys([])
    #expect(Set(keys([small, large])).isDisjoint(with: more))
    let squares = [false, false, true].map { cache.square(hasNormals: $0).topology }
    #expect(squares[0] === squares[1] && squares[1].key != squares[2].key)
  }

  /// A frame whose vertices alone move shares the indices of the frame before.
  @Test func indicesAreShared() throws {
    let still = try Mesh.grid(rows: 4, columns: 4)
    func scene(_ phase: Float) throws -> Scene {
      let mesh = try still.mappingVertices { vertex, _ in
        var vertex = vertex
        vertex.to.z = 0.1 * vertex.to.x * phase
        return vertex
      }
      return Scene(100, [Layer(Rect(10, 10, 80, 80), .pureRed).with { $0.mesh = mesh }])
    }
    var compiler = GraphCompiler()
    let (first, second) = (try compiler.frame(scene(0.1)), try compiler.frame(scene(0.2)))
    #expect(first.commands[0].topology === second.commands[0].topology)
    #expect(first.commands[0].triangles.indices.isInMemory(of: second.commands[0].triangles.indices))
    let neighbors = first.commands[0].topology.neighbors(of: first.commands[0].triangulation.list)
    let again = first.commands[0].topology.neighbors(of: second.commands[0].triangulation.list)
    #expect(neighbors.beyond.isInMemory(of: again.beyond))
  }

  @Test func opacityOfImages() {
    var cache = FrameCache()
    let solid = Image(4, 4, alpha: .straight) { _, _ in Pixel(1, 2, 3, 255) }
    let hole = Image(4, 4, alpha: .straight) { x, y in Pixel(1, 2, 3, x == 3 && y == 3 ? 254 : 255) }
    for _ in 0..<3 {
      let areOpaque = [.noise(4, 4), .translucentNoise(4, 4), solid, hole].map { cache.isOpaque($0) }
      #expect(areOpaque == [true, false, true, false])
      cache.endFrame()
    }
    #expect(ImageKey(solid) == ImageKey(solid) && ImageKey(solid) != ImageKey(hole))
  }
}

/// Textures that are not drawn again.
struct OffscreenCacheTests {
  /// A faded group of two layers, which needs a texture.
  private static func group(_ color: Color = .pureRed, x: Double = 10, opacity: Double = 0.5) -> Layer {
    Layer(bounds: Rect(0, 0, 60, 60), position: Point(x + 30, 40)).with {
      $0.opacity = opacity
      $0.sublayers = [Layer(Rect(0, 0, 40, 40), color), Layer(Rect(20, 20, 40, 40), .pureBlue)]
    }
  }

  private static func drawn(_ compiler: inout GraphCompiler, _ layers: [Layer]) throws -> Int {
    try compiler.frame(Scene(100, layers)).texturePasses.count
  }

  @Test func unchangedTexturesAreKept() throws {
    var compiler = GraphCompiler()
    #expect(try Self.drawn(&compiler, [Self.group()]) == 1)
    #expect(try Self.drawn(&compiler, [Self.group()]) == 0)
    // Opacity and a move by whole screen tiles change only how the texture is shown.
    #expect(try Self.drawn(&compiler, [Self.group(opacity: 0.3)]) == 0)
    #expect(try Self.drawn(&compiler, [Self.group(x: 18)]) == 0)
    #expect(try Self.drawn(&compiler, [Self.group(x: 18.5)]) == 1)
    #expect(try Self.drawn(&compiler, [Self.group(.pureGreen, x: 18.5)]) == 1)
    // The texture of a frame before the last one is gone.
    #expect(try Self.drawn(&compiler, []) == 0)
    #expect(try Self.drawn(&compiler, [Self.group(.pureGreen, x: 18.5)]) == 1)
  }

  /// Textures of a graph are listed also where they are not drawn.
  @Test func shownTexturesAreListed() throws {
    var compiler = GraphCompiler()
    let first = try compiler.frame(Scene(100, [Self.group()]))
    let second = try compiler.frame(Scene(100, [Self.group()]))
    #expect(first.textures.count == 1 && first.textures == second.textures)
    #expect(second.commands.count == 1 && first.commands.count == 3)
  }

  @Test func otherOptionsDrawAgain() throws {
    var compiler = GraphCompiler()
    #expect(try Self.drawn(&compiler, [Self.group()]) == 1)
    compiler.options.depth = .sixteen
    #expect(try Self.drawn(&compiler, [Self.group()]) == 1)
    #expect(try Self.drawn(&compiler, [Self.group()]) == 0)
  }

  /// Kept versions serve later frames, whatever the place shows in between, until they are discarded.
  @Test func keptVersionsServe() throws {
    var compiler = GraphCompiler()
    #expect(try Self.drawn(&compiler, [Self.group(.pureRed)]) == 1)
    var moved: [Int] = []
    compiler.cache.offscreen.keep(bytesPerPixel: 4) { _, version in
      moved.append(version)
      return true
    }
    #expect(moved == [1] && compiler.cache.offscreen.keptTextures.count == 1)
    #expect(try Self.drawn(&compiler, [Self.group(.pureGreen)]) == 1)
    #expect(try Self.drawn(&compiler, [Self.group(.pureRed)]) == 0)
    #expect(try Self.drawn(&compiler, [Self.group(.pureGreen)]) == 1)
    let ages = compiler.cache.offscreen.ages(bytesPerPixel: 4)
    #expect(ages.count == 2 && ages.allSatisfy { $0.byteCount >= 64 * 64 * 4 })
    let (none, one) = (
      compiler.cache.offscreen.discard(unusedFor: 100), compiler.cache.offscreen.discard(unusedFor: 1)
    )
    #expect(none.isEmpty && one.count == 1)
    #expect(compiler.cache.offscreen.keptTextures.isEmpty)
    #expect(try Self.drawn(&compiler, [Self.group(.pureRed)]) == 1)
  }

  /// A texture that the renderer lost is drawn again.
  @Test func lostTexturesAreNotKept() throws {
    var compiler = GraphCompiler()
    #expect(try Self.drawn(&compiler, [Self.group()]) == 1)
    compiler.cache.offscreen.keep(bytesPerPixel: 4) { _, _ in false }
    #expect(compiler.cache.offscreen.keptTextures.isEmpty)
    #expect(try Self.drawn(&compiler, [Self.group()]) == 1)
  }

  /// What a kept texture cost when it was drawn counts in every frame that shows it.
  @Test func keptTexturesCount() throws {
    func fails(_ limit: Int, frames: Int) throws -> Bool {
      var compiler = GraphCompiler()
      compiler.options.limits.pictureArea = limit
      do throws(GraphError) {
        for _ in 0..<frames { _ = try compiler.frame(Scene(100, [Self.group()])) }
      } catch { return true }
      return false
    }
    #expect(try !fails(64 * 64, frames: 3))
    #expect(try fails(59 * 60, frames: 1))
  }
}
