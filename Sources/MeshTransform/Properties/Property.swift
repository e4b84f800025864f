/// One property of a type of the model: its names, its meaning, its range and the access to its value.
///
/// The table of a type, such as ``Surface/properties``, defines these facts for validation, key paths of animations,
/// scene files and their schema, the texts of the command line and the lists that the tool prints. The defaults are the
/// initial values of the type itself.
package struct Property<Owner: Sendable>: Sendable {
  /// The name in errors and in texts such as those of `--light`.
  package let name: String
  /// A shorter name in texts; nil if there is none.
  package let shortName: String?
  /// The key in scene files, or its last part: `width` of `border` for the border's width.
  package let key: String
  /// The name in key paths of animations.
  package let keyPath: String
  /// The meaning, a phrase without a period.
  package let summary: String
  package let value: Value
  /// Whether animations may change the value.
  let isAnimatable: Bool
  /// Whether the value of the owner at that address is in the range; nil for values without numbers. The closure is made
  /// once, and an owner is not copied, since every frame checks every property of every layer.
  let isValid: (@Sendable (UnsafePointer<Owner>) -> Bool)?

  /// Whether an owner's value is in the range.
  package func isInRange(_ owner: Owner) -> Bool { isValid.map { withUnsafePointer(to: owner, $0) } ?? true }

  /// - Parameters:
  ///   - key: The same as `name` unless given.
  ///   - keyPath: The same as `name` unless given.
  ///   - isAnimatable: A choice is never animated.
  init(
    _ name: String, short: String? = nil, key: String? = nil, keyPath: String? = nil, _ value: Value,
    _ summary: String, isAnimatable: Bool = true
  ) {
    self.isAnimatable = isAnimatable
    (self.name, shortName, self.key) = (name, short, key ?? name)
    (self.keyPath, self.value, self.summary) = (keyPath ?? name, value, summary)
    isValid = value.isValid
  }

  /// The kind of the value, with the range of its numbers.
  package enum Value: Sendable {
    case number(WritableKeyPath<Owner, Double> & Sendable, NumberRange)
    /// An angle, with its range in degrees.
    case angle(WritableKeyPath<Owner, Angle> & Sendable, NumberRange)
    case flag(WritableKeyPath<Owner, Bool> & Sendable)
    /// A color with channels in 0...1.
    case color(WritableKeyPath<Owner, Color> & Sendable)
    /// A number or nil, which has the effect of `absent`.
    case optionalNumber(WritableKeyPath<Owner, Double?> & Sendable, NumberRange, absent: Double)
    /// A color or nil, which has the effect of a clear color.
    case optionalColor(WritableKeyPath<Owner, Color?> & Sendable)
    case point(WritableKeyPath<Owner, Point> & Sendable, NumberRange)
    case rect(WritableKeyPath<Owner, Rect> & Sendable, NumberRange)
    case point3D(WritableKeyPath<Owner, Point3D> & Sendable, NumberRange)
    /// A vector of any length but 0.
    case direction(WritableKeyPath<Owner, Point3D> & Sendable, NumberRange)
    case choice(Choice)
  }

  /// One of the names of an enumeration.
  package struct Choice: Sendable {
    package let values: [ValueName]
    package let read: @Sendable (Owner) -> String
    /// Sets the value; ignores other names.
    package let write: @Sendable (inout Owner, String) -> Void

    package var names: [String] { values.map(\.name) }
  }
}

extension Property.Value {
  static func choice<Name: NamedValue>(_ path: WritableKeyPath<Owner, Name> & Sendable) -> Self {
    .choice(
      Property.Choice(values: Name.valueNames, read: { $0[keyPath: path].rawValue }) {
        if let name = Name(rawValue: $1) { $0[keyPath: path] = name }
      })
  }
}
