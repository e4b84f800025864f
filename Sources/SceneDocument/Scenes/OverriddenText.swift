/// The text of a scene file in which overrides have replaced values, with the places of the new values.
struct OverriddenText {
  /// The text with all overrides.
  private(set) var bytes: [UInt8]
  /// The replaced values by their places in ``bytes``; one that lies in another follows it.
  private(set) var places: [Place] = []

  struct Place: Sendable {
    var range = 0..<0
    /// The offset of the value in the range, which may begin with keys.
    let valueOffset: Int
    let override: SceneOverride
  }

  /// Text that is not JSON, or no object, stays.
  /// - Throws: `DocumentError` for a path that leads nowhere.
  init(_ bytes: [UInt8], applying overrides: [SceneOverride], name: String) throws(DocumentError) {
    self.bytes = bytes
    guard !overrides.isEmpty, let scene = EditableJSON(bytes), scene.isObject else { return }
    var editor = SceneEditor(scene)
    for override in overrides {
      guard let problem = editor.apply(override) else { continue }
      throw DocumentError(name: name, problem: problem, argument: .override(override))
    }
    self.bytes = []
    self.bytes.reserveCapacity(bytes.count)
    scene.write(to: &self.bytes, &places)
  }
}

extension [OverriddenText.Place] {
  /// The fault with the value that caused it, if the fault lies in a replaced value.
  func attributed(_ error: DocumentError) -> DocumentError {
    guard let offset = error.offset, let place = last(where: { $0.range.contains(offset) }) else {
      return error
    }
    let isValue = [0, place.valueOffset].contains(offset - place.range.lowerBound)
    return error.caused(by: .override(place.override), path: isValue ? "" : error.path)
  }
}

extension SceneFile {
  /// Parses a file with replaced values, without reading its resources.
  /// - Throws: `DocumentError` for the first fault; one of a replaced value names that value.
  public init(
    _ bytes: [UInt8], name: String, applying overrides: [SceneOverride], byteLimit: Int = defaultByteLimit
  ) throws(DocumentError) {
    let text = try OverriddenText(bytes, applying: overrides, name: name)
    do throws(DocumentError) { self = try SceneFile(text.bytes, name: name, byteLimit: byteLimit) } catch {
      let fault = text.places.attributed(error)
      guard fault.argument == nil, let cause = Self.cause(of: bytes, overrides, byteLimit: byteLimit) else {
        throw fault
      }
      throw error.caused(by: .override(cause), path: error.path)
    }
    overridden = text.places
  }

  /// The override after which the file has a fault that it lacks before, such as a preset to which other keys of the
  /// file do not belong; nil if the file itself has a fault.
  /// - Complexity: as for reading the file, times the logarithm of the number of overrides.
  private static func cause(
    of bytes: [UInt8], _ overrides: [SceneOverride], byteLimit: Int
  ) -> SceneOverride? {
    func isValid(_ count: Int) -> Bool {
      guard let text = try? OverriddenText(bytes, applying: Array(overrides.prefix(count)), name: "") else {
        return false
      }
      return (try? SceneFile(text.bytes, name: "", byteLimit: byteLimit)) != nil
    }
    guard !overrides.isEmpty, isValid(0) else { return nil }
    var (valid, invalid) = (0, overrides.count)
    while invalid - valid > 1 {
      let middle = (valid + invalid) / 2
      if isValid(middle) { valid = middle } else { invalid = middle }
    }
    return overrides[valid]
  }
}
