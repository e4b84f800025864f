import CheckedNumbers
import MeshTransform
import SceneDocument

extension TextLines {
  /// Whether the lines are those of a Hugin or PanoTools project: lines of a panorama, and of images.
  var isHuginProject: Bool {
    lines.contains { $0.text.hasPrefix("i ") || $0.text.hasPrefix("o ") }
      && (lines.contains { $0.text.hasPrefix("p ") } || comment?.contains("hugin") == true)
  }

  /// Whether the text is numbers only, or begins with the name of a method of ImageMagick.
  var isImageMagick: Bool {
    guard let first else { return false }
    let words = lines.count == 1 ? first.words : lines.flatMap(\.words)
    return words.allSatisfy { Double(decimal: $0) != nil }
      || words.first.map { ["barrel", "barrelinverse", "-distort"].contains($0.lowercased()) } == true
  }
}

extension LensReader {
  /// The sides of the picture in pixels, for coefficients that depend on them.
  /// - Parameter size: the size that the file states.
  func pictureSides(_ size: PixelSize? = nil) throws(DocumentError) -> SIMD2<Double> {
    if let size { return SIMD2(Double(size.width), Double(size.height)) }
    let sides = SIMD2(options.pictureSize.width, options.pictureSize.height)
    guard LensFile.sides.contains(sides.x), LensFile.sides.contains(sides.y) else {
      throw error("the coefficients depend on the size of the picture, which is empty; use a picture")
    }
    return sides
  }

  /// The argument text of ImageMagick's Barrel and BarrelInverse: A B C, A B C D, and both with X Y of the center, or
  /// Ax Bx Cx Dx Ay By Cy Dy, with and without X Y. The sum of A, B, C and D is 1 where D is absent. ImageMagick's (0, 0)
  /// is the corner of the top left pixel.
  ///
  /// Source: ImageMagick's page "Distorting Images".
  func imageMagick(_ text: TextLines) throws(DocumentError) -> LensModel {
    var words = text.lines.flatMap(\.words).map { $0.filter { $0 != "\"" && $0 != "'" } }[...]
    if words.first?.lowercased() == "-distort" { words.removeFirst() }
    var isInverse = options.model == .barrelInverse
    if let name = words.first, name.first?.isLetter == true {
      try refuseModel(name)
      guard ["barrel", "barrelinverse"].contains(name.lowercased()) else {
        throw error("the method \(name.excerpt) is not read; use Barrel or BarrelInverse")
      }
      isInverse = name.lowercased() == "barrelinverse"
      words.removeFirst()
    } else if let model = options.model, model != .barrel, model != .barrelInverse {
      throw error("model=\(model.rawValue) does not apply to numbers alone; use barrel or barrelInverse")
    }
    var numbers: [Double] = []
    for word in words {
      guard let number = Double(decimal: word) else {
        throw error("\(String(word).excerpt) is not a finite number")
      }
      numbers.append(number)
    }
    let (x, y, center) = try coefficients(checked(numbers, "the arguments"))
    let sides = try pictureSides()
    let polynomial = RadialPolynomial(x: x, y: y, scale: 1, isInverse: isInverse)
    return try model(
      CameraMatrix(
        focalLength: SIMD2(repeating: sides.min() / 2), principalPoint: (center ?? sides / 2) - 0.5),
      .radialPolynomial(polynomial), size: nil)
  }

  private func coefficients(
    _ n: [Double]
  ) throws(DocumentError) -> (x: SIMD4<Double>, y: SIMD4<Double>, center: SIMD2<Double>?) {
    let isPair = [5, 6, 10].contains(n.count)
    let center = isPair ? SIMD2(n[n.count - 2], n[n.count - 1]) : nil
    let c = isPair ? Array(n.dropLast(2)) : n
    switch c.count {
    case 3:
      let all = SIMD4(c[0], c[1], c[2], 1 - c[0] - c[1] - c[2])
      return (all, all, center)
    case 4: return (SIMD4(c[0], c[1], c[2], c[3]), SIMD4(c[0], c[1], c[2], c[3]), center)
    case 8: return (SIMD4(c[0], c[1], c[2], c[3]), SIMD4(c[4], c[5], c[6], c[7]), center)
    default:
      throw error(
        "there are \(n.count) numbers; use A B C, A B C D, A B C X Y, A B C D X Y, or the 8 of both axes and X Y"
      )
    }
  }

