import AnimationFiles
import Dispatch
import ImageFiles
import MeshTransform

/// Makes the frames of a clip: one thread evaluates the next scene while this one draws, which alone may touch the
/// renderer, others encode what is drawn, and one writes in the order of frames.
///
/// A scene that is there in time is begun while the frame before it is still being drawn. Where scenes are slow to come,
/// as from a stream, no frame waits for the next.
///
/// Each frame depends on nothing but its number, so that neither the number of threads nor their pace shows.
struct ClipPipeline {
  /// The clip's frames to make, in order, as their numbers counted from 0.
  let frames: [Int]
  /// How many encode; with 1 a single thread does everything, one frame after the other.
  let threads: Int
  /// How many frames are drawn and not yet written, at most.
  var capacity: Int { threads + 2 }
  let times: StageTimes
  /// The scene of a frame; nil after the last that there is. Any thread, in order.
  let evaluate: @Sendable (_ frame: Int) throws(Failure) -> Scene?
  /// Which frame of the output one of `frames`, by its place in them, becomes.
  let number: @Sendable (_ job: Int) -> Int
  let progress: Progress

  /// - Parameters:
  ///   - frameRenderer: of this thread.
  ///   - open: opens the output, once the first frame is there: what can't be drawn leaves no trace.
  /// - Returns: how many frames were made.
  func run(
    _ frameRenderer: FrameRenderer, open: (PixelSize) throws(Failure) -> any ClipEncoder
  ) throws(FrameQueue.Stop) -> Int {
    let queue = ConditionMutex(FrameQueue(capacity: capacity))
    let stopHandling = Interrupts.notify { signal in queue.change { $0.interrupt(signal) } }
    defer { stopHandling() }
    return threads == 1
      ? try runAlone(queue, frameRenderer, open) : try runTogether(queue, frameRenderer, open)
  }

  private func runAlone(
    _ queue: ConditionMutex<FrameQueue>, _ frameRenderer: FrameRenderer,
    _ open: (PixelSize) throws(Failure) -> any ClipEncoder
  ) throws(FrameQueue.Stop) -> Int {
    var encoder: (any ClipEncoder)?
    do {
      for (job, frame) in frames.enumerated() {
        if let stop = queue.change({ $0.stop }) { throw stop }
        guard let scene = try times.measure(.evaluate, { () throws(Failure) in try evaluate(frame) }) else {
          break
        }
        let image = try times.measure(.draw) { () throws(Failure) in try frameRenderer.draw(scene) }
        if encoder == nil { encoder = try open(image.size) }
        guard let encoder else { break }
        let prepared = try prepare(image, job, encoder)
        try append(prepared, to: encoder, queue)
      }
      try finish(encoder, queue)
    } catch {
      progress.clear()
      encoder?.cancel()
      throw error as? FrameQueue.Stop ?? .failure(error as? Failure ?? Failure(.internalFault, "\(error)"))
    }
    progress.clear()
    return queue.change { $0.appendedCount }
  }

  private func runTogether(
    _ queue: ConditionMutex<FrameQueue>, _ frameRenderer: FrameRenderer,
    _ open: (PixelSize) throws(Failure) -> any ClipEncoder
  ) throws(FrameQueue.Stop) -> Int {
    startEvaluating(queue)
    let workers = DispatchGroup()
    var encoder: (any ClipEncoder)?
    do {
      var count = 0
      var begun: (job: Int, drawing: FrameRenderer.Drawing)?
      func finish() throws(Failure) {
        guard let (job, drawing) = begun else { return }
        begun = nil
        let image = try times.measure(.draw) { () throws(Failure) in try frameRenderer.finish(drawing) }
        if encoder == nil {
          let opened = try open(image.size)
          encoder = opened
          startEncoding(queue, opened, workers)
        }
        queue.change { $0.add(image, job) }
        count += 1
      }
      while true {
        var item = queue.change { $0.takeScene() }
        if item == nil {
          try finish()
          item = times.measure(.waiting) { queue.wait { $0.takeScene() } }
        }
        guard case .work(let (job, scene)) = item else { break }
        let next = try times.measure(.draw) { () throws(Failure) in try frameRenderer.begin(scene) }
        try finish()
        begun = (job, next)
      }
      if queue.change({ $0.stop }) == nil { try finish() }
      queue.change { [count] in $0.endDrawing(count: count) }
    } catch { queue.change { $0.fail(error) } }
    return try end(queue, encoder, workers)
  }

