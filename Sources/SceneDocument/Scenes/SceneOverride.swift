import MeshTransform

/// A value that replaces another one in the text of a scene file: `art.contents.image=photo.png`.
///
/// The path begins with the name of a layer, which stands for every layer of that name, or with a key of the scene
/// (`canvas`, `layers`, `lights`, `animations`). Keys follow after dots, elements of arrays as `[2]`. Objects and keys
/// that are missing are added. Names and keys are compared byte by byte. A path has at most 4096 bytes and leads through
/// 256 keys and elements.
public struct SceneOverride: Hashable, Sendable, CustomStringConvertible {
  /// The new value.
  public enum Value: Hashable, Sendable {
    /// Text of a command line or a table: a string where the scene has one; elsewhere a number, `true`, `false`, an
    /// array or an object if it is one in JSON, else a string.
    case text(String)
    /// JSON, inserted as it is.
    case json(String)
  }

  /// The path of the value, such as `layers[0].opacity`.
  public var path: String
  /// The new value.
  public var value: Value

  /// An override of the value at a path.
  public init(path: String, value: Value) { (self.path, self.value) = (path, value) }

  /// `path=value`, both as excerpts.
  public var description: String {
    switch value {
    case .text(let text), .json(let text): "\(path.excerpt)=\(text.excerpt)"
    }
  }

  /// Parses `path=value`.
  /// - Returns: nil without an equals sign or a path.
  public init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else { return nil }
    self.init(
      path: String(argument[..<equals]), value: .text(String(argument[argument.index(after: equals)...])))
  }
}

extension SceneFile {
  /// The text of a scene file with values replaced in order; all other bytes stay, and so do most line numbers.
  ///
  /// Text that is not JSON is returned unchanged, for the error of ``init(_:name:byteLimit:)``.
  /// - Throws: `DocumentError` for a path that leads nowhere.
  /// - Complexity: O(bytes of the scene and of the overrides); a value of several layers counts once for each.
  public static func text(
    _ bytes: [UInt8], applying overrides: [SceneOverride], name: String
  ) throws(DocumentError) -> [UInt8] {
    try OverriddenText(bytes, applying: overrides, name: name).bytes
  }
}

extension SceneOverride.Value {
  /// The JSON text of the value.
  /// - Parameter isString: whether the value that it replaces is a string; nil where there is none.
  func json(replacing isString: Bool?) -> String {
    switch self {
    case .json(let text): return text
    case .text(let text):
      guard isString != true else { return text.quotedAsJSON }
      let bytes = Array(text.utf8)
      let isJSON = bytes.withUnsafeBufferPointer { buffer in
        let json = JSONScanner(buffer)
        guard let value = json.value(at: 0) else { return false }
        return json.isEnd(value.upperBound) && !json.isString(value)
      }
      return isJSON ? text : text.quotedAsJSON
    }
  }
}
