#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The data of a glTF file, one view after another, with the views and accessors.
struct GLTFBuffer {
  private(set) var bytes: [UInt8] = []
  /// JSON objects.
  private(set) var views: [String] = [], accessors: [String] = []
  private(set) var attributes: [String] = []
  private(set) var indexAccessor = 0
  private(set) var imageView: Int?
  /// Whether all positions are finite.
  private(set) var isFinite = true

  private enum Target: Int {
    case vertices = 34_962
    case indices = 34_963
  }

  mutating func addPositions(_ positions: [SIMD3<Float>]) {
    guard let first = positions.first else { return }
    let (low, high) = positions.reduce((first, first)) { (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1)) }
    isFinite = positions.allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }
    // All digits, so that the bounds are equal when read as Float or as Double.
    func list(_ v: SIMD3<Float>) -> String { "[\(Double(v.x)), \(Double(v.y)), \(Double(v.z))]" }
    addVectors("POSITION", positions, more: ", \"min\": \(list(low)), \"max\": \(list(high))")
  }

  mutating func addVectors(_ attribute: String, _ vectors: [SIMD3<Float>], more: String = "") {
    let view = addView(.vertices) { bytes in
      bytes.reserveCapacity(bytes.count + 12 * vectors.count)
      for vector in vectors { for i in 0..<3 { bytes.append(word: vector[i].bitPattern) } }
    }
    addAccessor(view, 5126, vectors.count, "VEC3", more)
    attributes.append("\"\(attribute)\": \(accessors.count - 1)")
  }

  mutating func addTextureCoordinates(_ coordinates: [SIMD2<Float>]) {
    let view = addView(.vertices) { bytes in
      for pair in coordinates { for i in 0..<2 { bytes.append(word: pair[i].bitPattern) } }
    }
    addAccessor(view, 5126, coordinates.count, "VEC2", "")
    attributes.append("\"TEXCOORD_0\": \(accessors.count - 1)")
  }

  mutating func addIndices(_ indices: [UInt32]) {
    let view = addView(.indices) { bytes in for index in indices { bytes.append(word: index) } }
    addAccessor(view, 5125, indices.count, "SCALAR", "")
    indexAccessor = accessors.count - 1
  }

  mutating func addImage(_ png: [UInt8]) { imageView = addView(nil) { $0 += png } }

  private mutating func addView(_ target: Target?, _ append: (inout [UInt8]) -> Void) -> Int {
    // A multiple of four is a valid alignment for every kind of data.
    bytes += [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    let start = bytes.count
    append(&bytes)
    let kind = target.map { ", \"target\": \($0.rawValue)" } ?? ""
    views.append("{\"buffer\": 0, \"byteOffset\": \(start), \"byteLength\": \(bytes.count - start)\(kind)}")
    return views.count - 1
  }

  private mutating func addAccessor(
    _ view: Int, _ component: Int, _ count: Int, _ type: String, _ more: String
  ) {
    accessors.append(
      "{\"bufferView\": \(view), \"componentType\": \(component), \"count\": \(count), \"type\": \"\(type)\"\(more)}"
    )
  }
}

/// The factor in linear light that corresponds to a factor of encoded values.
func power(_ brightness: Float) -> Float { Float(pow(Double(brightness), 2.2)) }

/// The factor of encoded values that corresponds to a factor in linear light.
func brightnessOfLinear(_ factor: Float) -> Float { factor == 1 ? 1 : Float(pow(Double(factor), 1 / 2.2)) }
