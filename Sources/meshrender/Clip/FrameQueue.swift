import AnimationFiles
import MeshTransform

/// Passes frames between the stages of a clip, and records why they stop.
///
/// The stages are evaluation, rendering, preparation and appending. A rendered frame counts against the capacity until
/// it is appended, so memory does not grow with the length of the clip, even with a slow reader. Capacity is granted in
/// the order of frames, so the next frame to append always has it.
struct FrameQueue {
  /// Scenes that are evaluated and not yet rendered, in order.
  private var scenes: [(job: Int, scene: Scene)] = []
  /// Frames that are rendered and not yet prepared.
  private var pictures: [(job: Int, image: Image)] = []
  /// Frames that are prepared and not yet appended, by number.
  private var prepared: [Int: PreparedFrame] = [:]
  private var isEvaluated = false
  /// The number of frames, once all have been rendered.
  private var drawnCount: Int?
  private var inFlightCount = 0
  private let capacity: Int
  private(set) var appendedCount = 0
  private(set) var stop: Stop?

  enum Stop: Error {
    case failure(Failure)
    /// A signal stopped the run after `count` finished frames.
    case interrupted(Int32, count: Int)
  }

  init(capacity: Int) { self.capacity = capacity }

  /// The next work of a stage, or the end.
  enum Item<Work> {
    case work(Work)
    case end
  }
}

// Each returns nil while the caller has to wait.
extension FrameQueue {
  /// Only the first stop is kept.
  mutating func fail(_ failure: Failure) { if stop == nil { stop = .failure(failure) } }

  mutating func interrupt(_ signal: Int32) {
    if stop == nil { stop = .interrupted(signal, count: appendedCount) }
  }

  /// At most one scene is evaluated ahead of rendering.
  func mayEvaluate() -> Bool? { stop != nil ? false : scenes.isEmpty ? true : nil }

  mutating func add(_ scene: Scene, _ job: Int) { scenes.append((job, scene)) }

  mutating func endEvaluation() { isEvaluated = true }

  /// Takes the next scene and capacity for its frame.
  mutating func takeScene() -> Item<(job: Int, scene: Scene)>? {
    if stop != nil { return .end }
    if scenes.isEmpty { return isEvaluated ? .end : nil }
    guard inFlightCount < capacity else { return nil }
    inFlightCount += 1
    return .work(scenes.removeFirst())
  }

  mutating func add(_ image: Image, _ job: Int) { pictures.append((job, image)) }

  mutating func endDrawing(count: Int) { drawnCount = count }

  mutating func takePicture() -> Item<(job: Int, image: Image)>? {
    if stop != nil { return .end }
    if pictures.isEmpty { return drawnCount == nil ? nil : .end }
    return .work(pictures.removeFirst())
  }

  mutating func add(_ frame: PreparedFrame, _ job: Int) { prepared[job] = frame }

  mutating func takePrepared() -> Item<PreparedFrame>? {
    if stop != nil { return .end }
    if let frame = prepared.removeValue(forKey: appendedCount) { return .work(frame) }
    return drawnCount == appendedCount ? .end : nil
  }

  mutating func countAppended() {
    appendedCount += 1
    inFlightCount -= 1
  }
}
