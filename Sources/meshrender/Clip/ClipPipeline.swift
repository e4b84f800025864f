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
  var places: Int { threads + 2 }
  let times: StageTimes
  /// The scene of a frame; nil after the last that there is. Any thread, in order.
  let evaluate: @Sendable (_ frame: Int) throws(Failure) -> Scene?
  /// Which frame of the output one of `frames`, by its place in them, becomes.
  let number: @Sendable (_ job: Int) -> Int
  let progress: Progress

  /// - Parameters:
  ///   - artist: of this thread.
  ///   - open: opens the output, once the first frame is there: what can't be drawn leaves no trace.
  /// - Returns: how many frames were made.
  func run(
    _ artist: Artist, open: (PixelSize) throws(Failure) -> any ClipEncoder
  ) throws(ClipLine.Stop) -> Int {
    let line = Monitor(ClipLine(places: places))
    let isLeft = Interrupts.ask { signal in line.change { $0.interrupt(signal) } }
    defer { isLeft() }
    return threads == 1 ? try runAlone(line, artist, open) : try runTogether(line, artist, open)
  }

  private func runAlone(
    _ line: Monitor<ClipLine>, _ artist: Artist,
    _ open: (PixelSize) throws(Failure) -> any ClipEncoder
  ) throws(ClipLine.Stop) -> Int {
    var encoder: (any ClipEncoder)?
    do {
      for (job, frame) in frames.enumerated() {
        if let stop = line.change({ $0.stop }) { throw stop }
        guard let scene = try times.measure(.evaluate, { () throws(Failure) in try evaluate(frame) }) else {
          break
        }
        let image = try times.measure(.draw) { () throws(Failure) in try artist.draw(scene) }
        if encoder == nil { encoder = try open(image.size) }
        guard let encoder else { break }
        let prepared = try prepare(image, job, encoder)
        try append(prepared, to: encoder, line)
      }
      try finish(encoder, line)
    } catch {
      progress.clear()
      encoder?.cancel()
      throw error as? ClipLine.Stop ?? .failure(error as? Failure ?? Failure(.internalFault, "\(error)"))
    }
    progress.clear()
    return line.change { $0.appendedCount }
  }

  private func runTogether(
    _ line: Monitor<ClipLine>, _ artist: Artist,
    _ open: (PixelSize) throws(Failure) -> any ClipEncoder
  ) throws(ClipLine.Stop) -> Int {
    startEvaluating(line)
    let followers = DispatchGroup()
    var encoder: (any ClipEncoder)?
    do {
      var count = 0
      var begun: (job: Int, drawing: Artist.Drawing)?
      func finish() throws(Failure) {
        guard let (job, drawing) = begun else { return }
        begun = nil
        let image = try times.measure(.draw) { () throws(Failure) in try artist.finish(drawing) }
        if encoder == nil {
          let opened = try open(image.size)
          encoder = opened
          startEncoding(line, opened, followers)
        }
        line.change { $0.add(image, job) }
        count += 1
      }
      while true {
        var turn = line.change { $0.takeScene() }
        if turn == nil {
          try finish()
          turn = times.measure(.waiting) { line.wait { $0.takeScene() } }
        }
        guard case .work(let (job, scene)) = turn else { break }
        let next = try times.measure(.draw) { () throws(Failure) in try artist.begin(scene) }
        try finish()
        begun = (job, next)
      }
      if line.change({ $0.stop }) == nil { try finish() }
      line.change { [count] in $0.endDrawing(count: count) }
    } catch { line.change { $0.fail(error) } }
    return try end(line, encoder, followers)
  }

  /// Waits for what is still being encoded and written.
  private func end(
    _ line: Monitor<ClipLine>, _ encoder: (any ClipEncoder)?, _ followers: DispatchGroup
  ) throws(ClipLine.Stop) -> Int {
    do {
      if line.change({ $0.stop }) == nil { followers.wait() }
      if let stop = line.change({ $0.stop }) { throw stop }
      try finish(encoder, line)
    } catch {
      progress.clear()
      // Who writes may be held by a reader that reads no more; a few seconds are enough for all else.
      if followers.wait(timeout: .now() + 3) == .success {
        encoder?.cancel()
      } else {
        TemporaryFiles.removeAll()
      }
      throw error as? ClipLine.Stop ?? .failure(error as? Failure ?? Failure(.internalFault, "\(error)"))
    }
    progress.clear()
    return line.change { $0.appendedCount }
  }
}

extension ClipPipeline {
  private func startEvaluating(_ line: Monitor<ClipLine>) {
    // Nobody waits for this thread's end: it may be reading a stream that does not go on.
    DispatchQueue(label: "evaluate").async { [frames, times, evaluate] in
      for (job, frame) in frames.enumerated() {
        guard line.wait({ $0.mayEvaluate() }) else { return }
        do throws(Failure) {
          let scene = try times.measure(.evaluate) { () throws(Failure) in try evaluate(frame) }
          guard let scene else { break }
          line.change { $0.add(scene, job) }
        } catch { return line.change { $0.fail(error) } }
      }
      line.change { $0.endEvaluation() }
    }
  }

  private func startEncoding(
    _ line: Monitor<ClipLine>, _ encoder: any ClipEncoder, _ followers: DispatchGroup
  ) {
    for index in 0..<threads {
      DispatchQueue(label: "encode \(index)").async(group: followers) { [self] in
        while case .work(let (job, image)) = line.wait({ $0.takePicture() }) {
          do throws(Failure) {
            let prepared = try prepare(image, job, encoder)
            line.change { $0.add(prepared, job) }
          } catch { return line.change { $0.fail(error) } }
        }
      }
    }
    DispatchQueue(label: "write").async(group: followers) { [self] in
      while case .work(let frame) = line.wait({ $0.takePrepared() }) {
        do throws(Failure) { try append(frame, to: encoder, line) } catch {
          return line.change { $0.fail(error) }
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
    _ frame: PreparedFrame, to encoder: any ClipEncoder, _ line: Monitor<ClipLine>
  ) throws(Failure) {
    do throws(ClipError) {
      try times.measure(.write) { () throws(ClipError) in try encoder.append(frame) }
    } catch {
      throw Failure(error, after: line.change { $0.appendedCount }, of: frames.count)
    }
    progress.show(
      line.change { state in
        state.countAppended()
        return state.appendedCount
      })
  }

  private func finish(_ encoder: (any ClipEncoder)?, _ line: Monitor<ClipLine>) throws(Failure) {
    do throws(ClipError) {
      try times.measure(.write) { () throws(ClipError) in try encoder?.finish() }
    } catch { throw Failure(error, after: line.change { $0.appendedCount }, of: frames.count) }
  }
}
