import ArgumentParser
import ImageFiles
import MeshTransform

/// The destination of the picture.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The PNG, JPEG, WebP, EXR or NPY (a NumPy array) to write, by its file extension; '-' is standard output.",
      valueName: "file"))
  var file: String?
  var output: String { file ?? "" }

  @Option(
    help: ArgumentHelp(
      "The format, whatever the file extension: png, jpeg, webp, exr or npy.", valueName: "format"))
  var format: PictureFormat?

  @Option(
    help: ArgumentHelp(
      "The compression of PNG: none, fast, balanced, small, or a zlib level 0...9.", valueName: "effort"))
  var compression: PNG.Compression = .fast

  @Option(
    help: ArgumentHelp(
      "The quality of a JPEG, 1...100 (default 90; full color resolution from 90 on), or of a WebP, "
        + "which is lossless by default.",
      valueName: "level"))
  var quality: Int?

  @Option(
    name: .customLong("depth"),
    help: ArgumentHelp(
      "The bits per channel of a PNG or NPY: 8, or 16, which reads, draws and blends 16-bit images at full precision. "
        + "Default: 8, for an EXR 16.",
      valueName: "bits"))
  var statedDepth: Image.Depth?

  @Option(
    help: ArgumentHelp(
      "The handling of transparency: keep, drop (flatten onto white, without alpha in PNG, WebP, EXR and NPY) or "
        + "auto (no alpha in PNG, EXR and NPY if the picture is opaque).", valueName: "what"))
  var alpha: AlphaChoice = .keep

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The dots per inch stored in a PNG or JPEG for print; pixels do not change. Default: that of the rendered "
        + "image, none for a scene.", valueName: "number"), transform: decimal)
  var dpi: Double?

  @Flag(help: "Print the scene that the other flags imply, as JSON on standard output, and draw nothing.")
  var printScene = false

  @Flag(
    help:
      "Print the mesh, of a clip that of its first frame, as a JSON mesh file on standard output, and draw nothing."
  )
  var printMesh = false

  /// Whether words on standard output take the place of the picture.
  var prints: Bool { printScene || printMesh }

  /// The bits per channel of the drawn picture. An EXR's halves keep more than 8 bits of dark colors.
  var depth: Image.Depth { statedDepth ?? (!prints && chosenFormat == .exr ? .sixteen : .eight) }

  /// The format by `--format`, or else by the suffix.
  private var chosenFormat: PictureFormat { format ?? PictureFormat(suffixOf: output) ?? .png }

  func validate() throws {
    if prints {
      guard !printScene || !printMesh else {
        throw ValidationError(
          "--print-scene and --print-mesh both write to standard output; use one of them.")
      }
      guard file == nil else {
        let flag = printScene ? "--print-scene" : "--print-mesh"
        throw ValidationError("\(flag) writes to standard output instead of a picture; remove -o, or it.")
      }
      return
    }
    guard file != nil else {
      throw ValidationError(
        "There is no output; use -o with a PNG, JPEG or WebP file, or with '-' for standard output.")
    }
    if output == "-", Console.standardOutputIsTerminal {
      throw ValidationError("A picture is not written to a terminal; use a file or a pipe.")
    }
    if let dpi {
      guard PixelDensity.dotsPerInch.contains(dpi) else {
        throw ValidationError("--dpi is \(dpi); use 1...65535.")
      }
      guard [.png, .jpeg].contains(chosenFormat) else {
        throw ValidationError(
          "--dpi applies only to PNG and JPEG; use one of these, or remove it.")
      }
    }
    if let quality {
      guard 1...100 ~= quality else { throw ValidationError("--quality is \(quality); use 1...100.") }
      guard [.jpeg, .webp].contains(chosenFormat) else {
        throw ValidationError(
          "--quality applies only to JPEG and WebP; use a .jpg file, or --format jpeg."
        )
      }
    }
    guard depth == .eight || [.png, .npy, .exr].contains(chosenFormat) else {
      throw ValidationError(
        "--depth 16 applies only to PNG, EXR and NPY, because JPEG and WebP have 8 bits per channel; use a .png file, or --format png."
      )
    }
    if format == nil { try checkEnding() }
  }

  /// A clip's ending names the command that makes clips; other endings have to be those of a picture.
  private func checkEnding() throws(ValidationError) {
    if let ending = OutputEnding(of: output), Self.clips.contains(ending.text) {
      throw ValidationError(
        "\(ending.name.excerpt) is a clip, which 'meshrender animate' writes; 'meshrender render' writes one picture, such as "
          + "\(ending.stem.excerpt).png.")
    }
    try OutputEnding.require(
      PictureFormat.allCases.flatMap(\.endings), of: output, for: "a picture",
      hint: ", or keep the name and add --format")
  }

  private static let clips = [".gif", ".apng", ".mp4", ".webm", ".mov", ".mkv", ".y4m"]

  /// Pixels above which a picture is drawn and written in bands.
  static let largestWhole = 1 << 24

  /// Whether a picture of this size is written in bands. WebP is encoded as a whole, and so is a small PNG as long as
  /// the picture fits into memory: two encodings of it are compared.
  /// - `limit`: pixels of a picture in memory.
  func writesBands(of size: PixelSize, limit: Int) -> Bool {
    switch chosenFormat {
    case .png: size.area > (compression == .small ? limit : Self.largestWhole)
    case .jpeg, .exr: size.area > Self.largestWhole
    case .webp, .npy: false
    }
  }

  /// Whether the encoder takes one row after the other, so that bands are as fast as whole pictures: that of JPEG. PNG's
  /// uses all cores for a whole picture.
  var encodesRows: Bool { chosenFormat == .jpeg }

  /// Checks that the format can hold a picture of this size, before it is drawn.
  func check(_ size: PixelSize) throws(Failure) {
    let limit =
      switch chosenFormat {
      case .png, .exr: Int(Int32.max)
      case .jpeg: JPEG.largestSide
      case .webp: WebP.largestSide
      case .npy: Int(Int32.max)
      }
    guard max(size.width, size.height) > limit else { return }
    throw Failure(
      ImageFileError.tooLargeToWrite(
        name: OutputFile(argument: output).description, size: size, limit: limit))
  }

  /// The density of the file: that of `--dpi`, else that of the image that is rendered.
  func density(of image: PixelDensity?) -> PixelDensity? {
    dpi.flatMap { PixelDensity(dotsPerInch: $0, $0) } ?? image
  }

  /// Begins a file that is written in bands.
  /// - `alpha`: of all bands.
  func writer(
    size: PixelSize, alpha: Image.Alpha, _ profile: ColorProfile?, _ density: PixelDensity?
  ) throws(Failure) -> PictureWriter {
    let file = OutputFile(argument: output)
    do {
      switch chosenFormat {
      case .jpeg:
        return .jpeg(
          try JPEG.Writer(
            size: size, colorProfile: profile, pixelDensity: density, to: file, quality: jpegQuality))
      case .exr:
        return .exr(
          try EXR.Writer(
            size: size, alpha: alpha, depth: depth, colorProfile: profile, pixelDensity: density, to: file,
            alphaChannel: self.alpha.channel))
      case .png, .webp, .npy:
        return .png(
          try PNG.Writer(
            size: size, alpha: alpha, depth: depth, colorProfile: profile, pixelDensity: density, to: file,
            compression: compression, alphaChannel: self.alpha.channel))
      }
    } catch { throw Failure(error) }
  }

  private var jpegQuality: JPEG.Quality { quality.map(JPEG.Quality.init(level:)) ?? .default }

  func write(_ image: Image, _ verbosity: VerbosityOptions) throws(Failure) {
    let image = alpha.applied(to: image)
    guard !verbosity.strict else { return try writeStrictly(image, verbosity) }
    let file = OutputFile(argument: output)
    do {
      switch chosenFormat {
      case .png:
        let warnings = try PNG.write(
          image.converted(to: depth), to: file, compression: compression, alphaChannel: alpha.channel)
        for warning in warnings { verbosity.warn(warning.description) }
      case .jpeg:
        try JPEG.write(image, to: file, quality: jpegQuality).map(\.sentence).forEach(verbosity.warn)
      case .webp:
        for warning in try WebP.write(image, to: file, quality: quality) {
          verbosity.warn(warning.description)
        }
      case .npy: try NPY.write(image.converted(to: depth), to: file, alphaChannel: alpha.channel)
      case .exr:
        try EXR.write(image, to: file, alphaChannel: alpha.channel).map(\.description).forEach(verbosity.warn)
      }
    } catch { throw Failure(error) }
  }
}

