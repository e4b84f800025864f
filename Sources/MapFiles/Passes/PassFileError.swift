import ImageFiles

/// Why a pass can't be written.
public enum PassFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes cannot be written.
  case output(OutputFileError)
  /// The picture cannot be written.
  case image(ImageFileError)
  /// A number that does not fit into the 16 bits of a PNG.
  case outOfRange(name: String, PicturePass, value: Double)

  public var description: String {
    switch self {
    case .output(let error): return error.description
    case .image(let error): return error.description
    case .outOfRange(let name, let pass, let value):
      let number = value.isFinite ? "\((value * 100).rounded() / 100)" : "infinite"
      let isOfDepth = value.isFinite && (pass == .depth || pass == .distance)
      let remedy =
        isOfDepth ? "use fewer steps per point (--depth-steps), or an NPY or EXR" : "use an NPY or EXR"
      return
        "\(name.excerpt): \(pass.rawValue) is \(number) somewhere, which does not fit into 16 bits; \(remedy)"
    }
  }
}
