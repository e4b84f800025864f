/// One property of a type of the model: its names, its meaning, its range and the access to its value.
///
/// The table of a type, as ``Surface/properties``, is the only place of these facts. Validation, key paths of animations,
/// scene files with their schema, the texts of the command line and the lists that the tool prints follow from it. The
/// defaults are the initial values of the type itself.
public struct Property<Owner: Sendable>: Sendable {
  /// Names it in texts such as those of `--light`, and in errors.
  public let name: String
  /// Another name in texts; nil if it has none.
  public let shortName: String?
  /// Its key in scene files, or the last part of it: the border's width is `width` of `border`.
  public let key: String
  /// Its name in key paths of animations.
  public let keyPath: String
  /// Its meaning, a phrase without a period.
  public let summary: String
  package let value: Value
  /// Whether an owner's value is in its range. Made once, as every frame checks every property of every layer.
  let isValid: @Sendable (Owner) -> Bool

  /// - Parameters:
  ///   - key: The same as `name` unless given.
  ///   - keyPath: The same as `name` unless given.
  init(
    _ name: String, short: String? = nil, key: String? = nil, keyPath: String? = nil, _ value: Value,
    _ summary: String
  ) {
    (self.name, shortName, self.key) = (name, short, key ?? name)
    (self.keyPath, self.value, self.summary) = (keyPath ?? name, value, summary)
    isValid = value.isValid
  }

  /// What its values are, with the range of their numbers.
  package enum Value: Sendable {
    case number(WritableKeyPath<Owner, Double> & Sendable, NumberRange)
    /// The range is in degrees.
    case angle(WritableKeyPath<Owner, Angle> & Sendable, NumberRange)
    case flag(WritableKeyPath<Owner, Bool> & Sendable)
    /// Channels in 0...1.
    case color(WritableKeyPath<Owner, Color> & Sendable)
    /// Nil has the same effect as `absent`.
    case optionalNumber(WritableKeyPath<Owner, Double?> & Sendable, NumberRange, absent: Double)
    /// Nil has the same effect as a clear color.
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
    package let names: [String]
    package let read: @Sendable (Owner) -> String
    /// Ignores what is none of the names.
    package let write: @Sendable (inout Owner, String) -> Void
  }
}

extension Property.Value {
  static func choice<Name: RawRepresentable<String> & CaseIterable & Sendable>(
    _ path: WritableKeyPath<Owner, Name> & Sendable
  ) -> Self {
    .choice(
      Property.Choice(names: Name.allCases.map(\.rawValue), read: { $0[keyPath: path].rawValue }) {
        if let name = Name(rawValue: $1) { $0[keyPath: path] = name }
      })
  }
}
