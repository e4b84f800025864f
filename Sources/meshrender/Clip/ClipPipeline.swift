import AnimationFiles
import Dispatch
import ImageFiles
import MeshTransform

/// Renders the frames of a clip. One thread evaluates the next scene, the calling thread renders (only it may use the
/// renderer), several threads encode, and one thread writes in the order of frames.
///
/// A scene that is available in time is submitted while the previous frame is still being rendered. When scenes arrive
/// slowly, as from a stream, a finished frame does not wait for the next scene. No frame begins beyond the capacity, so
/// a slow reader delays rendering.
///
/// Each frame depends only on its number, so the output does not depend on the number or the timing of threads.
struct ClipPipeline {
  /// The numbers of the clip's frames to render, counted from 0, in order.
  let frames: [Int]
  /// The number of encoding threads; 1 runs all stages on one thread, frame by frame.
  let threads: Int
  /// The maximum number of frames that are begun and not yet written; at least 2. The one begun last is still in the
  /// renderer's target.
  let capacity: Int
  let times: StageTimes
  /// The scene of a frame; nil after the last one. Called from any thread, in order.
  let evaluate: @Sendable (_ frame: Int) throws(Failure) -> Scene?
  /// The output frame number of a job, the index of a frame in `frames`.
  let number: @Sendable (_ job: Int) -> Int
  let progress: Progress

  /// - Parameters:
  ///   - frameRenderer: belongs to the calling thread.
  ///   - open: opens the output after the first frame is rendered, so that a frame that fails to render creates no
  ///     output.
  ///   - check: called after the last frame, before the output is finished; an error discards the output.
  /// - Returns: the number of frames rendered.
  func run(
    _ frameRenderer: FrameRenderer, check: () throws(Failure) -> Void,
    open: (PixelSize) throws(Failure) -> any ClipEncoder
  ) throws(FrameQueue.Stop) -> Int {
    let queue = ConditionMutex(FrameQueue(capacity: capacity))
    let stopHandling = Interrupts.notify { signal in queue.change { $0.interrupt(signal) } }
    defer { stopHandling() }
    return threads == 1
      ? try runAlone(queue, frameRenderer, check, open) : try runTogether(queue, frameRenderer, check, open)
  }

  private func runAlone(
    _ queue: ConditionMutex<FrameQueue>, _ frameRenderer: FrameRenderer, _ check: () throws(Failure) -> Void,
    _ open: (PixelSize) throws(Failure) -> any ClipEncoder
  ) throws(FrameQueue.Stop) -> Int {
    var encoder: (any ClipEncoder)?
    do {
      for (job, frame) in frames.enumerated() {
        if let stop = queue.change({ $0.stop }) { throw stop }
        if let memory = queue.change({ $0.takeMemory() }) { frameRenderer.reuse(memory) }
        guard let scene = try times.measure(.evaluate, { () throws(Failure) in try evaluate(frame) }) else {
          break
        }
        let image = try times.measure(.draw) { () throws(Failure) in try frameRenderer.draw(scene) }
        if encoder == nil { encoder = try open(image.size) }
        guard let encoder else { break }
        try append(try prepare(consume image, job, encoder), to: encoder, queue)
      }
      try finish(encoder, queue, check)
    } catch {
      progress.clear()
      encoder?.cancel()
      throw error as? FrameQueue.Stop ?? .failure(error as? Failure ?? Failure(.internalFault, "\(error)"))
    }
    progress.clear()
    return queue.change { $0.appendedCount }
  }

  private func runTogether(
    _ queue: ConditionMutex<FrameQueue>, _ frameRenderer: FrameRenderer, _ check: () throws(Failure) -> Void,
    _ open: (PixelSize) throws(Failure) -> any ClipEncoder
  ) throws(FrameQueue.Stop) -> Int {
    let workers = DispatchGroup()
    var encoder: (any ClipEncoder)?
    do {
      try startEvaluating(queue)
      var count = 0
      var begun: (job: Int, drawing: FrameRenderer.Drawing)?
      /// Releases the drawing, which refers to its image.
      func finishDrawing() throws(Failure) -> Image? {
        guard let drawing = begun.take()?.drawing else { return nil }
        return try times.measure(.draw) { () throws(Failure) in try frameRenderer.finish(drawing) }
      }
      func finish() throws(Failure) {
        guard let job = begun?.job, let image = try finishDrawing() else { return }
        if encoder == nil {
          let opened = try open(image.size)
          encoder = opened
          try startEncoding(queue, opened, workers)
        }
        queue.move(consume image) { $0.add($1, job) }
        count += 1
      }
      drawing: while true {
        let isIdle = begun == nil
        let item = times.measure(.waiting) { queue.wait { $0.takeScene(waits: isIdle) } }
        if let memory = queue.change({ $0.takeMemory() }) { frameRenderer.reuse(memory) }
        switch item {
        case .work(let (job, scene)):
          let next = try times.measure(.draw) { () throws(Failure) in try frameRenderer.begin(scene) }
          try finish()
          begun = (job, next)
        case .late: try finish()
        case .end: break drawing
        }
      }
      if queue.change({ $0.stop }) == nil { try finish() }
      queue.change { [count] in $0.endDrawing(count: count) }
    } catch { queue.change { $0.fail(error) } }
    return try end(queue, encoder, workers, check)
  }

