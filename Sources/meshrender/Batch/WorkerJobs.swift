/// The jobs of a worker that are not drawn yet. The batch may take back one whose drawing has not begun; each is drawn
/// once, or taken back once.
final class WorkerJobs: Sendable {
  /// The answer to a request for a job.
  enum Answer: String {
    /// The batch has the job again.
    case given
    /// The job is being drawn or is done.
    case kept
    /// The job's files are being read; another answer follows.
    case later
  }

  private enum Stage { case waiting, reading, read }

  private struct State {
    var stages: [Int: Stage] = [:]
    var waiting: ArraySlice<BatchJob> = []
    /// Jobs that are to be given back when their files have been read.
    var requested: Set<Int> = []
    var isAtEnd = false
  }

  private let state = ConditionMutex(State())

  func add(_ job: BatchJob) {
    state.change {
      $0.stages[job.index] = .waiting
      $0.waiting.append(job)
    }
  }

  /// No further job comes.
  func end() { state.change { $0.isAtEnd = true } }

  /// Waits for the next job whose files are to be read; nil at the end.
  func next() -> BatchJob? {
    state.wait { state -> BatchJob?? in
      while let job = state.waiting.popFirst() {
        guard state.stages[job.index] != nil else { continue }
        state.stages[job.index] = .reading
        return job
      }
      return state.isAtEnd ? .some(nil) : nil
    }
  }

  /// The files of a job have been read.
  /// - Returns: whether the job is still here; false where it is to be given back.
  func finishReading(_ index: Int) -> Bool {
    state.change {
      let isHere = $0.requested.remove(index) == nil
      $0.stages[index] = isHere ? .read : nil
      return isHere
    }
  }

  /// Begins the drawing of a job; false where the batch has taken it back.
  func begin(_ index: Int) -> Bool { state.change { $0.stages.removeValue(forKey: index) != nil } }

  /// Takes a job back, if its drawing has not begun.
  func takeBack(_ index: Int) -> Answer {
    state.change {
      switch $0.stages[index] {
      case nil: return .kept
      case .reading:
        $0.requested.insert(index)
        return .later
      case .waiting, .read:
        $0.stages[index] = nil
        return .given
      }
    }
  }
}
