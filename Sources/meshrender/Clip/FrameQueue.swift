import AnimationFiles
import MeshTransform

/// Passes frames between the stages of a clip, and records why they stop.
///
/// The stages are evaluation, rendering, preparation and appending. A frame counts against the capacity until it is
/// appended, so memory does not grow with the length of the clip, even with a slow reader. Capacity is granted in
/// the order of frames, so the next frame to append always has it.
struct FrameQueue {
  /// Scenes that are evaluated and not yet rendered, in order.
  private var scenes: [(job: Int, scene: Scene)] = []
  /// Frames that are rendered and not yet prepared.
  private var pictures: [(job: Int, image: Image)] = []
  /// Frames that are prepared and not yet appended, by number.
  private var prepared: [Int: PreparedFrame] = [:]
  /// The memory of frames that are appended.
  private var spareMemory: [[UInt8]] = []
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

  /// - Parameter capacity: the maximum number of frames that are begun and not yet appended.
  init(capacity: Int) { self.capacity = capacity }

  /// The next work of a stage, or the end.
  enum Item<Work> {
    case work(Work)
    /// There is none yet, and the caller has other work.
    case late
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
  ///
  /// - Parameter waits: whether the caller waits for a scene that is late. It always waits for capacity, since the next
  ///   scene makes it read back the frame that is begun.
  mutating func takeScene(waits: Bool) -> Item<(job: Int, scene: Scene)>? {
    if stop != nil { return .end }
    guard inFlightCount < capacity else { return nil }
    if scenes.isEmpty { return isEvaluated ? .end : waits ? nil : .late }
    inFlightCount += 1
    return .work(scenes.removeFirst())
  }

  mutating func add(_ image: consuming Image, _ job: Int) { pictures.append((job, image)) }

  mutating func endDrawing(count: Int) { drawnCount = count }

  mutating func takePicture() -> Item<(job: Int, image: Image)>? {
    if stop != nil { return .end }
    if pictures.isEmpty { return drawnCount == nil ? nil : .end }
    return .work(pictures.removeFirst())
  }

  mutating func add(_ frame: consuming PreparedFrame, _ job: Int) { prepared[job] = frame }

  mutating func takePrepared() -> Item<PreparedFrame>? {
    if stop != nil { return .end }
    if let frame = prepared.removeValue(forKey: appendedCount) { return .work(frame) }
    return drawnCount == appendedCount ? .end : nil
  }

  /// - Parameter memory: of the frame, if no one else uses it.
  mutating func countAppended(_ memory: consuming [UInt8]?) {
    appendedCount += 1
    inFlightCount -= 1
    if let memory { spareMemory.append(memory) }
  }

  /// Memory for another frame, or nil.
  mutating func takeMemory() -> [UInt8]? { spareMemory.popLast() }
}
