import ArgumentParser
import ImageFiles
import MeshTransform

/// The destination and the format of a map.
struct MapOutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The .npy or .pgm to write; '-' is an NPY on standard output.", valueName: "file"))
  var file: String

  @Option(
    help: ArgumentHelp(
      "The PGM of the rows; -o is then the PGM of the columns.", valueName: "file.pgm"))
  var y: String?

  @Flag(help: "Write the canvas position of every pixel of the content instead.")
  var forward = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The value of an NPY outside the content, which may be nan. Default: -1000000.",
      valueName: "number"),
    transform: { $0.lowercased() == "nan" ? .nan : Float(try decimal($0)) })
  var outside: Float?

  func validate() throws {
    switch kind {
    case .npy:
      if y != nil {
        throw ValidationError("--y is the second file of a pair of PGMs; use a .pgm file for -o.")
      }
      if file == "-", Console.standardOutputIsTerminal {
        throw ValidationError("An NPY is not written to a terminal; use a file or a pipe.")
      }
    case .pgm:
      if outside != nil {
        throw ValidationError("--outside applies only to NPY files; a PGM has 65535 outside the content.")
      }
      let (x, y) = pair
      if OutputPlace.of(x) == OutputPlace.of(y) {
        throw ValidationError("-o and --y are both \(x); use two files.")
      }
      if x == "-" || y == "-" {
        throw ValidationError("A map of two PGMs cannot be written to standard output; use files, or an NPY.")
      }
    case nil:
      throw ValidationError(
        "\(file) has no known file extension; use .npy (floats) or .pgm (a pair of pictures).")
    }
  }

  private enum Kind { case npy, pgm }

  private var kind: Kind? {
    let name = file.lowercased()
    return file == "-" || name.hasSuffix(".npy") ? .npy : name.hasSuffix(".pgm") ? .pgm : nil
  }

  private var pair: (x: String, y: String) {
    if let y { return (file, y) }
    let (stem, suffix) = (file.dropLast(4), file.suffix(4))
    return ("\(stem)-x\(suffix)", "\(stem)-y\(suffix)")
  }

  /// - `size`: of the map, in pixels.
  /// - `picture`: the size of the picture to which the coordinates refer.
  func writer(size: PixelSize, into picture: PixelSize) throws(Failure) -> MapWriter {
    let longest = Int(PGM.outside)
    if kind == .pgm, max(picture.width, picture.height) > longest {
      throw Failure(
        .usage, "a PGM has values up to \(longest), but the positions are in \(picture) px; use an NPY")
    }
    do throws(OutputFileError) {
      guard kind == .pgm else {
        return .npy(
          try NPY.Writer(size: size, outside: outside ?? -1_000_000, to: OutputFile(argument: file)))
      }
      return .pair(
        try PGM.PairWriter(
          size: size, picture: picture, x: OutputFile(argument: pair.x), y: OutputFile(argument: pair.y)))
    } catch { throw Failure(error) }
  }
}

/// An open map file, or pair of files, to which bands are appended.
enum MapWriter {
  case npy(NPY.Writer)
  case pair(PGM.PairWriter)

  func append(_ band: CoordinateMap) throws(OutputFileError) {
    switch self {
    case .npy(let writer): try writer.append(band)
    case .pair(let writer): try writer.append(band)
    }
  }

  func commit() throws(OutputFileError) {
    switch self {
    case .npy(let writer): try writer.commit()
    case .pair(let writer): try writer.commit()
    }
  }
}
