import AnimationFiles
import MeshTransform

/// What the stages of a clip's making hand to one another, and why they stop.
///
/// Frames go from evaluation to drawing to preparing to appending. A frame that is drawn takes one of a few capacity and
/// leaves it when it is appended, so that memory does not grow with the clip, however slow a reader is; capacity are
/// taken in the order of frames, so that the next one to be appended always has one.
struct FrameQueue {
  /// Evaluated and not yet drawn, in order.
  private var scenes: [(job: Int, scene: Scene)] = []
  /// Drawn and not yet prepared.
  private var pictures: [(job: Int, image: Image)] = []
  /// Prepared and not yet appended.
  private var prepared: [Int: PreparedFrame] = [:]
  private var isEvaluated = false
  /// How many there are, once all have been drawn.
  private var drawnCount: Int?
  private var inFlightCount = 0
  private let capacity: Int
  private(set) var appendedCount = 0
  private(set) var stop: Stop?

  enum Stop: Error {
    case failure(Failure)
    /// By a signal, with so many frames finished.
    case interrupted(Int32, count: Int)
  }

  init(capacity: Int) { self.capacity = capacity }

  /// What a stage is told: something to work on, or that there is nothing any more.
  enum Item<Work> {
    case work(Work)
    case end
  }
}

// Each gives nil while the caller has to wait.
extension FrameQueue {
  /// The first stop counts.
  mutating func fail(_ failure: Failure) { if stop == nil { stop = .failure(failure) } }

  mutating func interrupt(_ signal: Int32) {
    if stop == nil { stop = .interrupted(signal, count: appendedCount) }
  }

  /// One scene ahead of what is being drawn is enough.
  func mayEvaluate() -> Bool? { stop != nil ? false : scenes.isEmpty ? true : nil }

  mutating func add(_ scene: Scene, _ job: Int) { scenes.append((job, scene)) }

  mutating func endEvaluation() { isEvaluated = true }

  /// With a place for what is drawn of it.
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
