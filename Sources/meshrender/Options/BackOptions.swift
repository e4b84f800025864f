import ArgumentParser
import ImageFiles
import MeshTransform
import SceneDocument

/// What is seen of an image or a text from behind.
struct BackOptions: ParsableArguments {
  @Option(
    name: .customLong("back"),
    help: ArgumentHelp(
      "The back of the content: a color, or an image file. Default: the content, mirrored.",
      valueName: "color|image"))
  var contents: String?

  /// Nil where the option is the path of an image.
  private var color: Color? { contents.flatMap { try? ColorText.parse($0) } }

  /// The back of a layer, at most one.
  /// - `bounds`: of that layer.
  func layers(
    in bounds: Rect, limits: ImageLimits, isLenient: Bool, colors: ColorConversion,
    depth: Image.Depth, warn: (String) -> Void
  ) throws(Failure) -> [Layer] {
    guard let contents else { return [] }
    var layer = Layer(bounds: bounds, position: Point(bounds.midX, bounds.midY))
    layer.isBackContents = true
    if let color {
      layer.backgroundColor = color
      return [layer]
    }
    do {
      let read = try InputCache.image(
        from: InputFile(argument: contents), limits: limits, isLenient: isLenient, colors: colors,
        depth: depth)
      for warning in read.warnings { warn(warning.description) }
      layer.contents = .image(read.image)
    } catch {
      guard case .input(.missing) = error else { throw Failure(error) }
      throw Failure(
        .inputMissing,
        "--back is \"\(contents)\", which is neither a color nor an image file; use one of them")
    }
    return [layer]
  }

  /// The back as a scene file describes it.
  var descriptions: [LayerDescription] {
    guard let contents else { return [] }
    var description = LayerDescription()
    (description.fillsSuperlayer, description.layer.isBackContents) = (true, true)
    if let color {
      description.layer.backgroundColor = color
    } else {
      description.contents = .image(SceneReference(contents))
    }
    return [description]
  }
}
