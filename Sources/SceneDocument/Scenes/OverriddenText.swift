/// The text of a scene file in which overrides have replaced values, with the places of the new values.
struct OverriddenText {
  /// The text with all overrides.
  private(set) var bytes: [UInt8]
  /// The replaced values by their places in ``bytes``; later ones may lie inside earlier ones.
  private(set) var places: [Place] = []

  struct Place: Sendable {
    var range: Range<Int>
    /// The offset of the value in the range, which may begin with keys.
    let valueOffset: Int
    let override: SceneOverride
  }

  /// - Throws: `DocumentError` for a path that leads nowhere.
  /// - Complexity: O(bytes) for each override.
  init(_ bytes: [UInt8], applying overrides: [SceneOverride], name: String) throws(DocumentError) {
    self.bytes = bytes
    for override in overrides { try apply(override, name: name) }
  }

  private mutating func apply(_ override: SceneOverride, name: String) throws(DocumentError) {
    var edits: [JSONEdit] = []
    let problem = bytes.withUnsafeBufferPointer { buffer -> String? in
      JSONScanner(buffer).edits(of: override, into: &edits)
    }
    if let problem { throw DocumentError(name: name, problem: problem, argument: .override(override)) }
    edits.sort { $0.range.lowerBound < $1.range.lowerBound }
    // A value inside another one that is replaced is gone with it.
    var kept: [JSONEdit] = []
    for edit in edits where edit.range.lowerBound >= kept.last?.range.upperBound ?? 0 { kept.append(edit) }
    // From the end, so that earlier offsets stay valid.
    for edit in kept.reversed() {
      let text = Array(edit.text.utf8)
      bytes.replaceSubrange(edit.range, with: text)
      places = places.compactMap { $0.moved(by: edit.range, to: text.count) }
      let start = edit.range.lowerBound
      places.append(
        Place(range: start..<start + text.count, valueOffset: edit.valueOffset, override: override))
    }
  }
}

extension OverriddenText.Place {
  /// The place after the bytes of `old` have been replaced by `count` others; nil if it was inside of them.
  fileprivate func moved(by old: Range<Int>, to count: Int) -> OverriddenText.Place? {
    let difference = count - old.count
    var place = self
    if old.upperBound <= range.lowerBound {
      place.range = range.lowerBound + difference..<range.upperBound + difference
    } else if old.lowerBound >= range.upperBound {
      return self
    } else if range.lowerBound <= old.lowerBound, old.upperBound <= range.upperBound, range != old {
      place.range = range.lowerBound..<range.upperBound + difference
    } else {
      return nil
    }
    return place
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
