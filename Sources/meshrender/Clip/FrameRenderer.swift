import GLRenderer
import MeshTransform

/// Draws the frames of a clip, on the thread that made it.
final class FrameRenderer {
  private let opened: OpenedRenderer
  private let options: RenderOptions
  let profile: ColorProfile?
  private let verbosity: VerbosityOptions
  private weak var latest: PendingFrame?
  private var hasReportedDevice = false
  private var (begunCount, drawnCount) = (0, 0)
  private var hasVisibleFrame = false
  /// The first frame, as long as all others have been the same.
  private var commonPicture: Image?
  /// So many frames may take memory; what those after them take is told apart.
  var warmUp = 1
  private var afterWarmUp: UsageCounters?

  init(
    _ opened: OpenedRenderer, _ options: RenderOptions, profile: ColorProfile?,
    _ verbosity: VerbosityOptions
  ) {
    (self.opened, self.options, self.profile, self.verbosity) = (opened, options, profile, verbosity)
  }

  /// What is odd about the frames that have been drawn.
  ///
  /// - `fits`: whether the canvas holds all that is drawn.
  func contentWarning(fits: Bool) -> String? {
    guard drawnCount > 0 else { return nil }
    if !hasVisibleFrame {
      return "all frames are empty: nothing falls on the canvas" + (fits ? "" : "; try --fit")
    }
    guard drawnCount > 1, commonPicture != nil else { return nil }
    return
      "all frames are the same picture; what moves in depth only shows by a --light, or by a --transform such as "
      + "\"perspective(800) rotateX(-45deg)\""
  }

  /// What drawing and all beside it has taken; for the end of a run.
  var useLines: [String] {
    UsageCounters(opened.statistics).lines(since: afterWarmUp, warmUp: warmUp, frames: drawnCount - warmUp)
  }

  func draw(_ scene: Scene) throws(Failure) -> Image { try finish(begin(scene)) }

  /// A frame that is being drawn.
  enum Drawing {
    case done(Image)
    /// The scene and the renderer are for when the driver is reset meanwhile.
    case pending(PendingFrame, Scene, Renderer)
  }

  /// Does not wait for the frame: the next one may be begun before it is finished.
  func begin(_ scene: Scene) throws(Failure) -> Drawing {
    if verbosity.verbose, begunCount == warmUp {
      // All of the frames before, and nothing of those to come.
      _ = try? latest?.image()
      afterWarmUp = UsageCounters(opened.statistics)
    }
    begunCount += 1
    if options.wireframe == nil, let passthrough = scene.passthroughImage { return .done(passthrough) }
    let renderer = try opened.renderer()
    if verbosity.verbose, !hasReportedDevice { Console.write("  \(renderer.capabilities.summary)") }
    hasReportedDevice = true
    return try opened.draw { renderer throws(RenderError) in
      let picture = try renderer.begin(scene, options: options)
      latest = picture
      return .pending(picture, scene, renderer)
    }
  }

  /// Frames are finished in the order in which they were begun.
  func finish(_ drawing: Drawing) throws(Failure) -> Image {
    var image: Image
    switch drawing {
    case .done(let passthrough): image = passthrough
    case .pending(let picture, let scene, let renderer):
      do throws(RenderError) { image = try picture.image() } catch {
        try opened.recover(from: error, of: renderer)
        image = try opened.again { renderer throws(RenderError) in
          try renderer.render(scene, options: options)
        }
      }
    }
    image.colorProfile = profile
    if !hasVisibleFrame { hasVisibleFrame = !image.isBlank }
    drawnCount += 1
    if drawnCount == 1 { commonPicture = image } else if commonPicture != image { commonPicture = nil }
    return image
  }
}
