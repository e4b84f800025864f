import ArgumentParser
import ImageFiles

/// A command that a job of a batch runs, besides `render`, whose pictures other threads read and encode.
protocol BatchCommand: ParsableCommand, Sendable {
  /// The values of `--set` and, as JSON, those of a job.
  var set: [String] { get set }
  var setJSON: [String] { get set }

  /// - Throws: for values of another content than a scene.
  func validateValues() throws
  /// - Parameters:
  ///   - scene: a scene in memory in place of the input.
  ///   - opened: a renderer that is open already; nil to open one.
  func run(scene: InputFile?, in opened: OpenedRenderer?) throws
}

extension MapCommand {
  /// Its own validation sees all of them.
  func validateValues() {}
}

/// A command whose values are those of its content.
protocol BatchContentCommand: BatchCommand {
  var content: ContentOptions { get set }
}

extension BatchContentCommand {
  var set: [String] {
    get { content.set }
    set { content.set = newValue }
  }

  var setJSON: [String] {
    get { content.setJSON }
    set { content.setJSON = newValue }
  }

  func validateValues() throws { try content.validate() }
}

extension Animate {
  func run(scene: InputFile?, in opened: OpenedRenderer?) throws { try run(scene: scene, in: opened, nil) }
}