  /// Waits for what is still being encoded and written.
  private func end(
    _ queue: ConditionMutex<FrameQueue>, _ encoder: (any ClipEncoder)?, _ workers: DispatchGroup
  ) throws(FrameQueue.Stop) -> Int {
    do {
      if queue.change({ $0.stop }) == nil { workers.wait() }
      if let stop = queue.change({ $0.stop }) { throw stop }
      try finish(encoder, queue)
    } catch {
      progress.clear()
      // Who writes may be held by a reader that reads no more; a few seconds are enough for all else.
      if workers.wait(timeout: .now() + 3) == .success {
        encoder?.cancel()
      } else {
        TemporaryFiles.removeAll()
      }
      throw error as? FrameQueue.Stop ?? .failure(error as? Failure ?? Failure(.internalFault, "\(error)"))
    }
    progress.clear()
    return queue.change { $0.appendedCount }
  }
}

extension ClipPipeline {
  private func startEvaluating(_ queue: ConditionMutex<FrameQueue>) {
    // Nobody waits for this thread's end: it may be reading a stream that does not go on.
    DispatchQueue(label: "evaluate").async { [frames, times, evaluate] in
      for (job, frame) in frames.enumerated() {
        guard queue.wait({ $0.mayEvaluate() }) else { return }
        do throws(Failure) {
          let scene = try times.measure(.evaluate) { () throws(Failure) in try evaluate(frame) }
          guard let scene else { break }
          queue.change { $0.add(scene, job) }
        } catch { return queue.change { $0.fail(error) } }
      }
      queue.change { $0.endEvaluation() }
    }
  }

  private func startEncoding(
    _ queue: ConditionMutex<FrameQueue>, _ encoder: any ClipEncoder, _ workers: DispatchGroup
  ) {
    for index in 0..<threads {
      DispatchQueue(label: "encode \(index)").async(group: workers) { [self] in
        while case .work(let (job, image)) = queue.wait({ $0.takePicture() }) {
          do throws(Failure) {
            let prepared = try prepare(image, job, encoder)
            queue.change { $0.add(prepared, job) }
          } catch { return queue.change { $0.fail(error) } }
        }
      }
    }
    DispatchQueue(label: "write").async(group: workers) { [self] in
      while case .work(let frame) = queue.wait({ $0.takePrepared() }) {
        do throws(Failure) { try append(frame, to: encoder, queue) } catch {
          return queue.change { $0.fail(error) }
        }
      }
    }
  }

  private func prepare(
    _ image: Image, _ job: Int, _ encoder: any ClipEncoder
  ) throws(Failure) -> PreparedFrame {
    do throws(ClipError) {
      return try times.measure(.encode) { () throws(ClipError) in
        try encoder.prepare(image, index: number(job))
      }
    } catch { throw Failure(error) }
  }

  private func append(
    _ frame: PreparedFrame, to encoder: any ClipEncoder, _ queue: ConditionMutex<FrameQueue>
  ) throws(Failure) {
    do throws(ClipError) {
      try times.measure(.write) { () throws(ClipError) in try encoder.append(frame) }
    } catch {
      throw Failure(error, after: queue.change { $0.appendedCount }, of: frames.count)
    }
    progress.show(
      queue.change { state in
        state.countAppended()
        return state.appendedCount
      })
  }

  private func finish(_ encoder: (any ClipEncoder)?, _ queue: ConditionMutex<FrameQueue>) throws(Failure) {
    do throws(ClipError) {
      try times.measure(.write) { () throws(ClipError) in try encoder?.finish() }
    } catch { throw Failure(error, after: queue.change { $0.appendedCount }, of: frames.count) }
  }
}
