import AnimationFiles
import GLRenderer
import ImageFiles

extension Animate {
  /// Makes the clip now and whenever a file that it reads changes. A clip is finished before the next edit counts.
  func watchAndDraw() throws -> Never {
    _ = KeptInputs()
    let opened = drawing.openRenderer(verbosity)
    let preview = viewing.makePreview(verbosity)
    var hasOpened = false
    try WatchLoop(output: output.output, verbosity).run(mayWait: content.isRepairable) {
      try run(scene: nil, in: opened, preview)
      if viewing.open, !hasOpened { show() }
      hasOpened = true
    }
  }

  /// Starts the desktop's viewer; of a sequence, with its first file.
  func show() {
    var path = output.output
    if output.sheet == nil, (try? output.kind()) == .pngSequence, let pattern = try? FramePattern(path) {
      let paths = (0..<frames.maxFrames).lazy.map(pattern.path)
      path = paths.first { InputFile.path($0).status != nil } ?? path
    }
    DesktopViewer.show(path, verbosity)
  }

  /// The files that the clip is written to.
  /// - Parameter count: the number of its frames.
  func outputs(count: Int) -> [String] {
    guard output.sheet == nil, (try? output.kind()) == .pngSequence,
      let pattern = try? FramePattern(output.output)
    else { return [output.output] + [output.sheetJSON].compactMap(\.self) }
    return (0..<count).map(pattern.path)
  }
}

extension ContentOptions {
  /// Whether an edit of a file can repair a failure: the input is there, and what is read is at fault.
  func isRepairable(_ failure: Failure) -> Bool {
    switch failure.kind {
    case .badData: true
    case .inputMissing: input.map { InputFile.path($0).status != nil } ?? false
    default: false
    }
  }
}
