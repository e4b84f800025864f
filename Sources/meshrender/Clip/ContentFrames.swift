import AnimationFiles
import ImageFiles
import MeshTransform

/// Frames of another clip as the contents of a layer.
struct ContentFrames: Sendable {
  let source: FrameSource
  let layer: LayerPath
  /// Whether the clip ends at the end of the source.
  let setsLength: Bool
  /// See ``MovingContent/beginTime``.
  let beginTime: Double
  /// The filter of an exact map, which each frame goes through; nil for none.
  let remapping: Remapping?
  /// Whether the light on each frame is made even.
  let flattensLight: Bool

  /// The end of the last frame in the clip, in seconds; nil while it is unknown.
  var duration: Double? { source.duration.map { max(0, beginTime + $0) } }
  /// The end that the file of the frames states, where ``duration`` is unknown.
  var statedDuration: Double? { source.statedDuration.map { max(0, beginTime + $0) } }

  /// Sets the layer's contents to the frame at a time.
  /// - Returns: false after the end of a source that sets the clip's length.
  func place(in scene: inout Scene, at time: Double) throws(Failure) -> Bool {
    do throws(FrameSourceError) {
      let time = max(0, time - beginTime)
      if setsLength {
        guard let image = try source.frame(showing: time) else { return false }
        scene[layer].contents = contents(image, scene)
      } else {
        scene[layer].contents = try source.image(at: time).map { contents($0, scene) } ?? .none
      }
      return true
    } catch {
      let failure = Failure(error)
      throw scene[layer].name.map { failure.prefixed("layer '\($0.excerpt)'") } ?? failure
    }
  }

  private func contents(_ image: Image, _ scene: Scene) -> Layer.Contents {
    let image = remapping?.applied(to: image, scene.canvas.blending) ?? image
    return .image(flattensLight ? image.withEvenLight(within: scene[layer].mesh) : image)
  }

  /// Whether the source has a frame at a time.
  func continues(at time: Double) throws(Failure) -> Bool {
    do { return try source.frame(showing: max(0, time - beginTime)) != nil } catch { throw Failure(error) }
  }
}
