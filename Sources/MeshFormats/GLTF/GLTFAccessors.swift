import MeshTransform
import SceneDocument

/// Reads the numbers of a glTF file: accessors, views and buffers (section 3.6 of the specification).
///
/// Each object of the JSON is read once. The numbers that are decoded are counted, so that a small file that names the same
/// numbers over and over does not take much time or memory.
struct GLTFAccessors {
  private struct View {
    let buffer: Int, start: Int, length: Int, stride: Int?
  }

  /// Numbers of a view.
  struct Elements {
    fileprivate let value: GLTFValue
    /// Nil for zeros.
    fileprivate let view: Int?, offset: Int, component: Component, isNormalized: Bool
    let count: Int
    /// The numbers of an element.
    fileprivate let width: Int
  }

  struct Accessor {
    let elements: Elements
    /// Elements that replace others, by their indices; nil without any.
    fileprivate let sparse: (indices: Elements, values: Elements)?

    var count: Int { elements.count }
    var value: GLTFValue { elements.value }
    var width: Int { elements.width }
  }

  enum Component: Int {
    case int8 = 5120
    case uint8, int16, uint16
    case uint32 = 5125
    case float = 5126

    var size: Int {
      switch self {
      case .int8, .uint8: 1
      case .int16, .uint16: 2
      case .uint32, .float: 4
      }
    }
  }

