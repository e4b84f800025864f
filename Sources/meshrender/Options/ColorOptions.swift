import ArgumentParser
import ImageFiles
import MeshTransform
import SceneDocument

/// The treatment of the colors of images.
enum ColorHandling: String, CaseIterable, ExpressibleByArgument {
  case convert, keep
}

/// The color space of the picture.
struct ColorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Whether images of other colors than the picture's, by cICP, ICC profile or gamma, are converted: convert, or keep "
        + "(values and profile). Default: keep, or convert with a color space.",
      valueName: "handling"))
  var colorProfile: ColorHandling?

  @Option(
    help: ArgumentHelp(
      "The color space of the picture, to which images and all colors are converted: "
        + "\(ColorSpace.allCases.map(\.rawValue).joined(separator: ", ")), or an ICC file. Default: srgb.",
      valueName: "space|file"))
  var colorSpace: String?

  func validate() throws {
    if colorSpace != nil, colorProfile == .keep {
      throw ValidationError(
        "--color-space converts images to it, and --color-profile keep leaves them as they are; leave one of them out."
      )
    }
  }

  /// The colors of an image or a text.
  func colors(isLinear: Bool) throws(Failure) -> CanvasColors {
    guard let colorSpace else { return colorProfile == .convert ? .sRGB : .keep }
    do {
      return try CanvasColors(space: colorSpace, isLinear: isLinear, file: ScenePaths.commandLine.file)
    } catch {
      throw Failure(error.kind == .badData ? .usage : error.kind, "--color-space: \(error.sentence)")
    }
  }

  /// The colors of a scene: those of the flags, or else of its canvas.
  func colors(of file: SceneFile, _ paths: ScenePaths) throws(Failure) -> CanvasColors {
    let isLinear = file.canvas.blending == .linear
    guard colorSpace == nil, let space = file.canvas.colorSpace else { return try colors(isLinear: isLinear) }
    guard colorProfile != .keep else {
      throw Failure(
        .usage,
        "--color-profile keep leaves images as they are, and the scene's canvas has the color space "
          + "\(space.path.excerpt); leave it out")
    }
    return try CanvasColors(of: file, paths)
  }
}

extension CanvasColors {
  /// The colors that the canvas of a scene file demands; images keep theirs where it demands none.
  init(of file: SceneFile, _ paths: ScenePaths) throws(Failure) {
    guard let space = file.canvas.colorSpace else {
      self = .keep
      return
    }
    do {
      self = try CanvasColors(
        space: space.path, isLinear: file.canvas.blending == .linear, file: paths.file)
    } catch {
      let fault = file.fault(error.sentence, at: "canvas.colorSpace")
      throw Failure(fault, error.kind == .badData ? nil : error.kind)
    }
  }
}
