import ArgumentParser
import ImageFiles
import MeshTransform
import SceneDocument

/// Images that replace those of a scene's layers.
struct SceneImageOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Show another image in the layers of a scene with that name, in place of their contents; may be given several "
        + "times.", valueName: "layer=file"))
  var image: [String] = []

  /// The flags that may name standard input, with their values.
  var files: [(flag: String, value: String?)] {
    image.map { text in ("--image", text.firstIndex(of: "=").map { String(text[text.index(after: $0)...]) }) }
  }

  /// Replaces the contents of the named layers.
  /// - Returns: the images by the names that stand for them in the scene.
  func apply(
    to file: inout SceneFile, limits: ImageLimits, isLenient: Bool, colors: ColorConversion,
    depth: Image.Depth, warn: (String) -> Void
  ) throws(Failure) -> [ByteString: Image] {
    var given: [ByteString: Image] = [:]
    for text in image {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw Failure(
          .usage, "--image is \"\(text)\"; write the name of a layer and a file, such as art=photo.jpg")
      }
      let (name, path) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
      let key = "--image \(text)"
      guard file.layers.replaceContents(of: name, by: .image(SceneReference(key))) > 0 else {
        let names = file.layers.names
        let hint = names.isEmpty ? "none of its layers has a name" : NearestName.hint(name, among: names)
        throw Failure(.usage, "--image: the scene has no layer \"\(name)\"; \(hint)")
      }
      do {
        let read = try InputCache.image(
          from: InputFile(argument: path), limits: limits, isLenient: isLenient, colors: colors,
          depth: depth)
        for warning in read.warnings { warn(warning.description) }
        given[ByteString(key)] = read.image
      } catch { throw Failure(error) }
    }
    return given
  }
}

extension [LayerDescription] {
  /// Replaces the contents of all layers with a name.
  /// - Returns: how many there are.
  fileprivate mutating func replaceContents(of name: String, by contents: ContentsDescription) -> Int {
    var count = 0
    for index in indices {
      if self[index].layer.name?.isSameBytes(as: name) == true {
        self[index].contents = contents
        count += 1
      }
      count += self[index].sublayers.replaceContents(of: name, by: contents)
    }
    return count
  }

  /// The names of all layers, each once, in painter's order.
  fileprivate var names: [String] {
    var names: [String] = []
    for layer in self {
      for name in [layer.layer.name].compactMap({ $0 }) + layer.sublayers.names where !names.contains(name) {
        names.append(name)
      }
    }
    return names
  }
}
