import CheckedNumbers
import MeshTransform
import SceneDocument

extension TextLines {
  /// Whether every line is `key=value`, or several of them.
  var isAssignments: Bool {
    lines.allSatisfy { line in
      line.text.contains("=") && !line.text.contains(":") && !line.text.contains("{")
    }
  }
}

extension LensReader {
  /// The keys of a lens in lines `key=value`.
  private static let keys =
    ["f", "fx", "fy", "cx", "cy", "skew", "width", "height"] + radial
    + ["a", "b", "c", "d", "e", "v"]
  /// OpenCV's order.
  private static let radial = [
    "k1", "k2", "p1", "p2", "k3", "k4", "k5", "k6", "s1", "s2", "s3", "s4", "taux", "tauy",
  ]

  /// A camera in lines `key=value`, in pixels as OpenCV counts them: fx and fy or f, cx and cy, width and height, and
  /// OpenCV's coefficients by their names, or Hugin's a b c d e with v, the horizontal field of view in degrees.
  func assignments(_ text: TextLines) throws(DocumentError) -> LensModel {
    var values: [String: Double] = [:]
    var (stated, lastLine) = (options.model, 1)
    for line in text.lines {
      for pair in Self.pairs(of: line.text) {
        lastLine = line.number
        let key = pair.key.lowercased()
        if key == "model" {
          try refuseModel(pair.value)
          guard let model = LensFile.Model(rawValue: pair.value) else {
            throw error(
              "the model \(pair.value.excerpt) is unknown; use opencv or fisheye", line: line.number)
          }
          stated = model
          continue
        }
        guard Self.keys.contains(key) else {
          throw error(
            "\(pair.key.excerpt) is not a key; \(NearestName.hint(key, among: Self.keys + ["model"]))",
            line: line.number)
        }
        guard values[key] == nil else { throw error("\(key) is given twice; keep one", line: line.number) }
        guard let number = Double(decimal: pair.value), number.magnitude <= 1e9 else {
          throw error("\(key) is \(pair.value.excerpt); use a finite number", line: line.number)
        }
        values[key] = number
      }
    }
    let stateSize = values["width"] != nil || values["height"] != nil
    let size =
      stateSize ? try size(values["width"] ?? .nan, values["height"] ?? .nan, line: lastLine) : nil
    if ["a", "b", "c", "v"].contains(where: { values[$0] != nil }) {
      return try panoTools(values, size: size)
    }
    guard let fx = values["fx"] ?? values["f"] else {
      throw error("the focal length is missing; add fx=, fy=, cx= and cy=, in pixels")
    }
    let sides = try pictureSides(size)
    let camera = CameraMatrix(
      focalLength: SIMD2(fx, values["fy"] ?? fx),
      principalPoint: SIMD2(values["cx"] ?? (sides.x - 1) / 2, values["cy"] ?? (sides.y - 1) / 2),
      skew: values["skew"] ?? 0)
    switch stated {
    case .fisheye:
      if let key = Self.radial.first(where: { !["k1", "k2", "k3", "k4"].contains($0) && values[$0] != nil }) {
        throw error("\(key) does not belong to the fisheye model, which has k1, k2, k3 and k4; remove it")
      }
      return try model(camera, fisheye(["k1", "k2", "k3", "k4"].map { values[$0] ?? 0 }), size: size)
    case .opencv, nil: return try model(camera, openCV(Self.radial.map { values[$0] ?? 0 }), size: size)
    case let other?:
      throw error("model=\(other.rawValue) does not apply to k1, k2, ...; use opencv or fisheye")
    }
  }

  /// Hugin's coefficients; without v the same radius at the shorter side is all that counts.
  private func panoTools(_ values: [String: Double], size: PixelSize?) throws(DocumentError) -> LensModel {
    if let key = Self.radial.first(where: { values[$0] != nil }) {
      throw error("\(key) does not belong to the coefficients a, b and c; remove it")
    }
    let sides = try pictureSides(size)
    let view = values["v"] ?? 90
    guard view > 0, view < 180 else {
      throw error("v is \(view.shortText) degrees; use more than 0 and less than 180")
    }
    let focal = CameraMatrix(fieldOfView: .degrees(view), size: Size(sides.x, sides.y)).focalLength.x
    let (a, b, c) = (values["a"] ?? 0, values["b"] ?? 0, values["c"] ?? 0)
    let factors = SIMD4(a, b, c, 1 - a - b - c)
    let center = (sides - 1) / 2 + SIMD2(values["d"] ?? 0, values["e"] ?? 0)
    return try model(
      CameraMatrix(focalLength: SIMD2(repeating: focal), principalPoint: center),
      .radialPolynomial(RadialPolynomial(x: factors, y: factors, scale: focal / (sides.min() / 2))),
      size: size)
  }

  /// `k1 = -0.2, k2 = 0.1` as pairs.
  private static func pairs(of line: Substring) -> [(key: String, value: String)] {
    var pairs: [(key: String, value: String)] = []
    var rest = line
    while let sign = rest.firstIndex(of: "=") {
      let separators: Set<Character> = [" ", "\t", ",", ";"]
      let before = rest[..<sign].split { separators.contains($0) }
      let after = rest[rest.index(after: sign)...].drop { $0 == " " || $0 == "\t" }
      let value = after.prefix { !separators.contains($0) && $0 != "=" }
      // Words that are no key and no value are kept in the key, so that the error names them.
      pairs.append((before.joined(separator: " "), String(value)))
      rest = after[value.endIndex...]
    }
    let tail = rest.filter { !$0.isWhitespace && $0 != "," && $0 != ";" }
    if !tail.isEmpty { pairs.append((tail, "")) }
    return pairs
  }
}
