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
      "The PGM of the rows; -o is then the one of the columns, named as it is.", valueName: "file.pgm"))
  var y: String?

  @Flag(help: "For every pixel of the content its place on the canvas.")
  var forward = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What an NPY holds where there is nothing; 'nan' is a number, too. Default: -1000000.",
      valueName: "number"),
    transform: { $0.lowercased() == "nan" ? .nan : Float(try decimal($0)) })
  var outside: Float?

  func validate() throws {
    switch kind {
    case .npy:
      if y != nil { throw ValidationError("--y is the second file of a pair of PGMs; name -o a .pgm, too.") }
      if file == "-", Console.standardOutputIsTerminal {
        throw ValidationError("An NPY would only clutter the terminal; name a file, or pipe the output on.")
      }
    case .pgm:
      if outside != nil {
        throw ValidationError("--outside is about NPY files; in a PGM 65535 stands for what is outside.")
      }
      let (x, y) = pair
      if OutputPlace.of(x) == OutputPlace.of(y) {
        throw ValidationError("-o and --y both name \(x); name two files.")
      }
      if x == "-" || y == "-" {
        throw ValidationError("A map of two PGMs can't go to standard output; name files, or pipe an NPY on.")
      }
    case nil:
      throw ValidationError(
        "\(file) has no ending that says what to write; name it .npy (floats) or .pgm (a pair of pictures).")
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
        .usage, "a PGM's numbers end at \(longest), but the places are in \(picture) px; write an NPY")
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
