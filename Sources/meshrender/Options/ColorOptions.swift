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
      "The handling of images in other color spaces (cICP, ICC profile or gamma): convert them, or keep them "
        + "(values and profile). Default: keep, or convert with --color-space.",
      valueName: "handling"))
  var colorProfile: ColorHandling?

  @Option(
    help: ArgumentHelp(
      "The color space of the picture, to which images and colors are converted: "
        + "\(ColorSpace.allCases.map(\.rawValue).joined(separator: ", ")), or an ICC file. Default: srgb.",
      valueName: "space|file"))
  var colorSpace: String?

  func validate() throws {
    if colorSpace != nil, colorProfile == .keep {
      throw ValidationError(
        "--color-space converts images, but --color-profile keep does not; remove one of them."
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
        "--color-profile keep does not convert images, but the scene's canvas has the color space "
          + "\(space.path.excerpt); remove it")
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
