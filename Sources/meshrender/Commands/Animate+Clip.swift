import AnimationFiles
import ArgumentParser
import Dispatch
import Glibc
import ImageFiles
import MeshTransform

extension Animate {
  /// - Parameters:
  ///   - record: the record of the frames of a PNG sequence.
  ///   - check: called when all frames are drawn, before a file of all frames is published.
  func writeClip(
    _ clip: ClipDescription, _ frameRenderer: FrameRenderer, _ record: SequenceRecord?,
    _ check: () throws(Failure) -> Void
  ) throws {
    let kind = try output.kind()
    let canvas = clip.animated.scene.canvas
    let range = try clip.frames(frames)
    // The files of a sequence keep their numbers in the whole clip.
    let isSequence = kind == .pngSequence
    let finding = record?.compare()
    var jobs = Array(range)
    if frames.resume, let record, let finding, let size = canvas.pixelSize(within: limits) {
      jobs = framesToMake(of: range, record.pattern, finding, size)
    }
    let end = clip.times.mayEndEarly ? nil : clip.times.count
    if !frames.overwriteSequence { warnOfStaleFrames(record, range, end) }
    guard !jobs.isEmpty else { return try removeStaleFrames(record, range, end) }
    let isWhole = jobs.count == clip.times.count
    let count = isSequence ? clip.times.count : jobs.count
    let pipeline = ClipPipeline(
      frames: jobs, threads: threads, capacity: framesInFlight(kind, canvas.pixelSize),
      times: StageTimes(),
      evaluate: { frame throws(Failure) in try clip.scene(of: frame) },
      number: { [jobs] job in isSequence ? jobs[job] : job },
      progress: Progress(total: clip.times.mayEndEarly ? nil : jobs.count, quiet: verbosity.quiet))
    frameRenderer.warmUp = pipeline.capacity
    if jobs.count > 1, let warning = kind.warning(of: clip.rate) { verbosity.warn(warning) }
    let sound = kind.hasSound && !output.noAudio ? clip.sound(of: range, warn: verbosity.warn) : nil
    try verbosity.requireNoWarning()
    let made: Int
    var opened: (any ClipEncoder)?
    var replaced: SequenceRecord.Previous?
    do throws(FrameQueue.Stop) {
      made = try pipeline.run(frameRenderer, check: check) { size throws(Failure) in
        let encoder: any ClipEncoder
        do throws(ClipError) {
          let loop = output.loop?.value ?? (isWhole ? clip.plays : 1)
          let format = try ClipFormat(
            size: size, frameRate: clip.rate, frameCount: count, mayEndEarly: clip.times.mayEndEarly,
            loopCount: loop,
            alpha: canvas.background.alpha >= 1 ? .opaque : .premultiplied,
            backdrop: output.alphaChoice == .drop ? AlphaChoice.backdrop : nil)
          encoder = try kind.encoder(
            for: format, output: output.output, options: clipOptions, sound: sound)
        } catch { throw Failure(error) }
        opened = encoder
        if case .otherJob = finding { replaced = try record?.write() }
        writeNotes(clip, kind, size)
        return encoder
      }
    } catch {
      if let replaced {
        record?.restore(replaced, unlessUsedBy: range)
        // Removes the folder, now that the record is gone.
        opened?.cancel()
      }
      switch error {
      case .failure(let failure): throw failure
      case .interrupted(let signal, let count):
        if !verbosity.quiet {
          let rest =
            isSequence
            ? "they are kept, and --resume continues"
            : output.output == "-" ? "the output ends there" : "nothing was written"
          Console.write("Interrupted after \(count) of \(jobs.count) frames; \(rest)")
        }
        Interrupts.end(signal)
      }
    }
    // The content may end with the frames that are kept.
    guard made > 0 || jobs.count < range.count else {
      throw Failure(
        .badData,
        "the content ends before frame \(range.lowerBound + 1), the first to be made; nothing was written")
    }
    // A stream has ended before the first frame that was not made.
    let knownEnd = end ?? (made < jobs.count ? jobs[made] : nil)
    if end == nil, !frames.overwriteSequence { warnOfStaleFrames(record, range, knownEnd) }
    try removeStaleFrames(record, range, knownEnd)
    if verbosity.verbose {
      (pipeline.times.report(frames: made) + frameRenderer.usageLines).forEach(Console.write)
    }
  }

  private var clipOptions: ClipOptions {
    var options = output.options
    (options.colorMatrix, options.colorRange) = (streamColors.colorMatrix, streamColors.colorRange)
    return options
  }

  /// Writes a line about each choice that the flags leave open.
  private func writeNotes(_ clip: ClipDescription, _ kind: ClipKind?, _ size: PixelSize) {
    verbosity.note(clip.motion.sentence)
    if let note = kind?.sizeNote(size) { verbosity.note(note) }
    let name = OutputFile(argument: output.output).description
    let note = EncodingSummary.sentence(
      clip.contents.map(\.source), output: kind == .y4m ? (name, size, clipOptions) : nil)
    if let note { verbosity.note(note) }
  }

  /// - Parameter end: the number of frames of the clip; nil for an unknown one.
  /// - Returns: nil for outputs without files of their own, and for a part without the last frame.
  private func staleFrames(_ record: SequenceRecord?, _ range: Range<Int>, _ end: Int?) -> StaleFrames? {
    guard let record, let end, range.upperBound >= end else { return nil }
    return StaleFrames(after: end, record.pattern)
  }

  private func warnOfStaleFrames(_ record: SequenceRecord?, _ range: Range<Int>, _ end: Int?) {
    if let warning = staleFrames(record, range, end)?.warning { verbosity.warn(warning) }
  }

