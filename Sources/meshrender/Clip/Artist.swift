import GLRenderer
import MeshTransform

/// Draws the frames of a clip, on the thread that made it.
final class Artist {
  private let opened: OpenedRenderer
  private let options: RenderOptions
  private let profile: ColorProfile?
  private let verbosity: VerbosityOptions
  private var hasTold = false
  /// Whether any pixel of any frame shows.
  private(set) var hasShownAnything = false

  init(
    _ opened: OpenedRenderer, _ options: RenderOptions, profile: ColorProfile?,
    _ verbosity: VerbosityOptions
  ) {
    (self.opened, self.options, self.profile, self.verbosity) = (opened, options, profile, verbosity)
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
    return image
  }
}
