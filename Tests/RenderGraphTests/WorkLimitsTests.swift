import MeshTransform
import TestSupport
import Testing

@testable import RenderGraph

/// Limits on the work of one picture.
struct WorkLimitsTests {
  @discardableResult
  private static func compile(
    _ layers: [Layer], faces: Int = .max, overdraw: Int = .max
  ) throws(GraphError) -> RenderGraph {
    var compiler = GraphCompiler()
    (compiler.options.limits.faces, compiler.options.limits.overdraw) = (faces, overdraw)
    return try compiler.graph(Scene(64, layers))
  }

  private static func layer(_ mesh: Mesh? = nil, opacity: Double = 1) -> Layer {
    var layer = Layer(bounds: Rect(0, 0, 64, 64), position: Point(32, 32), contents: .color(.black))
    (layer.mesh, layer.opacity) = (mesh, opacity)
    return layer
  }

  /// Faces count in every pass: a mesh in a translucent group is drawn once in the group's texture, which is one face.
  @Test func facesOfAllPasses() throws {
    let mesh = try Mesh.grid(rows: 4, columns: 4).mappingVertices { vertex, _ in
      var vertex = vertex
      vertex.to.z = vertex.to.x * vertex.to.y
      return vertex
    }
    let two = [Self.layer(mesh), Self.layer(mesh)]
    try Self.compile(two, faces: 32)
    #expect(throws: GraphError.faces(32, limit: 31)) { try Self.compile(two, faces: 31) }
    var group = Self.layer(opacity: 0.5)
    group.sublayers = two
    #expect(throws: GraphError.self) { try Self.compile([group], faces: 33) }
    try Self.compile([group], faces: 34)
  }

  /// A sheet that is opaque on both sides has the shape of its mesh, which is not drawn again for its contact shadow.
  @Test func shapesOfContactShadows() throws {
    func drawsShape(_ change: (inout Layer) -> Void) throws -> Bool {
      var layer = Self.layer(try Mesh.grid(rows: 2, columns: 2) { SIMD3($0.x, $0.y, $0.x * $0.y) })
      layer.contactShadowOpacity = 1
      change(&layer)
      return try Self.compile([layer]).texturePasses.contains { pass in
        guard case .offscreen(let pass) = pass else { return false }
        return pass.texture.key.contains(TextureRole.contactShape.rawValue)
      }
    }
    var back = Self.layer()
    back.isBackContents = true
    #expect(try !drawsShape { _ in })
    #expect(try !drawsShape { $0.sublayers = [back, Self.layer(opacity: 0.5)] })
    #expect(try !drawsShape { $0.opacity = 0.5 })
    #expect(try drawsShape { $0.contents = .color(Color(red: 0, green: 0, blue: 0, alpha: 0.5)) })
    #expect(try drawsShape { $0.isDoubleSided = false })
    #expect(try drawsShape { ($0.cornerRadius, $0.masksToBounds) = (4, true) })
    for change: (inout Layer) -> Void in [
      { $0.opacity = 0.5 }, { $0.bounds = Rect(0, 0, 60, 64) }, { $0.transform = .scale(0.5, 1, 1) },
      { $0.contents = .none },
    ] {
      var back = back
      change(&back)
      #expect(try drawsShape { $0.sublayers = [back] })
    }
  }

  /// Contact shadows are computed where they lie on the canvas.
  @Test func pixelsOfContactShadows() throws {
    func shadow(at place: Point) throws -> PixelSize? {
      var layer = Self.layer(try Mesh.grid(rows: 1, columns: 1) { SIMD3($0.x, $0.y, 0.25) })
      (layer.position, layer.contactShadowOpacity, layer.contactShadowSpread) = (place, 1, 1)
      layer.contactShadowOffset = Point(0, 0)
      return try Self.compile([layer]).texturePasses.lazy.compactMap { pass -> PixelSize? in
        guard case .filter(let filter) = pass, case .sum = filter.operation else { return nil }
        return filter.texture.size
      }.first
    }
    #expect(try shadow(at: Point(32, 32)) == PixelSize(68, 68))
    #expect(try shadow(at: Point(100, 32)).map { $0.width < 60 } == true)
    #expect(try shadow(at: Point(600, 32)) == nil)
  }