  /// A lens of a Hugin project: the size w h, the projection f, the horizontal field of view v, the polynomial a b c, and
  /// the shift d e of its center in pixels, in lines that begin with i. `v=0` repeats the value of image 0.
  ///
  /// Source: the documentation of PanoTools' stitcher, and of Hugin's project files.
  func huginProject(_ text: TextLines) throws(DocumentError) -> LensModel {
    let hasImages = text.lines.contains { $0.text.hasPrefix("i ") }
    let images = text.lines.filter { $0.text.hasPrefix(hasImages ? "i " : "o ") }
    let fields = images.map { Self.fields(of: $0.text) }
    var cameras = images.indices.map { (name: "\($0)", camera: $0) }
    // The images of a project usually have one lens.
    if options.camera == nil,
      cameras.allSatisfy({ value in
        ["w", "h", "f", "v", "a", "b", "c", "d", "e"].allSatisfy {
          Self.value($0, of: value.camera, in: fields) == Self.value($0, of: 0, in: fields)
        }
      })
    {
      cameras = [cameras[0]]
    }
    let index = try choose(cameras)
    let line = images[index].number
    func number(_ key: String, _ absent: Double?) throws(DocumentError) -> Double {
      guard let text = Self.value(key, of: index, in: fields) else {
        guard let absent else { throw error("the image has no \(key); add it", line: line) }
        return absent
      }
      guard let number = Double(decimal: text), number.magnitude <= 1e6 else {
        throw error("\(key) of the image is \(text.excerpt); use a finite number", line: line)
      }
      return number
    }
    let size = try size(number("w", nil), number("h", nil), line: line)
    let projection = try number("f", 0)
    guard [0, 2, 3].contains(projection) else {
      throw error(
        "the projection of the lens is f\(projection.shortText); f0, rectilinear, f2 and f3, fisheye, are read",
        line: line)
    }
    let isFisheye = projection != 0
    let view = try number("v", nil)
    guard view > 0, view < (isFisheye ? 360 : 180) else {
      throw error(
        "the field of view is \(view.shortText) degrees; use more than 0 and less than \(isFisheye ? 360 : 180)",
        line: line)
    }
    let angle = Angle.degrees(view)
    let width = Double(size.width)
    let shorter = Double(min(size.width, size.height))
    let focal =
      isFisheye ? width / angle.radians : CameraMatrix(fieldOfView: angle, size: Size(width, 1)).focalLength.x
    let (a, b, c) = (try number("a", 0), try number("b", 0), try number("c", 0))
    let factors = SIMD4(a, b, c, 1 - a - b - c)
    let center = SIMD2(width - 1, Double(size.height) - 1) / 2 + SIMD2(try number("d", 0), try number("e", 0))
    let polynomial = RadialPolynomial(
      x: factors, y: factors, scale: focal / (shorter / 2), isFisheye: isFisheye)
    return try model(
      CameraMatrix(focalLength: SIMD2(repeating: focal), principalPoint: center),
      .radialPolynomial(polynomial),
      size: size, line: line)
  }

  /// The value of a key of an image, also where it refers to another image.
  private static func value(_ key: String, of image: Int, in fields: [[String: String]]) -> String? {
    guard let text = fields[image][key] else { return nil }
    guard text.hasPrefix("="), let other = Int(text.dropFirst()), fields.indices.contains(other) else {
      return text
    }
    return fields[other][key]
  }

  /// The letters and values of a line, such as w and 4000 of `w4000`. Texts in quotation marks are left out.
  private static func fields(of line: Substring) -> [String: String] {
    var fields: [String: String] = [:]
    var isQuoted = false
    let words = line.split { character in
      if character == "\"" { isQuoted.toggle() }
      return character == " " && !isQuoted
    }
    for word in words {
      let key = word.prefix(while: \.isLetter)
      let value = String(word[key.endIndex...])
      if !key.isEmpty, !value.isEmpty { fields[String(key)] = value }
    }
    return fields
  }
}
