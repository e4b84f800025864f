import GLRenderer
import MeshTransform

/// Renders the frames of a clip on the thread that created it.
final class FrameRenderer {
  private let opened: OpenedRenderer
  private let options: RenderOptions
  let profile: ColorProfile?
  private let verbosity: VerbosityOptions
  private weak var latest: PendingFrame?
  private var hasReportedDevice = false
  private var (begunCount, drawnCount) = (0, 0)
  private var hasVisibleFrame = false
  private var lastScene: Scene?
  /// The hash of the first frame, while all later frames have the same. The frame itself would stay in memory.
  private var commonHash: Int?
  /// The number of frames that may allocate memory; usage after them is reported separately.
  var warmUp = 1
  private var afterWarmUp: UsageCounters?

  /// Some of the frames, for a preview, and their numbers in the order of drawing.
  private(set) var keptFrames: [Image] = []
  private var keptNumbers: [Int] = []

  init(
    _ opened: OpenedRenderer, _ options: RenderOptions, profile: ColorProfile?,
    _ verbosity: VerbosityOptions
  ) {
    (self.opened, self.options, self.profile, self.verbosity) = (opened, options, profile, verbosity)
  }

  /// A warning about the rendered frames: all empty, or all equal.
  ///
  /// - `fits`: whether the canvas contains everything that is drawn.
  /// - `moves`: whether the frames are meant to differ.
  /// - `hasWholeTurn`: whether an animation goes from a transform to the same one.
  func contentWarning(fits: Bool, moves: Bool, hasWholeTurn: Bool) -> String? {
    guard drawnCount > 0 else { return nil }
    if !hasVisibleFrame {
      guard let reason = lastScene?.reasonForBlankness(fits: fits) else { return nil }
      return "all frames are empty: \(reason)"
    }
    guard moves, drawnCount > 1, commonHash != nil else { return nil }
    if hasWholeTurn {
      return
        "all frames are the same picture: both ends of an animation are the same transform; for full turns animate "
        + "transform.rotation.z from 0deg to 360deg"
    }
    return
      "all frames are the same picture; motion in depth shows only with a --light, or with a --transform such as "
      + "\"perspective(800) rotateX(-45deg)\""
  }

  /// The resource usage of the run, for a report at its end.
  var usageLines: [String] {
    UsageCounters(opened.statistics).lines(since: afterWarmUp, warmUp: warmUp, frames: drawnCount - warmUp)
  }

  /// Keeps up to four frames, evenly spaced, of a clip of so many.
  func keepFrames(of count: Int) {
    keptNumbers = count < 4 ? Array(0..<count) : (0..<4).map { $0 * (count - 1) / 3 }
  }

  func draw(_ scene: Scene) throws(Failure) -> Image { try finish(begin(scene)) }

  /// A frame in flight.
  enum Drawing {
    case done(Image)
    /// The scene and the renderer serve to render the frame again after a driver reset.
    case pending(PendingFrame, Scene, Renderer)
  }

  /// Does not wait for the frame: the next one may begin before this one is finished.
  func begin(_ scene: Scene) throws(Failure) -> Drawing {
    if verbosity.verbose, begunCount == warmUp {
      // Waits for all previous frames, so that the counters contain nothing of the next ones.
      _ = try? latest?.image()
      afterWarmUp = UsageCounters(opened.statistics)
    }
    begunCount += 1
    if !hasVisibleFrame { lastScene = scene }
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

  /// Gives the renderer the memory of a frame that is written, for the one that it reads back next.
  func reuse(_ memory: consuming [UInt8]) { opened.reuse(memory) }

  /// Frames are finished in the order in which they began.
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
    (image.colorProfile, image.pixelDensity) = (profile, nil)
    if !hasVisibleFrame { hasVisibleFrame = !image.isBlank }
    if keptNumbers.contains(drawnCount) { keptFrames.append(image) }
    drawnCount += 1
    if drawnCount == 1 {
      commonHash = image.pixelHash
    } else if let hash = commonHash, hash != image.pixelHash {
      commonHash = nil
    }
    return image
  }
}

extension AnimatedScene {
  /// Whether both ends of an animation are the same transform, as those of rotate(0deg) to rotate(360deg).
  var hasWholeTurn: Bool { animations.values.contains { $0.contains(where: \.isWholeTurn) } }
}

extension Animation {
  fileprivate var isWholeTurn: Bool {
    switch action {
    case .change(_, let ends), .spring(_, let ends, _):
      guard case .transform(let from) = ends.from, case .transform(let to) = ends.to else { return false }
      return (0..<4).allSatisfy { row in (0..<4).allSatisfy { abs(from[row, $0] - to[row, $0]) < 1e-9 } }
    case .group(let children): return children.contains(where: \.isWholeTurn)
    case .keyframes, .gestures: return false
    }
  }
}

extension Image {
  /// A hash of the bytes, which differs from run to run. 64 bits, so that different pixels have the same one by no chance
  /// that matters.
  fileprivate var pixelHash: Int {
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
