import ImageFiles
import MeshTransform

/// Writes one pass, or with OpenEXR several, in bands of rows. The file appears whole with ``commit()`` or not at all.
///
/// Takes the memory of two bands.
public final class PassWriter {
  /// The passes of the file, in the order of their numbers.
  public let passes: [PicturePass]
  private let encoder: any PassEncoder
  private let size: PixelSize
  private var row = 0

  /// - Parameters:
  ///   - passes: one that the format holds, or several for OpenEXR.
  ///   - size: of the picture, or of the content.
  ///   - stepsPerPoint: of depths and distances in a PNG.
  /// - Throws: ``PassFileError`` of the output.
  public init(
    _ passes: [PicturePass], _ format: PassFormat, size: PixelSize, stepsPerPoint: Double, to file: OutputFile
  ) throws(PassFileError) {
    precondition(passes.count == 1 || format == .exr && !passes.isEmpty, "one pass, or several in an EXR")
    (self.passes, self.size) = (passes, size)
    switch format {
    case .npy: encoder = try NPYPassEncoder(passes[0], size, to: file)
    case .exr: encoder = try EXRPassEncoder(passes, size, to: file)
    case .flo: encoder = try FLOPassEncoder(size, to: file)
    case .png:
      guard let coding = PassCoding(passes[0], stepsPerPoint: stepsPerPoint) else {
        preconditionFailure("a PNG holds no \(passes[0])")
      }
      encoder =
        coding.channels == .gray
        ? try GrayPassEncoder(passes[0], coding, size, to: file)
        : try ColorPassEncoder(passes[0], coding, size, to: file)
    }
  }

  /// Appends rows; bands are in order from the top.
  /// - Parameter values: of each pass, the numbers of a pixel side by side, row by row; holes are NaN, or -1 in whole
  ///   numbers.
  /// - Precondition: whole rows of each pass, and together at most those of the picture.
  public func append(_ values: [[Double]]) throws(PassFileError) {
    precondition(values.count == passes.count, "a band has the numbers of each pass")
    let rows = values[0].count / (passes[0].channels.count * size.width)
    precondition(row + rows <= size.height, "bands have the height of the picture in all")
    for (pass, values) in zip(passes, values) {
      precondition(values.count == rows * size.width * pass.channels.count, "whole rows")
    }
    row += rows
    try encoder.append(values, rows: rows)
  }

  /// Publishes the file.
  /// - Precondition: all rows were appended.
  public func commit() throws(PassFileError) {
    precondition(row == size.height, "all rows are appended")
    try encoder.commit()
  }
}

@available(*, unavailable) extension PassWriter: Sendable {}

/// Encodes passes in a format.
protocol PassEncoder {
  /// Appends rows.
  func append(_ values: [[Double]], rows: Int) throws(PassFileError)
  func commit() throws(PassFileError)
}

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
