import ArgumentParser
import ImageFiles
import MapFiles
import MeshTransform

/// The destination, the format and the convention of a map.
struct MapOutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The .npy, .pgm, .png, .exr, .yaml, .json or .flo to write, by its file extension; '-' is an NPY on standard output.",
      valueName: "file"))
  var file: String

  @Option(
    help: ArgumentHelp(
      "The PGM of the rows; -o is then the PGM of the columns.", valueName: "file.pgm"))
  var y: String?

  @Flag(help: "Write the canvas position of every pixel of the content instead.")
  var forward = false

  @Option(
    help: ArgumentHelp(
      "The scale of the numbers: pixels, unit (0...1), ndc (-1...1 between edges) or ndc-corners (-1...1 between pixel "
        + "centers). Default: unit for PNG and EXR, else pixels.", valueName: "units"))
  var mapUnits: MapConvention.Units?

  @Option(
    help: ArgumentHelp(
      "The edge at which y is 0: top or bottom. Default: bottom for PNG and EXR, else top.", valueName: "edge"
    ))
  var mapOrigin: MapConvention.Origin?

  @Flag(help: "Write differences from each pixel's own position. FLO files always hold these.")
  var mapRelative = false

  @Option(
    help: ArgumentHelp(
      "The channel of a PNG or EXR that is 0 outside the content: alpha, blue or none. Default: alpha.",
      valueName: "channel"))
  var mapValid: MapConvention.Validity?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The value of an NPY, YAML or JSON outside the content, which may be nan. Default: -1000000.",
      valueName: "number"),
    transform: { $0.lowercased() == "nan" ? .nan : Float(try decimal($0)) })
  var outside: Float?

  func validate() throws {
    guard let format else {
      throw ValidationError(
        "\(file) has no known file extension; use .npy or .exr (floats), .pgm (a pair of pictures), .png (16 bits), "
          + ".yaml or .json (OpenCV) or .flo (optical flow).")
    }
    if format == .openCV, file.lowercased().hasSuffix(".xml") {
      throw ValidationError("A map is not written as XML; use .yaml or .json, which OpenCV also reads.")
    }
    if outside != nil, format != .npy, format != .openCV {
      throw ValidationError(
        "--outside applies only to NPY and OpenCV files; \(format.title) has a mark of its own outside the content."
      )
    }
    if mapValid != nil, format != .png, format != .exr {
      throw ValidationError("--map-valid applies only to PNG and EXR files, which have channels; remove it.")
    }
    if format == .pgm {
      let (x, y) = pair
      if OutputPlace.of(x) == OutputPlace.of(y) {
        throw ValidationError("-o and --y are both \(x); use two files.")
      }
      if x == "-" || y == "-" {
        throw ValidationError("A map of two PGMs cannot be written to standard output; use files, or an NPY.")
      }
    } else if y != nil {
      throw ValidationError("--y is the second file of a pair of PGMs; use a .pgm file for -o.")
    }
    if file == "-", Console.standardOutputIsTerminal {
      throw ValidationError("An NPY is not written to a terminal; use a file or a pipe.")
    }
  }

  /// The format of the file; nil for an unknown extension.
  private var format: MapFormat? {
    file == "-" || SharedFiles.contains(FilePath(file)) ? .npy : MapFormat(path: file)
  }

  private var pair: (x: String, y: String) {
    let files = Self.outputs(of: file, y: y)
    return (files[0], files[files.count - 1])
  }

  /// The files that a map with these values of `-o` and `--y` consists of.
  static func outputs(of file: String, y: String?) -> [String] {
    if let y { return [file, y] }
    guard file.lowercased().hasSuffix(".pgm") else { return [file] }
    let (stem, suffix) = (file.dropLast(4), file.suffix(4))
    return ["\(stem)-x\(suffix)", "\(stem)-y\(suffix)"]
  }

  /// - `size`: of the map, in pixels.
  /// - `picture`: the size of the picture to which the coordinates refer.
  func writer(size: PixelSize, into picture: PixelSize) throws(Failure) -> MapWriter {
    let format = format ?? .npy
    let stated = MapOverrides(
      units: mapUnits, origin: mapOrigin, direction: forward ? .contentToCanvas : .canvasToContent,
      isRelative: mapRelative ? true : nil, validity: mapValid)
    let paths = format == .pgm ? [pair.x, pair.y] : [file]
    do throws(MapFileError) {
      return try MapWriter(
        format, size: size, picture: picture, convention: stated.convention(of: format), outside: outside,
        to: paths.map(OutputFile.init(argument:)))
    } catch { throw Failure(error) }
  }
}

extension MapConvention.Units: ExpressibleByArgument {}
extension MapConvention.Origin: ExpressibleByArgument {}
extension MapConvention.Validity: ExpressibleByArgument {}
