import ArgumentParser
import ImageFiles
import MeshTransform
import SceneDocument

/// Images, and clips, that replace the contents of a scene's layers.
struct SceneImageOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Show another image, or the frames of a video, GIF, animated PNG or WebP or of numbered files (in-%04d.png), in the "
        + "layers of a scene with that name, in place of their contents; may be given several times.",
      valueName: "layer=file"))
  var image: [String] = []

  /// The flags that may name standard input, with their values.
  var files: [(flag: String, value: String?)] {
    image.map { text in ("--image", text.firstIndex(of: "=").map { String(text[text.index(after: $0)...]) }) }
  }

  /// Replaces the contents of the named layers, which keep their `end` and `beginTime`.
  ///
  /// - `end`: of `--content-end`, in place of that of the layers.
  /// - `rate`: of `--content-fps`, for numbered files.
  func apply(
    to file: inout SceneFile, _ files: SceneFiles, end: MovingContent.End? = nil, rate: Double? = nil
  ) throws(Failure) {
    var (moves, hasRate) = (false, false)
    for text in image {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw Failure(
          .usage, "--image is \"\(text)\"; write the name of a layer and a file, such as art=photo.jpg")
      }
      let (name, path) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
      let (key, argument) = ("--image \(text)", InputFile(argument: path))
      files.arguments[ByteString(key)] = argument
      let isSequence = SequenceFileNames.isPattern(path) && !argument.isExistingFile
      var contents: Set<MovingContent> = []
      file.layers.change(named: name) { layer in
        let old = layer.contents.moving
        var new = MovingContent(
          isSequence ? .sequence(key) : .image(key), framesPerSecond: isSequence ? rate : nil,
          end: end ?? old?.end ?? .hold)
        new.beginTime = old?.beginTime ?? 0
        layer.contents = .moving(new)
        contents.insert(new)
      }
      guard !contents.isEmpty else {
        let names = file.layers.names
        let hint = names.isEmpty ? "none of its layers has a name" : NearestName.hint(name, among: names)
        throw Failure(.usage, "--image: the scene has no layer \"\(name)\"; \(hint)")
      }
      for content in contents {
        do { moves = try files.open(content) || moves } catch {
          throw error.prefixed("--image \(name.excerpt)")
        }
      }
      hasRate = hasRate || isSequence
    }
    if end != nil, !moves {
      throw Failure(.usage, "--content-end applies to frames, and no --image has any; remove it")
    }
    if rate != nil, !hasRate {
      throw Failure(
        .usage,
        "--content-fps applies to numbered files (art=in-%04d.png), and no --image has any; remove it")
    }
  }

  /// Refuses the flag for content that is not a scene.
  func requireNone() throws(Failure) {
    guard !image.isEmpty else { return }
    throw Failure(
      .usage, "--image replaces the images of a scene, but the input is an image or a text")
  }

  /// Refuses the flag beside `--print-scene`.
  func refusePrinting() throws(Failure) {
    guard !image.isEmpty else { return }
    throw Failure(.usage, "--print-scene prints a scene file unchanged; remove --image")
  }
}

extension [LayerDescription] {
  /// Changes all layers with a name.
  fileprivate mutating func change(named name: String, _ body: (inout LayerDescription) -> Void) {
    for index in indices {
      if self[index].layer.name?.isSameBytes(as: name) == true { body(&self[index]) }
      self[index].sublayers.change(named: name, body)
    }
  }

  /// The names of all layers, each once, in painter's order.
  fileprivate var names: [String] {
    var (names, known) = ([String](), Set<ByteString>())
    func add(_ layers: [LayerDescription]) {
      for layer in layers {
        if let name = layer.layer.name, known.insert(ByteString(name)).inserted { names.append(name) }
        add(layer.sublayers)
      }
    }
    add(self)
    return names
  }
}
