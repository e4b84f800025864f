import AnimationFiles
import ImageFiles
import MeshTransform

/// Frames of another clip as the contents of a layer.
struct ContentFrames: Sendable {
  let source: FrameSource
  let layer: LayerPath
  /// Whether the clip ends at the end of the source.
  let setsLength: Bool

  /// Sets the layer's contents to the frame at a time.
  /// - Returns: false after the end of a source that sets the clip's length.
  func place(in scene: inout Scene, at time: Double) throws(Failure) -> Bool {
    do throws(FrameSourceError) {
      if setsLength {
        guard let image = try source.frame(showing: time) else { return false }
        scene[layer].contents = .image(image)
      } else {
        scene[layer].contents = try source.image(at: time).map(Layer.Contents.image) ?? .none
      }
      return true
    } catch { throw Failure(error) }
  }

  /// Whether the source has a frame at a time.
  func continues(at time: Double) throws(Failure) -> Bool {
    do { return try source.frame(showing: time) != nil } catch { throw Failure(error) }
  }
}
