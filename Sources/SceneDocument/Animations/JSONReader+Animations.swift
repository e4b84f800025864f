import MeshTransform

extension JSONReader {
  /// - `depth`: the number of enclosing groups.
  mutating func readAnimations(depth: Int = 0) throws(DocumentError) -> [AnimationDescription] {
    var animations: [AnimationDescription] = []
    try readArray("an array of animations") { reader, _ throws(DocumentError) in
      animations.append(try AnimationDescription(&reader, depth: depth))
    }
    return animations
  }

  /// The property of the next animation, from its `keyPath`; nil when it has none. Does not advance the reader.
  func lookaheadProperty() throws(DocumentError) -> AnimatedProperty? {
    guard let place = valueOffset(ofKey: "keyPath") else { return nil }
    var ahead = self
    ahead.offset = place
    // A value that is not a string is reported when the key is read.
    guard let path = try? ahead.readString() else { return nil }
    do { return try AnimatedProperty(keyPath: path) } catch {
      throw self.error(at: place, key: "keyPath", "\(error.problem)")
    }
  }

  func propertyOfKey(_ property: AnimatedProperty?) throws(DocumentError) -> AnimatedProperty {
    if let property { return property }
    throw error(at: keyOffset, "this value has no target; add a \"keyPath\" to the animation")
  }

  mutating func readKeyValues(of property: AnimatedProperty?) throws(DocumentError)
    -> [AnimationValueDescription]
  {
    let property = try propertyOfKey(property)
    var values: [AnimationValueDescription] = []
    skipSpaces()
    let start = offset
    try readArray("an array of values") { reader, _ throws(DocumentError) in
      if let problem = reader.motion.addKeyframe() { throw reader.error(problem) }
      values.append(try reader.readValue(of: property))
    }
    guard !values.isEmpty else { throw error(at: start, "there are no values; add at least one") }
    return values
  }

  /// Key times in increasing order, from 0 to 1.
  mutating func readKeyTimes() throws(DocumentError) -> [Double] {
    var times: [Double] = []
    try readArray("an array of key times in 0...1, one for each value") {
      reader, index throws(DocumentError) in
      reader.skipSpaces()
      let start = reader.offset
      let time = try reader.readNumber(in: 0...1)
      if let last = times.last, time < last {
        throw reader.error(
          at: start, "\(time.short) comes after \(last.short); use ascending order")
      }
      times.append(time)
    }
    return times
  }

  enum Timing {
    case one(TimingFunction)
    case many([TimingFunction])
  }

  /// A timing function, or a list of them; a list of four numbers is one function.
  mutating func readTiming() throws(DocumentError) -> Timing {
    guard isAtArray() else { return .one(try readTimingFunction()) }
    var ahead = self
    _ = ahead.take("[")
    ahead.skipSpaces()
    let isList = ahead.next.map { [UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "]")].contains($0) }
    return isList == true ? .many(try readTimings()) : .one(try readTimingFunction())
  }

  mutating func readTimings() throws(DocumentError) -> [TimingFunction] {
    var functions: [TimingFunction] = []
    try readArray("an array of timing functions, one fewer than values") { reader, _ throws(DocumentError) in
      functions.append(try reader.readTimingFunction())
    }
    return functions
  }

  private mutating func readTimingFunction() throws(DocumentError) -> TimingFunction {
    skipSpaces()
    let start = offset
    guard isAtArray() else {
      let text = try readString("a timing function: a name such as \"ease-in-out\", or [x1, y1, x2, y2]")
      do { return try TimingText.parse(text) } catch { throw self.error(at: start, error.description) }
    }
    let numbers = try readNumbers(["x1", "y1", "x2", "y2"], in: -1e6...1e6)
    let function = TimingFunction.cubicBezier(numbers[0], numbers[1], numbers[2], numbers[3])
    do { try function.validate() } catch { throw self.error(at: start, "\(error.problem)") }
    return function
  }
}
