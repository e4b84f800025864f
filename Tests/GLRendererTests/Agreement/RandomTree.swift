import MeshTransform

@testable import TestSupport

/// Makes scenes of any shape from a seed; every layer that shows something has one opaque color of its own.
struct RandomTree {
  /// What a scene may hold besides nested layers that are moved, turned, stretched and hidden.
  struct Ingredients: OptionSet, CustomStringConvertible {
    let rawValue: Int
    static let depth = Ingredients(rawValue: 1), perspective = Ingredients(rawValue: 2)
    static let masks = Ingredients(rawValue: 4), meshes = Ingredients(rawValue: 8)
    static let all: Ingredients = [.depth, .perspective, .masks, .meshes]

    var description: String {
      let names = [
        (Ingredients.depth, "depth"), (.perspective, "perspective"), (.masks, "masks"), (.meshes, "meshes"),
      ]
      return names.filter { contains($0.0) }.map(\.1).joined(separator: "+")
    }
  }

  /// Points and pixels a side of the canvas.
  static let side = 96
  /// Of layers in a scene; ``color(_:)`` can tell that many apart.
  private static let limit = 28
  private static let deepest = 4

  let ingredients: Ingredients
  /// Of all meshes in the scene.
  private let interpolation: Mesh.FaceInterpolation
  private var random: SplitMix64
  private var count = 0

  private init(seed: UInt64) {
    // Every combination comes up, each as often as the others.
    ingredients = Ingredients(rawValue: Int(seed % 16))
    interpolation = Mesh.FaceInterpolation.allCases[Int(seed / 16 % 3)]
    random = SplitMix64(seed: seed)
  }

  static func scene(seed: UInt64) throws(MeshError) -> (scene: Scene, ingredients: Ingredients) {
    var tree = RandomTree(seed: seed)
    let frame = Rect(tree.number(-20...20), tree.number(-20...20), Double(side), Double(side))
    var layers: [Layer] = []
    for _ in 0..<tree.whole(2...5) { layers.append(try tree.layer(in: frame, depth: 1)) }
    return (Scene(canvas: Canvas(frame: frame, depth: tree.siblingDepth()), layers: layers), tree.ingredients)
  }

  /// Any two of the first 28 differ by 51 of 255 or more in red or green; none is black.
  static func color(_ index: Int) -> Color {
    let place = index + 1
    return Color(
      red: Double(place % 6) / 5, green: Double(place / 6 % 6) / 5, blue: Double(place * 7 % 5) / 5)
  }

  private mutating func layer(in frame: Rect, depth: Int) throws(MeshError) -> Layer {
    let color = RandomTree.color(count)
    count += 1
    let size = Size(frame.size.width * number(0.3...0.9), frame.size.height * number(0.3...0.9))
    var layer = Layer(
      bounds: Rect(origin: chance(3) ? Point(number(-40...40), number(-40...40)) : .zero, size: size),
      position: Point(
        frame.minX + frame.size.width * number(0.15...0.85),
        frame.minY + frame.size.height * number(0.15...0.85)))
    layer.name = "\(count - 1)"
    // Some show nothing themselves.
    switch whole(0...4) {
    case 0 where depth < RandomTree.deepest: break
    case 1...2: layer.backgroundColor = color
    default: layer.contents = .color(color)
    }
    place(&layer)
    if ingredients.contains(.masks), chance(2) { mask(&layer) }
    if ingredients.contains(.meshes), chance(3) { layer.mesh = try mesh() }
    if chance(12) { layer.isHidden = true }
    if chance(12) { layer.opacity = 0 }
    if chance(4) { layer.isDoubleSided = false }
    guard depth < RandomTree.deepest else { return layer }
    layer.depth = siblingDepth()
    // Neither changes a color: each lets the layer cover all before it.
    if chance(8) { (layer.shadowOpacity, layer.shadowColor) = (1, .clear) }
    for _ in 0..<whole(0...3) where count < RandomTree.limit {
      layer.sublayers.append(try self.layer(in: layer.bounds, depth: depth + 1))
    }
    if chance(6), count < RandomTree.limit {
      layer.sublayers.append(try self.layer(in: layer.bounds, depth: depth + 1))
      layer.sublayers[layer.sublayers.count - 1].isBackContents = true
    }
    return layer
  }

  private mutating func siblingDepth() -> SublayerDepth {
    chance(2) ? .automatic : chance(2) ? .shared : .ordered
  }

  private mutating func place(_ layer: inout Layer) {
    if chance(3) { layer.anchorPoint = Point(number(-0.2...1.2), number(-0.2...1.2)) }
    if chance(2) {
      layer.transform =
        .scale(number(0.6...1.5) * (chance(6) ? -1 : 1), number(0.6...1.5))
        * .rotation(.degrees(number(-180...180)))
    }
    if ingredients.contains(.depth) {
      if chance(2) { layer.zPosition = number(-30...30) }
      if chance(4) { layer.anchorPointZ = number(-20...20) }
      if chance(2) { layer.transform = layer.transform * turn() }
      if chance(4) { layer.sublayerTransform = turn() }
    }
    if ingredients.contains(.perspective) {
      if chance(3) { layer.transform = layer.transform * .perspective(eyeDistance: number(150...500)) }
      if chance(2) {
        layer.sublayerTransform = layer.sublayerTransform * .perspective(eyeDistance: number(150...500))
      }
    }
  }

  private mutating func turn() -> Transform3D {
    .rotation(.degrees(number(-70...70)), about: Point3D(number(-1...1), number(-1...1), number(0.1...1)))
  }

  private mutating func mask(_ layer: inout Layer) {
    layer.masksToBounds = true
    if chance(2) {
      layer.cornerRadius = number(0...0.5) * min(layer.bounds.size.width, layer.bounds.size.height)
    }
  }

  /// A grid with every vertex moved.
  private mutating func mesh() throws(MeshError) -> Mesh {
    let (rows, columns, depth) = (whole(1...5), whole(1...5), ingredients.contains(.depth) ? 0.3 : 0)
    let reach = 0.35 / Double(max(rows, columns))
    var mesh = try Mesh.grid(rows: rows, columns: columns) { from in
      let moved = SIMD3(number(-reach...reach), number(-reach...reach), number(-depth...depth))
      return SIMD3(from.x, from.y, 0) + SIMD3<Float>(moved)
    }
    mesh.faceInterpolation = interpolation
    return mesh
  }

  private mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
  private mutating func whole(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
  /// Once in so many times.
  private mutating func chance(_ times: Int) -> Bool { whole(1...times) == 1 }
}
