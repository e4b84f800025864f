import AnimationFiles
import ImageFiles
import MeshTransform

/// Frames of another clip as the contents of a layer.
struct ContentFrames: Sendable {
  let source: FrameSource
  let layer: LayerPath
  /// Whether the clip ends where the source does.
  let setsLength: Bool

  /// Gives the layer what shows at a time.
  /// - Returns: false after the end of the source, if that is the clip's.
  func place(in scene: inout Scene, at time: Double) throws(Failure) -> Bool {
    do throws(FrameSourceError) {
      if setsLength {
        guard let image = try source.frame(at: source.rate.index(at: time)) else { return false }
        scene[layer].contents = .image(image)
      } else {
        scene[layer].contents = try source.image(at: time).map(Layer.Contents.image) ?? .none
      }
      return true
    } catch { throw Failure(error) }
  }

  /// Whether there is a frame at a time.
  func goesOn(at time: Double) throws(Failure) -> Bool {
    do { return try source.frame(at: source.rate.index(at: time)) != nil } catch { throw Failure(error) }
  }
}