extension OutputOptions {
  /// Encodes the picture before it opens the file, because an encoder can have warnings.
  private func writeStrictly(_ image: Image, _ verbosity: VerbosityOptions) throws(Failure) {
    let file = OutputFile(argument: output)
    do {
      let bytes: [UInt8]
      let warnings: [String]
      switch chosenFormat {
      case .png:
        let encoded = try PNG.encode(
          image.converted(to: depth), compression: compression, alphaChannel: alpha.channel)
        (bytes, warnings) = (encoded.bytes, encoded.warnings.map(\.description))
      case .jpeg:
        let encoded = try JPEG.encode(image, quality: jpegQuality)
        (bytes, warnings) = (encoded.bytes, encoded.warnings.map(\.sentence))
      case .webp:
        let encoded = try WebP.encode(image, quality: quality)
        (bytes, warnings) = (encoded.bytes, encoded.warnings.map(\.description))
      case .exr:
        let encoded = try EXR.encode(image, alphaChannel: alpha.channel)
        (bytes, warnings) = (encoded.bytes, encoded.warnings.map(\.description))
      case .npy: return try NPY.write(image.converted(to: depth), to: file, alphaChannel: alpha.channel)
      }
      warnings.forEach(verbosity.warn)
      try verbosity.requireNoWarning()
      do { try file.write(bytes) } catch { throw Failure(error) }
    } catch let error as ImageFileError {
      throw Failure(error)
    } catch let failure as Failure {
      throw failure
    } catch { throw Failure(.internalFault, "\(error)") }
  }
}

