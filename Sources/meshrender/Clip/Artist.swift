import GLRenderer
import MeshTransform

/// Draws the frames of a clip, on the thread that made it.
final class Artist {
  private let opened: OpenedRenderer
  private let options: RenderOptions
  private let profile: ColorProfile?
  private let verbosity: VerbosityOptions
  private var hasTold = false
  private var drawnCount = 0
  private var hasShownAnything = false
  /// The first frame, as long as all others have been the same.
  private var onlyPicture: Image?

  init(
    _ opened: OpenedRenderer, _ options: RenderOptions, profile: ColorProfile?,
    _ verbosity: VerbosityOptions
  ) {
    (self.opened, self.options, self.profile, self.verbosity) = (opened, options, profile, verbosity)
  }

  /// What is odd about the frames that have been drawn.
  ///
  /// - `fits`: whether the canvas holds all that is drawn.
  func doubts(fits: Bool) -> String? {
    guard drawnCount > 0 else { return nil }
    if !hasShownAnything {
      return "all frames are empty: nothing falls on the canvas" + (fits ? "" : "; try --fit")
    }
    guard drawnCount > 1, onlyPicture != nil else { return nil }
    return
      "all frames are the same picture; what moves in depth only shows by a --light, or by a --transform such as "
      + "\"perspective(800) rotateX(-45deg)\""
  }

  func draw(_ scene: Scene) throws(Failure) -> Image {
    var image: Image
    if options.wireframe == nil, let untouched = scene.untouchedImage {
      image = untouched
    } else {
      let renderer = try opened.renderer()
      if verbosity.verbose, !hasTold { Console.write("  \(renderer.capabilities.summary)") }
      hasTold = true
      do { image = try renderer.render(scene, options: options) } catch { throw Failure(error) }
    }
    image.colorProfile = profile
    if !hasShownAnything { hasShownAnything = !image.isBlank }
    drawnCount += 1
    if drawnCount == 1 { onlyPicture = image } else if onlyPicture != image { onlyPicture = nil }
    return image
  }
}
