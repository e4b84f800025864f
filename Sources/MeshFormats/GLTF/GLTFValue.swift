import CheckedNumbers
import MeshTransform
import SceneDocument

/// The JSON of a glTF file. Valid only while its bytes are.
struct GLTFJSON {
  let bytes: UnsafeBufferPointer<UInt8>
  let scanner: JSONScanner
  /// The file's name, for errors.
  let name: String

  init(_ bytes: UnsafeBufferPointer<UInt8>, name: String) {
    (self.bytes, self.name) = (bytes, name)
    scanner = JSONScanner(bytes)
  }

  /// The top object.
  func root() throws(DocumentError) -> GLTFValue {
    guard let range = scanner.value(at: 0), scanner.isObject(range) else {
      throw DocumentError(name: name, problem: "the top value of a glTF file is an object")
    }
    return GLTFValue(json: self, range: range, path: "")
  }
}

/// A value of the JSON with its path.
struct GLTFValue {
  let json: GLTFJSON
  let range: Range<Int>
  /// `meshes[0].primitives[1]`
  let path: String

  var isObject: Bool { json.scanner.isObject(range) }

  func error(_ problem: String) -> DocumentError {
    DocumentError(name: json.name, path: path, problem: problem)
  }

  /// The values of some keys; each key is searched once for all objects that call this once.
  func members(_ keys: Set<String>) throws(DocumentError) -> [String: GLTFValue] {
    guard json.scanner.isObject(range) else { throw error("found another value; use an object") }
    var found: [String: GLTFValue] = [:]
    for (key, value) in json.scanner.members(of: range) where key.count <= 40 {
      guard let text = json.scanner.string(at: key), keys.contains(text) else { continue }
      found[text] = GLTFValue(json: json, range: value, path: path.isEmpty ? text : "\(path).\(text)")
    }
    return found
  }

  func elements() throws(DocumentError) -> [GLTFValue] {
    guard json.scanner.isArray(range) else { throw error("found another value; use an array") }
    return json.scanner.elements(of: range).enumerated().map { index, range in
      GLTFValue(json: json, range: range, path: "\(path)[\(index)]")
    }
  }

  func number() throws(DocumentError) -> Double {
    guard let number = JSONNumber(json.bytes, at: range.lowerBound)?.double(in: json.bytes), number.isFinite
    else { throw error("found \(text); use a finite number") }
    return number
  }

  func integer(in bounds: ClosedRange<Int>) throws(DocumentError) -> Int {
    guard let integer = Int(exactly: try number()), bounds.contains(integer) else {
      throw error("found \(text); use a whole number in \(bounds.lowerBound)...\(bounds.upperBound)")
    }
    return integer
  }

  /// An index of an element.
  /// - Parameter what: `accessors`
  func index(of count: Int, _ what: String) throws(DocumentError) -> Int {
    guard let index = Int(exactly: try number()), (0..<count).contains(index) else {
      throw error("found \(text), but there are \(count) \(what), counted from 0")
    }
    return index
  }

  func numbers(_ count: Int) throws(DocumentError) -> [Double] {
    let elements = try elements()
    guard elements.count == count else { throw error("there are \(elements.count) numbers; use \(count)") }
    var numbers: [Double] = []
    for element in elements { numbers.append(try element.number()) }
    return numbers
  }

  func string() throws(DocumentError) -> String {
    guard let string = json.scanner.string(at: range) else { throw error("found \(text); use a string") }
    return string
  }

  func boolean() throws(DocumentError) -> Bool {
    let text = json.scanner.text(of: range)
    guard text == "true" || text == "false" else { throw error("found \(self.text); use true or false") }
    return text == "true"
  }

  /// The beginning of the value, for errors.
  private var text: String {
    json.scanner.text(of: range.lowerBound..<min(range.upperBound, range.lowerBound + 40)).excerpt
  }
}