  /// Waits for the encoding and writing threads.
  private func end(
    _ queue: ConditionMutex<FrameQueue>, _ encoder: (any ClipEncoder)?, _ workers: DispatchGroup,
    _ check: () throws(Failure) -> Void
  ) throws(FrameQueue.Stop) -> Int {
    do {
      if queue.change({ $0.stop }) == nil { workers.wait() }
      if let stop = queue.change({ $0.stop }) { throw stop }
      try finish(encoder, queue, check)
    } catch {
      progress.clear()
      // The writing thread may be blocked by a reader that has stopped reading; a few seconds are enough for all other
      // work.
      if workers.wait(timeout: .now() + 3) == .success {
        encoder?.cancel()
      } else {
        TemporaryFiles.removeAll()
      }
      // Frames that were being encoded have been written since.
      if case FrameQueue.Stop.interrupted(let signal, _) = error {
        throw .interrupted(signal, count: queue.change { $0.appendedCount })
      }
      throw error as? FrameQueue.Stop ?? .failure(error as? Failure ?? Failure(.internalFault, "\(error)"))
    }
    progress.clear()
    return queue.change { $0.appendedCount }
  }
}

extension ClipPipeline {
  private func startEvaluating(_ queue: ConditionMutex<FrameQueue>) throws(Failure) {
    // This thread is never joined: it may be blocked by a stream that does not continue.
    let result = Threads.startOwn { [frames, times, evaluate] in
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
    guard result == 0 else { throw ProcessLimits.noThread(result) }
  }

  private func startEncoding(
    _ queue: ConditionMutex<FrameQueue>, _ encoder: any ClipEncoder, _ workers: DispatchGroup
  ) throws(Failure) {
    try start(in: workers) { [self] in
      while case .work(let frame) = queue.wait({ $0.takePrepared() }) {
        do throws(Failure) { try append(consume frame, to: encoder, queue) } catch {
          return queue.change { $0.fail(error) }
        }
      }
    }
    for index in 0..<threads {
      do throws(Failure) {
        try start(in: workers) { [self] in
          while case .work(let (job, image)) = queue.wait({ $0.takePicture() }) {
            do throws(Failure) {
              queue.move(try prepare(consume image, job, encoder)) { $0.add($1, job) }
            } catch { return queue.change { $0.fail(error) } }
          }
        }
      } catch {
        // The first encodes all frames, if later.
        if index == 0 { throw error }
        return
      }
    }
  }

  private func start(in group: DispatchGroup, _ work: @escaping @Sendable () -> Void) throws(Failure) {
    group.enter()
    let result = Threads.startOwn {
      work()
      group.leave()
    }
    guard result != 0 else { return }
    group.leave()
    throw ProcessLimits.noThread(result)
  }

  private func prepare(
    _ image: consuming Image, _ job: Int, _ encoder: any ClipEncoder
  ) throws(Failure) -> PreparedFrame {
    // Moved out of a variable, so that the encoder may change it in place.
    var image = Optional(image)
    do throws(ClipError) {
      return try times.measure(.encode) { () throws(ClipError) in
        guard let frame = image.take() else { preconditionFailure("a frame is prepared once") }
        return try encoder.prepare(frame, index: number(job))
      }
    } catch { throw Failure(error) }
  }

  private func append(
    _ frame: consuming PreparedFrame, to encoder: any ClipEncoder, _ queue: ConditionMutex<FrameQueue>
  ) throws(Failure) {
    // Moved out of a variable, so that no one else uses the memory when the next frame gets capacity.
    var frame = Optional(frame)
    let memory: [UInt8]?
    do throws(ClipError) {
      memory = try times.measure(.write) { () throws(ClipError) in
        guard let frame = frame.take() else { preconditionFailure("a frame is appended once") }
        try encoder.append(frame)
        return frame.pixels
      }
    } catch {
      throw Failure(error, after: queue.change { $0.appendedCount }, of: frames.count)
    }
    queue.move(consume memory) { $0.countAppended($1) }
    progress.show(queue.change { $0.appendedCount })
  }

  private func finish(
    _ encoder: (any ClipEncoder)?, _ queue: ConditionMutex<FrameQueue>, _ check: () throws(Failure) -> Void
  ) throws(Failure) {
    try check()
    do throws(ClipError) {
      try times.measure(.write) { () throws(ClipError) in try encoder?.finish() }
    } catch { throw Failure(error, after: queue.change { $0.appendedCount }, of: frames.count) }
  }
}
