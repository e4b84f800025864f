import GLRenderer
import ImageFiles

extension Render {
  /// Draws the picture now and whenever a file that it reads changes.
  func watchAndDraw() throws -> Never {
    let cache = KeptInputs()
    let driver = drawing.startDriver()
    let preview = viewing.makePreview(verbosity)
    var opened: OpenedRenderer?
    defer { driver.wait() }
    var hasOpened = false
    try WatchLoop(output: output.output, verbosity).run(mayWait: content.isRepairable) {
      let picture = try prepared(scene: nil)
      try viewing.check(InputList.current, outputs: [output.output])
      driver.wait()
      let renderer = opened ?? drawing.openRenderer(verbosity)
      opened = renderer
      try draw(picture, renderer, Stopwatch(isOn: verbosity.verbose), preview)
      renderer.keepTextures(limit: cache.left)
      if viewing.open, !hasOpened { DesktopViewer.show(output.output, verbosity) }
      hasOpened = true
    }
  }
}