  private static let widths = ["SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4]

  private let accessors: [GLTFValue], views: [GLTFValue], buffers: [GLTFValue]
  private var readAccessors: [Int: Accessor] = [:]
  private var readViews: [Int: View] = [:]
  private var readBuffers: [Int: ArraySlice<UInt8>] = [:]
  private let data: ArraySlice<UInt8>?
  private let file: GLTFFile.Source
  /// The bytes of files and data URIs that may still be read.
  private var byteLimit: Int
  /// The numbers that may still be decoded.
  private var budget: Int

  /// The least number of elements that a file may have, however small it is.
  static let freeElements = 4_000_000

  init(
    _ root: [String: GLTFValue], data: ArraySlice<UInt8>?, of file: GLTFFile.Source, byteLimit: Int
  ) throws(DocumentError) {
    (accessors, views) = (try root["accessors"]?.elements() ?? [], try root["bufferViews"]?.elements() ?? [])
    (buffers, self.data) = (try root["buffers"]?.elements() ?? [], data)
    (self.file, self.byteLimit) = (file, byteLimit)
    budget = max(Self.freeElements, file.bytes.count / 4)
  }

  /// Counts elements that are made of the file's numbers.
  mutating func take(_ count: Int, for value: GLTFValue) throws(DocumentError) {
    guard count <= budget else {
      throw value.error(
        "the meshes of the file have more than \(max(Self.freeElements, file.bytes.count / 4)) elements together, the limit "
          + "for a file of this size; export fewer of them")
    }
    budget -= count
  }

  /// The accessor that a value names.
  mutating func accessor(_ reference: GLTFValue) throws(DocumentError) -> Accessor {
    let index = try reference.index(of: accessors.count, "accessors")
    if let known = readAccessors[index] { return known }
    let accessor = try read(accessors[index])
    readAccessors[index] = accessor
    return accessor
  }

  /// The numbers of an accessor, `width` for each element, as fractions where they are normalized integers.
  mutating func numbers(of accessor: Accessor, width: Int) throws(DocumentError) -> [Float] {
    guard accessor.elements.width == width else {
      throw accessor.value.error(
        "an element has \(accessor.elements.width) numbers, and \(width) are needed here; export the file again"
      )
    }
    var numbers: [Float] = try decode(accessor.elements)
    if let (indices, values) = accessor.sparse {
      let places: [UInt32] = try decode(indices)
      let replaced: [Float] = try decode(values)
      for (i, place) in places.enumerated() {
        guard place < accessor.count, i == 0 || place > places[i - 1] else {
          throw indices.value.error(
            "index \(i) is \(place); the indices increase, and are below \(accessor.count)")
        }
        for j in 0..<width { numbers[Int(place) * width + j] = replaced[i * width + j] }
      }
    }
    if let fault = numbers.firstIndex(where: { !$0.isFinite }) {
      throw accessor.value.error(
        "element \(fault / width) has the number \(numbers[fault]); only finite ones can be drawn")
    }
    return numbers
  }

  /// The indices of an accessor, one for each element.
  mutating func indices(of accessor: Accessor) throws(DocumentError) -> [UInt32] {
    guard accessor.elements.isOfIndices, accessor.sparse == nil else {
      throw accessor.value.error("indices are single unsigned integers; export the file again")
    }
    return try decode(accessor.elements)
  }

  // MARK: Objects

  private func read(_ value: GLTFValue) throws(DocumentError) -> Accessor {
    let members = try value.members([
      "bufferView", "byteOffset", "componentType", "count", "type", "normalized", "sparse",
    ])
    guard let width = Self.widths[try members["type"]?.string() ?? ""] else {
      throw value.error("\"type\" is missing, or is none of SCALAR, VEC2, VEC3 and VEC4")
    }
    let elements = Elements(
      value: value, view: try members["bufferView"]?.index(of: views.count, "bufferViews"),
      offset: try members["byteOffset"]?.integer(in: 0...Int(UInt32.max)) ?? 0,
      component: try component(members, value), isNormalized: try members["normalized"]?.boolean() ?? false,
      count: try count(members, value), width: width)
    guard let sparse = members["sparse"] else { return Accessor(elements: elements, sparse: nil) }
    let parts = try sparse.members(["count", "indices", "values"])
    guard let indices = parts["indices"], let values = parts["values"] else {
      throw sparse.error("there are no \"indices\" or no \"values\"")
    }
    let number = try count(parts, sparse)
    guard number <= elements.count else {
      throw sparse.error("there are \(number) sparse elements, but the accessor has \(elements.count)")
    }
    func part(_ value: GLTFValue, like elements: Elements?) throws(DocumentError) -> Elements {
      let members = try value.members(["bufferView", "byteOffset", "componentType"])
      var component = elements?.component
      if component == nil { component = try self.component(members, value) }
      guard let component, let view = members["bufferView"] else {
        throw value.error("there is no \"bufferView\"")
      }
      return Elements(
        value: value, view: try view.index(of: views.count, "bufferViews"),
        offset: try members["byteOffset"]?.integer(in: 0...Int(UInt32.max)) ?? 0,
        component: component,
        isNormalized: elements?.isNormalized ?? false, count: number, width: elements?.width ?? 1)
    }
    let places = try part(indices, like: nil)
    guard places.isOfIndices else { throw indices.error("indices are single unsigned integers") }
    return Accessor(elements: elements, sparse: (places, try part(values, like: elements)))
  }

  private func count(_ members: [String: GLTFValue], _ value: GLTFValue) throws(DocumentError) -> Int {
    guard let count = members["count"] else { throw value.error("there is no \"count\"") }
    return try count.integer(in: 1...Int(UInt32.max))
  }

  private func component(_ members: [String: GLTFValue], _ value: GLTFValue) throws(DocumentError)
    -> Component
  {
    guard let type = members["componentType"] else { throw value.error("there is no \"componentType\"") }
    guard let component = Component(rawValue: try type.integer(in: 0...65535)) else {
      throw type.error("the type is unknown; glTF has 5120 to 5123, 5125 and 5126")
    }
    return component
  }

  private mutating func view(_ index: Int) throws(DocumentError) -> View {
    if let known = readViews[index] { return known }
    let value = views[index]
    let members = try value.members(["buffer", "byteOffset", "byteLength", "byteStride"])
    guard let buffer = members["buffer"], let length = members["byteLength"] else {
      throw value.error("there is no \"buffer\" or no \"byteLength\"")
    }
    let view = View(
      buffer: try buffer.index(of: buffers.count, "buffers"),
      start: try members["byteOffset"]?.integer(in: 0...Int(UInt32.max)) ?? 0,
      length: try length.integer(in: 1...Int(UInt32.max)),
      stride: try members["byteStride"]?.integer(in: 4...252))
    let bytes = try self.bytes(view.buffer)
    guard view.start <= bytes.count, view.length <= bytes.count - view.start else {
      throw value.error(
        "the view ends at byte \(view.start + view.length), but its buffer has \(bytes.count); export the file again"
      )
    }
    readViews[index] = view
    return view
  }

  private mutating func bytes(_ index: Int) throws(DocumentError) -> ArraySlice<UInt8> {
    if let known = readBuffers[index] { return known }
    let value = buffers[index]
    let members = try value.members(["uri", "byteLength"])
    guard let length = try members["byteLength"]?.integer(in: 1...Int(UInt32.max)) else {
      throw value.error("there is no \"byteLength\"")
    }
    let bytes: ArraySlice<UInt8>
    if let uri = members["uri"] {
      bytes = try file.data(uri, limit: byteLimit)[...]
      byteLimit -= bytes.count
    } else {
      guard index == 0, let data else {
        throw value.error("the buffer has neither a \"uri\" nor a binary part; export the file again")
      }
      bytes = data
    }
    guard length <= bytes.count else {
      throw value.error(
        "the buffer has \(length) bytes, but \(bytes.count) are there; copy or export the file again")
    }
    readBuffers[index] = bytes.prefix(length)
    return bytes.prefix(length)
  }

  // MARK: Numbers

  /// The numbers of elements; zeros without a view.
  private mutating func decode<Number: GLTFNumber>(_ accessor: Elements) throws(DocumentError) -> [Number] {
    try take(accessor.count, for: accessor.value)
    guard let index = accessor.view else {
      return [Number](repeating: Number(float: 0), count: accessor.count * accessor.width)
    }
    let view = try view(index)
    let bytes = try self.bytes(view.buffer)
    let size = accessor.component.size
    let (element, stride) = (size * accessor.width, view.stride ?? size * accessor.width)
    guard stride >= element else {
      throw accessor.value.error(
        "an element has \(element) bytes, but the next one begins \(stride) bytes behind it")
    }
    // No product overflows: count and offset have 32 bits.
    let end = accessor.offset + (accessor.count - 1) * stride + element
    guard end <= view.length else {
      throw accessor.value.error(
        "\(accessor.count) elements end at byte \(end) of their view, which has \(view.length); export the file again"
      )
    }
    let isNormalized = accessor.isNormalized
    var numbers: [Number] = []
    numbers.reserveCapacity(accessor.count * accessor.width)
    bytes[(bytes.startIndex + view.start)...].withUnsafeBytes { bytes in
      for i in 0..<accessor.count {
        for j in 0..<accessor.width {
          let at = accessor.offset + i * stride + j * size
          func load<Value: FixedWidthInteger & BitwiseCopyable>(_: Value.Type) -> Value {
            Value(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: Value.self))
          }
          let number: Number =
            switch accessor.component {
            case .int8: .init(load(Int8.self), isNormalized)
            case .uint8: .init(load(UInt8.self), isNormalized)
            case .int16: .init(load(Int16.self), isNormalized)
            case .uint16: .init(load(UInt16.self), isNormalized)
            case .uint32: .init(load(UInt32.self), isNormalized)
            case .float: .init(float: Float(bitPattern: load(UInt32.self)))
            }
          numbers.append(number)
        }
      }
    }
    return numbers
  }
}

extension GLTFAccessors.Elements {
  fileprivate var isOfIndices: Bool {
    width == 1 && [.uint8, .uint16, .uint32].contains(component) && !isNormalized
  }
}
