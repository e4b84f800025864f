import GLRenderer
import ImageFiles
import MeshTransform
import SceneDocument
import TextImages

/// A failed run: one sentence for people and an exit code for scripts.
struct Failure: Error {
  let kind: Kind
  private(set) var sentence: String
  /// Whether the cause is a file that does not exist.
  private(set) var isOfMissingFile = false
  /// Whether the cause is a lack of memory, of which more may be left when other jobs have ended.
  var isOfMemory = false
  /// The part of a scene that cannot be drawn; nil for other causes.
  private(set) var scenePart: ScenePart?

  /// The parts of a scene that a renderer refuses: the canvas, which flags set as well, and the rest.
  enum ScenePart { case canvas, layers }

  init(_ kind: Kind, _ sentence: String) { (self.kind, self.sentence) = (kind, sentence) }
}

extension Failure {
  /// The failure with the place of its cause before the sentence.
  func prefixed(_ place: String) -> Failure {
    var failure = self
    failure.sentence = "\(place): \(sentence)"
    return failure
  }

  /// The failure of a drawing; where the values of a scene file are the cause, they are bad data of that file.
  /// - Parameters:
  ///   - scene: the file; nil for a scene that flags imply.
  ///   - canvas: the flags, whose size replaces that of the file.
  func of(_ scene: InputFile?, _ canvas: CanvasOptions) -> Failure {
    guard let scene, let scenePart, scenePart != .canvas || !canvas.setsSize else { return self }
    return Failure(.badData, "\(scene): \(sentence)")
  }

  /// The failure of an estimate that exceeds the memory that is left.
  static func memory(_ sentence: String) -> Failure {
    var failure = Failure(.badData, sentence)
    failure.isOfMemory = true
    return failure
  }

  /// An error of the command line's parser, which would add the option's help and the usage; a single sentence is
  /// easier to find.
  init(parsing error: any Error) {
    let sentence = Meshrender.message(for: error)
    self.init(.usage, sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence)
  }

  /// The failure of a reader that lacks memory, with the limit that it exceeds.
  static func memory(_ error: some Error & CustomStringConvertible) -> Failure {
    .memory("\(error), or raise \(MemoryBudget.current.tightestName)")
  }

  /// Whether the words of a program say that it lacks memory.
  static func isOfMemory(_ words: String) -> Bool {
    ["allocate memory", "bad_alloc", "malloc"].contains { words.contains($0) }
  }

  init(_ error: InputFileError) {
    let kind: Kind =
      switch error {
      case .missing, .isDirectory, .permissionDenied: .inputMissing
      case .unreadable: .inputOutput
      case .noTemporaryFile: .cannotCreate
      case .tooLarge, .outside, .notAFile: .badData
      }
    let hint =
      switch error {
      case .outside: "; move it there, or allow its folder with --allow-read"
      case .notAFile: "; use --allow-read to read it"
      default: ""
      }
    self.init(kind, error.description + hint)
    if case .missing = error { isOfMissingFile = true }
  }

  init(_ error: OutputFileError) {
    switch error {
    case .cannotCreate, .isDirectory: self.init(.cannotCreate, error.description)
    case .cannotWrite: self.init(.inputOutput, error.description)
    }
  }

  init(_ error: ImageFileError) {
    switch error {
    case .input(let error): self.init(error)
    case .output(let error): self.init(error)
    case .sideTooLong: self.init(.badData, "\(error), or raise --max-side")
    case .tooManyPixels: self.init(.badData, "\(error), or raise --max-pixels")
    case .tooMuchMemory, .outOfMemory: self = .memory(error)
    case .notEncodable: self.init(.internalFault, error.description)
    case .tooLargeToWrite: self.init(.usage, error.description)
    case .truncatedJPEG: self.init(.badData, "\(error), or read the intact part with --lenient")
    case .libraryMissing: self.init(.unavailable, error.description)
    case .movingPicture(let name, let kind):
      self.init(
        .badData,
        "\(name.excerpt) is \(kind), not a still picture; 'meshrender render' with --time writes one "
          + "of its frames as a picture")
    default: self.init(.badData, error.description)
    }
  }

  init(_ error: FrameSourceError) {
    switch error {
    case .input(let error): self.init(error)
    case .picture(let frame, let error):
      let failure = Failure(error)
      self.init(failure.kind, "frame \(frame): \(failure.sentence)")
    case .tooMuchMemory: self = .memory(error)
    case .programFailed(_, _, let words) where Self.isOfMemory(words): self = .memory(error)
    case .noFiles: self.init(.inputMissing, error.description)
    case .programMissing: self.init(.unavailable, error.description)
    case .programForbidden: self.init(.badData, "\(error) (--untrusted)")
    case .endsEarly: self.init(.badData, "\(error); read the intact part with --lenient")
    case .sideTooLong: self.init(.badData, "\(error), or raise --max-side")
    case .tooManyPixels: self.init(.badData, "\(error), or raise --max-pixels")
    default: self.init(.badData, error.description)
    }
  }