  /// Removes files after the last frame, if `--overwrite-sequence` is given.
  private func removeStaleFrames(
    _ record: SequenceRecord?, _ range: Range<Int>, _ end: Int?
  ) throws(Failure) {
    guard frames.overwriteSequence, let note = try staleFrames(record, range, end)?.remove() else { return }
    verbosity.note(note)
  }

  /// The frames that are not kept.
  private func framesToMake(
    of range: Range<Int>, _ pattern: FramePattern, _ finding: SequenceRecord.Finding, _ size: PixelSize
  ) -> [Int] {
    switch finding {
    case .sameJob(let since):
      let missing = FinishedFrames.missing(of: range, pattern, since: since, size: size, limits.image)
      if verbosity.verbose {
        Console.write("  \(range.count - missing.count) of \(range.count) frames are kept")
      }
      return missing
    case .otherJob(let reason):
      if FinishedFrames.exist(of: range, pattern) {
        verbosity.warn("\(output.output): the existing frames are drawn again, because \(reason)")
      }
      return Array(range)
    }
  }

  /// - Returns: the sheet; nil for a clip without a frame.
  func writeSheet(
    _ grid: ContactSheet.Grid, _ clip: ClipDescription, _ frameRenderer: FrameRenderer,
    _ check: () throws(Failure) -> Void
  ) throws -> Image? {
    let range = try clip.frames(frames)
    let loops = clip.plays == 0 && range.count == clip.times.count
    let shown = grid.frames(of: range.count, loops: loops)
    let progress = Progress(total: shown.count, quiet: verbosity.quiet)
    var sheet: ContactSheet?
    var count = 0
    for (index, frame) in shown.enumerated() {
      guard let scene = try clip.scene(of: range.lowerBound + frame) else { break }
      let image = try frameRenderer.draw(scene)
      if sheet == nil {
        sheet = try emptySheet(grid, cell: image.size, scene.canvas.background)
        writeNotes(clip, nil, image.size)
      }
      sheet?.place(image, at: index)
      count = index + 1
      progress.show(index + 1)
    }
    progress.clear()
    guard var sheet else { return nil }
    var placements = (0..<count).map(sheet.placement)
    let cell = sheet.cell
    if output.sheetTrim { (sheet, placements) = sheet.trimmed(count: count) }
    var image = output.alphaChoice.applied(to: sheet.image)
    image.colorProfile = frameRenderer.profile
    let bytes: [UInt8]
    do {
      let encoded = try PNG.encode(
        image, compression: output.compression, alphaChannel: output.alphaChoice.channel)
      for warning in encoded.warnings { verbosity.warn(warning.description) }
      bytes = encoded.bytes
    } catch { throw Failure(error) }
    let atlas = try output.sheetJSON.map { path throws(Failure) in
      let hasAlpha = output.alphaChoice.channel.isIncluded(of: image)
      let atlas = SpriteAtlas(
        image: output.output, size: image.size, hasAlpha: hasAlpha, frame: cell,
        scale: clip.animated.scene.canvas.scale, placements: placements)
      return try written(atlas.json, to: path)
    }
    try check()
    do {
      try OutputFile(argument: output.output).write(bytes)
      try atlas?.commit()
    } catch { throw Failure(error) }
    return image
  }

  private func emptySheet(
    _ grid: ContactSheet.Grid, cell: PixelSize, _ background: Color
  ) throws(Failure) -> ContactSheet {
    let gap = output.sheetGap ?? 0
    let size: PixelSize
    do { size = try ContactSheet.size(of: grid, cell: cell, gap: gap) } catch { throw Failure(error) }
    // The sheet, and its frames without their borders.
    try MemoryBudget.current.require(4 * size.area * (output.sheetTrim ? 2 : 1), for: "a sheet of \(size) px")
    do { return try ContactSheet(grid, cell: cell, gap: gap, background: background) } catch {
      throw Failure(error)
    }
  }

  /// A file with a text, to be published.
  private func written(_ text: String, to path: String) throws(Failure) -> FileWriter {
    do throws(OutputFileError) {
      let writer = try FileWriter(OutputFile(argument: path))
      try Array(text.utf8).withUnsafeBufferPointer { bytes throws(OutputFileError) in
        try writer.write(UnsafeRawBufferPointer(bytes))
      }
      return writer
    } catch { throw Failure(error) }
  }

  /// The number of encoding threads.
  var threads: Int { frames.threads ?? Self.coreCount }

  /// The maximum number of frames in memory, from the begin of rendering to the end of writing: one that is rendered,
  /// one for each encoding thread, and one that is written.
  ///
  /// Plain pixels need one pass before they are written, which one thread does faster than any frame is rendered. So
  /// three frames are enough, and two of more than 16 MiB: at 3840 x 2160 pixels as fast as four, with 64 MiB less; at
  /// 320 x 180 two take 1.07 of the time of three (`Benchmarks/matrix.sh --works pipe`).
  func framesInFlight(_ kind: ClipKind, _ size: PixelSize) -> Int {
    min(threads + 2, ![.rgba, .npy].contains(kind) ? .max : size.area > 1 << 22 ? 2 : 3)
  }

  static var coreCount: Int { min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 64) }
}

extension ClipKind {
  /// A sentence about a size that the format changes; nil for a size that it keeps.
  fileprivate func sizeNote(_ size: PixelSize) -> String? {
    let written = writtenSize(of: size)
    guard written != size else { return nil }
    let isWider = written.width != size.width
    let isHigher = written.height != size.height
    let part = isWider && isHigher ? "column and row are" : isWider ? "column is" : "row is"
    return "Size: \(size) becomes \(written), because \(title) needs even sides; the last \(part) repeated"
  }
}