  /// The pixels of the target that layers cover, those covered by others included, and not those beyond the canvas.
  @Test func pixelsOfAllLayers() throws {
    var wide = Self.layer()
    wide.bounds = Rect(0, 0, 640, 640)
    let layers = [Self.layer(), Self.layer(opacity: 0.5), wide]
    try Self.compile(layers, overdraw: 3 * 64 * 64)
    #expect(throws: GraphError.overdraw(3 * 64 * 64, limit: 3 * 64 * 64 - 1)) {
      try Self.compile(layers, overdraw: 3 * 64 * 64 - 1)
    }
  }

  /// Faces of one mesh that cover one another count, those side by side do not.
  @Test func pixelsOfFacesOverOneAnother() throws {
    let area = 64 * 64
    let square = try Mesh.grid(rows: 1, columns: 1)
    let heap = try Mesh(vertices: square.vertices, faces: [Mesh.Face](repeating: square.faces[0], count: 100))
    let overlaps = area + 16 * 99 * area
    try Self.compile([Self.layer(heap)], overdraw: overlaps)
    #expect(throws: GraphError.overdraw(overlaps, limit: overlaps - 1)) {
      try Self.compile([Self.layer(heap)], overdraw: overlaps - 1)
    }
    try Self.compile([Self.layer(try Mesh.grid(rows: 16, columns: 16))], overdraw: area)
    // Seen from near: the faces beyond the canvas do not count, and the two triangles of one count as far as their bounds.
    var near = Self.layer(try Mesh.grid(rows: 16, columns: 16))
    near.bounds = Rect(0, 0, 6400, 6400)
    try Self.compile([near], overdraw: area + 16 * area)
  }

  /// A shadow inside of others is drawn once, also where a part of it lies beyond the canvas.
  @Test(arguments: [Point(32, 32), Point(0, 10.5), Point(70.25, 60)])
  func nestedShadowsAreDrawnOnce(_ position: Point) throws {
    func stack(_ levels: Int) -> Layer {
      var inner = Self.layer()
      for _ in 0..<levels {
        var group = Self.layer()
        (group.shadowOpacity, group.shadowRadius, group.sublayers) = (0.5, 2, [inner, Self.layer()])
        inner = group
      }
      inner.position = position
      return inner
    }
    let (few, many) = (try Self.compile([stack(2)]), try Self.compile([stack(8)]))
    #expect(many.texturePasses.count == 4 * few.texturePasses.count)
  }

  /// Many kinds of layers share shaders; too many are refused.
  @Test func shaderVariants() throws {
    var count = VariantCount()
    for squarings in 1...10 {
      for (lights, isScalar) in [(1, true), (1, false), (nil, true), (nil, false)] as [(Int?, Bool)] {
        #expect(!count.needsGeneralVariants)
        var variant = MeshVariant(isLit: true, hasHighlights: true, lightCount: lights)
        (variant.exponentSquarings, variant.hasScalarLight) = (squarings, isScalar)
        try count.add(variant)
      }
    }
    for squarings in 1...10 {
      var variant = MeshVariant(isLit: true, hasHighlights: true, hasPositionalLights: true)
      variant.exponentSquarings = squarings
      try count.add(variant)
    }
    #expect(count.needsGeneralVariants)
    // Each of these needs a shader of its own.
    func add(_ most: Int) throws(GraphError) {
      var other = VariantCount()
      for number in 0..<most {
        var variant = MeshVariant()
        variant.magnification = [.linear, .nearest, .cubic][number % 3]
        variant.interpolation = [.triangles, .bilinear, .projective][number / 3 % 3]
        (variant.hasBrightness, variant.isDeep) = (number / 9 % 2 == 1, number / 18 % 2 == 1)
        (variant.isSupersampled, variant.isTiled) = (number / 36 % 2 == 1, number / 72 % 2 == 1)
        try other.add(variant)
      }
    }
    try add(VariantCount.limit)
    #expect(throws: GraphError.variants(limit: VariantCount.limit)) { try add(VariantCount.limit + 1) }
  }

  /// A general variant stands for all exponents, kinds of lights and tints, and for itself.
  @Test func generalVariants() {
    var variant = MeshVariant(isLit: true, hasHighlights: true, lightCount: 1)
    variant.exponentSquarings = 5
    var other = MeshVariant(isLit: true, hasPositionalLights: true)
    (other.isTinted, other.hasTinyTriangles, other.hasSpotLights) = (true, true, true)
    #expect(variant.general == other.general)
    #expect(variant.general.general == variant.general)
    other.hasBrightness = true
    #expect(variant.general != other.general)
    #expect(!MeshVariant().general.isLit && !MeshVariant().general.hasHighlights)
  }
}