  init(_ error: RenderError) {
    switch error {
    case .canvasSide: self.init(.usage, "\(error) (--size, --scale, --max-side)")
    case .canvasArea:
      self.init(.usage, "\(error) (--size, --scale, --max-pixels)")
    case .tooManyVertices, .tooManyFaces: self.init(.badData, "\(error) (--max-vertices)")
    case .backdropSize, .nonFiniteGeometry, .emptyCanvas, .canvasScale, .color, .lineWidth, .tooManyLights,
      .light:
      self.init(.usage, error.description)
    case .layer(let problem): self.init(problem)
    case .pictureArea: self.init(.badData, "\(error) (--max-pixels)")
    case .faces: self.init(.badData, "\(error) (--max-faces)")
    case .overdraw: self.init(.badData, "\(error) (--max-overdraw)")
    case .variants: self.init(.badData, error.description)
    case .bytesPerRow, .pictureMemory, .frameRead: self.init(.internalFault, error.description)
    case .gl(let error): self.init(error)
    }
    scenePart = error.scenePart
  }

  init(_ error: CoordinateError) {
    switch error {
    case .render(let error): self.init(error)
    case .contentSize: self.init(.badData, "\(error) (--max-side, --max-pixels)")
    }
  }

  init(_ error: LayerError) {
    switch error.problem {
    case .mesh(.subdivisionTooLarge): self.init(.badData, "\(error) (--subdivision-steps, --max-vertices)")
    case .mesh(.tooManyFacesInAll): self.init(.badData, "\(error) (--subdivision-steps, --max-faces)")
    default: self.init(.badData, error.description)
    }
  }

  init(_ error: GLError) {
    switch error {
    // A loader that is out of memory reports a missing library, and a driver no display.
    case .libraryMissing, .noDisplay, .contextCreation:
      self = MemoryBudget.driverShortage ?? Failure(.unavailable, error.description)
    case .permissionDenied, .notCurrent, .missingExtension, .contextLost,
      .bufferMap, .emptyReadback,
      .operation,
      .incompleteFramebuffer:
      self.init(.unavailable, error.description)
    case .noSuchDevice(_, _, .some), .noSuchDevice("gpu", _, _): self.init(.unavailable, error.description)
    case .noSuchDevice, .unsupportedSamples: self.init(.usage, error.description)
    case .textureTooLarge, .transparencyMemory: self.init(.badData, error.description)
    case .shader, .link: self.init(.internalFault, "\(error); please report this")
    }
  }
}

extension Failure {
  init(_ error: TextError) {
    switch error {
    case .empty, .nul, .outOfRange, .tooLong, .tooLongWith, .paragraphTooLong, .outlineTooWide, .tooLarge,
      .tooManyPixels, .fontTooLong, .scaleTooLarge, .tooLongToShrink, .tooManyPieces, .language:
      self.init(.usage, error.description)
    case .tooMuchMemory: self = .memory(error)
    case .notAFont, .unsupportedFont, .tooManyFaces, .namesTooLong, .pictureTooLarge:
      self.init(.badData, error.description)
    case .noFonts, .libraryMissing, .fontNotLoaded, .noHyphens, .hyphenationMissing:
      self.init(.unavailable, error.description)
    case .drawingFailed: self.init(.internalFault, error.description)
    }
  }

  /// - `kind`: nil for the usual one: usage for a fault of an argument, bad data for a fault of a file.
  init(_ error: DocumentError, _ kind: Kind? = nil) {
    let option =
      switch error.argument {
      case nil: ""
      case .override(let override): override.isFlag ? "--set " : ""
      case .animation: "--animate "
      }
    self.init(kind ?? (error.argument == nil ? .badData : .usage), option + error.description)
  }

  /// - `option`: the flag whose value is at fault.
  init(_ error: SyntaxError, of option: String) { self.init(.usage, "\(option): \(error)") }
}

extension SceneOverride {
  /// Whether it is the value of --set; the values of a batch's job are JSON.
  fileprivate var isFlag: Bool { if case .text = value { true } else { false } }
}

extension RenderError {
  /// The part of the scene at fault; nil for faults of flags, of memory and of the device.
  fileprivate var scenePart: Failure.ScenePart? {
    switch self {
    case .canvasSide, .canvasArea, .emptyCanvas, .canvasScale: .canvas
    case .nonFiniteGeometry, .tooManyVertices, .tooManyFaces, .tooManyLights, .light, .layer, .pictureArea,
      .faces, .overdraw, .variants, .backdropSize:
      .layers
    case .color, .lineWidth, .bytesPerRow, .pictureMemory, .frameRead, .gl: nil
    }
  }
}