/// An open picture file to which bands are appended.
enum PictureWriter {
  case png(PNG.Writer)
  case jpeg(JPEG.Writer)
  case exr(EXR.Writer)

  func append(_ band: Image) throws(Failure) {
    do {
      switch self {
      case .png(let writer): try writer.append(band)
      case .jpeg(let writer): try writer.append(band)
      case .exr(let writer): try writer.append(band)
      }
    } catch { throw Failure(error) }
  }

  /// What the file will not hold, known once all bands are appended.
  var warnings: [String] {
    switch self {
    case .png(let writer): writer.warnings.map(\.description)
    case .jpeg(let writer): writer.warnings.map(\.sentence)
    case .exr(let writer): writer.warnings.map(\.description)
    }
  }

  /// Publishes the file.
  func commit() throws(Failure) {
    do {
      switch self {
      case .png(let writer): try writer.commit()
      case .jpeg(let writer): try writer.commit()
      case .exr(let writer): try writer.commit()
      }
    } catch { throw Failure(error) }
  }
}

extension ImageWarning {
  /// The description, with the option that changes the background of a JPEG.
  fileprivate var sentence: String {
    self == .flattened ? "\(self), white; use --background for another color" : description
  }
}

/// The formats of a single picture.
enum PictureFormat: String, CaseIterable, ExpressibleByArgument {
  case png, jpeg, webp, exr, npy

  init?(argument: String) { self.init(rawValue: argument == "jpg" ? "jpeg" : argument) }

  /// Nil for a name with another suffix, or none.
  init?(suffixOf name: String) {
    let lowercased = name.lowercased()
    let format = Self.allCases.first { $0.endings.contains { lowercased.hasSuffix($0) } }
    guard let format else { return nil }
    self = format
  }

  /// The suffixes of its file names.
  var endings: [String] { self == .jpeg ? [".jpg", ".jpeg", ".jpe"] : [".\(rawValue)"] }
}

extension Image.Depth: ExpressibleByArgument {}

extension PNG.Compression: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
  public var defaultValueDescription: String { description }
}
