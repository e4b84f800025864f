/// A preset's parameters, as the properties of a value that makes the mesh.
///
/// The initial values of the properties are the defaults, the only place where they stand.
protocol MeshRecipe: Sendable {
  static var name: String { get }
  static var summary: String { get }
  static var parameters: [RecipeParameter<Self>] { get }

  init()
  /// Why the parameters, each in its range, make no picture together; nil when they do.
  var conflict: String? { get }
  /// Asked for only with all parameters in range and without conflict.
  /// - Parameter other: a mesh of the same recipe with other values; what the two have in common may be shared, so that
  ///   the frames of an animation do not make a million faces again and again.
  func mesh(like other: Mesh?) throws(MeshError) -> Mesh
}

extension MeshRecipe {
  var conflict: String? { nil }

  /// The mesh for the default parameters as `change` leaves them.
  static func mesh(_ change: (inout Self) -> Void) throws(MeshPresetError) -> Mesh {
    var recipe = Self()
    change(&recipe)
    return try recipe.checkedMesh()
  }

  /// The recipe with the named parameters set. In order of the names, so that the same mistake is named every time.
  static func recipe(with values: [String: Double]) throws(MeshPresetError) -> Self {
    var recipe = Self()
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let parameter = parameters.first(where: { $0.name == name }) else {
        let nearest = NearestName.match(name, in: parameters.map(\.name))
        throw .unknownParameter(name, preset: Self.name, nearest: nearest)
      }
      try parameter.check(value)
      parameter.write(&recipe, value)
    }
    return recipe
  }

  func checkedMesh(like other: Mesh? = nil) throws(MeshPresetError) -> Mesh {
    for parameter in Self.parameters { try parameter.check(parameter.read(self)) }
    if let conflict { throw .conflict(preset: Self.name, conflict) }
    do {
      return try mesh(like: other)
    } catch {
      throw .mesh(preset: Self.name, error)
    }
  }
}

/// A property of a recipe with its name, range and meaning.
struct RecipeParameter<Recipe: MeshRecipe>: Sendable {
  let name: String
  let summary: String
  let unit: String
  let range: ClosedRange<Double>
  let isInteger: Bool
  let read: @Sendable (Recipe) -> Double
  let write: @Sendable (inout Recipe, Double) -> Void

  init(
    _ name: String, _ path: WritableKeyPath<Recipe, Double> & Sendable, _ range: ClosedRange<Double>,
    _ unit: String, _ summary: String
  ) {
    (self.name, self.summary, self.unit, self.range, isInteger) = (name, summary, unit, range, false)
    read = { $0[keyPath: path] }
    write = { $0[keyPath: path] = $1 }
  }

  /// A ratio, or a number whose summary says what it measures.
  init(
    _ name: String, _ path: WritableKeyPath<Recipe, Double> & Sendable, _ range: ClosedRange<Double>,
    _ summary: String
  ) {
    self.init(name, path, range, "", summary)
  }

  /// A count.
  init(
    _ name: String, _ path: WritableKeyPath<Recipe, Int> & Sendable, _ range: ClosedRange<Double>,
    _ summary: String
  ) {
    (self.name, self.summary, unit, self.range, isInteger) = (name, summary, "", range, true)
    read = { Double($0[keyPath: path]) }
    write = { $0[keyPath: path] = Int($1) }
  }

  /// An angle, by name in degrees.
  init(
    _ name: String, _ path: WritableKeyPath<Recipe, Angle> & Sendable, _ range: ClosedRange<Double>,
    _ summary: String
  ) {
    (self.name, self.summary, unit, self.range, isInteger) = (
      name, summary, MeshPreset.Parameter.degrees, range, false
    )
    read = { $0[keyPath: path].roundedDegrees }
    write = { $0[keyPath: path] = .degrees($1) }
  }

  /// The grid's rows or columns.
  static func rows(_ path: WritableKeyPath<Recipe, Int> & Sendable) -> RecipeParameter {
    RecipeParameter("rows", path, 1...1000, "faces from top to bottom")
  }

  static func columns(_ path: WritableKeyPath<Recipe, Int> & Sendable) -> RecipeParameter {
    RecipeParameter("columns", path, 1...1000, "faces from left to right")
  }

  /// Time in an animation that repeats every turn.
  static func phase(_ path: WritableKeyPath<Recipe, Double> & Sendable, _ summary: String) -> RecipeParameter
  {
    RecipeParameter("phase", path, -1000...1000, "turns", summary)
  }

  /// The proportions of the layer, for shapes that must not be stretched with it.
  static func aspect(_ path: WritableKeyPath<Recipe, Double> & Sendable) -> RecipeParameter {
    RecipeParameter("aspect", path, 0.01...100, "the layer's width divided by its height")
  }

  var described: MeshPreset.Parameter {
    MeshPreset.Parameter(
      name: name, summary: summary, unit: unit, defaultValue: read(Recipe()), range: range,
      isInteger: isInteger)
  }

  /// NaN is in no range.
  func check(_ value: Double) throws(MeshPresetError) {
    guard range.contains(value) else { throw .outOfRange(described, preset: Recipe.name, value: value) }
    guard !isInteger || value == value.rounded() else {
      throw .notInteger(described, preset: Recipe.name, value: value)
    }
  }
}
