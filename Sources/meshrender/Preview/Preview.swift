import CSixel
import GLRenderer
import Glibc
import MeshTransform

/// The thumbnail of the result that `--preview` draws in the terminal. What prevents it is a warning.
final class Preview {
  /// The protocol that is asked for; nil: the one of the terminal.
  private let choice: PreviewProtocol?
  private let verbosity: VerbosityOptions
  /// The terminal and its protocol, found for the first picture.
  private lazy var channel = open()

  private struct Channel {
    let terminal: Terminal
    let drawing: PreviewProtocol
    /// The size of a character, where the terminal has been asked for it.
    var cell: Terminal.Cell?

    var size: Terminal.Size {
      var size = terminal.size
      size.cell = size.cell ?? cell
      return size
    }
  }

  init(_ choice: PreviewProtocol?, _ verbosity: VerbosityOptions) {
    (self.choice, self.verbosity) = (choice, verbosity)
  }

  /// Draws pictures side by side.
  func show(_ pictures: [Image], _ opened: OpenedRenderer) {
    guard let first = pictures.first else { return }
    show(Thumbnail.scene(of: pictures), RenderOptions(), first.colorProfile, opened)
  }

  /// Draws a scene.
  /// - Parameter profile: the profile of the scene's values.
  func show(
    _ scene: Scene, _ options: RenderOptions, _ profile: ColorProfile?, _ opened: OpenedRenderer
  ) {
    guard let channel else { return }
    do {
      let image = try Thumbnail.image(of: scene, options, profile, opened, in: channel.size)
      let covered = ThumbnailSize(of: image.size, in: channel.size)
      channel.terminal.write(
        try TerminalImage.bytes(of: image, channel.drawing, columns: covered.columns, rows: covered.rows))
    } catch { warn((error as? Failure)?.sentence ?? "\(error)") }
  }

  private func warn(_ sentence: String) { verbosity.warnOfShowing("--preview: \(sentence)") }

  private func open() -> Channel? {
    guard let terminal = Terminal() else {
      warn("there is no terminal; the picture is written but not shown")
      return nil
    }
    let kind = choice.map(TerminalKind.draws) ?? TerminalKind { getenv($0).map { String(cString: $0) } }
    switch kind {
    case .drawsNothing(let reason):
      warn("the terminal does not support pictures (\(reason)); the picture is written but not shown")
      return nil
    case .draws(let drawing):
      return loaded(Channel(terminal: terminal, drawing: drawing))
    case .unknown(let kitty):
      return asked(terminal, kitty: kitty)
    }
  }

  private func asked(_ terminal: Terminal, kitty: Bool) -> Channel? {
    let question = TerminalAnswers.question(kitty: kitty)
    guard let bytes = terminal.ask(question, until: TerminalAnswers.isComplete) else {
      warn("the terminal cannot report what it supports; use --preview-protocol")
      return nil
    }
    let answers = TerminalAnswers(bytes)
    guard let drawing = answers.kitty ? PreviewProtocol.kitty : answers.sixel ? .sixel : nil else {
      warn(
        "the terminal \(bytes.isEmpty ? "does not report support for pictures" : "supports neither kitty's protocol nor sixels")"
          + "; the picture is written but not shown (--preview-protocol overrides this)")
      return nil
    }
    return loaded(Channel(terminal: terminal, drawing: drawing, cell: answers.cell))
  }

  /// The channel, with its library.
  private func loaded(_ channel: Channel) -> Channel? {
    guard channel.drawing == .sixel, let problem = csixel_load() else { return channel }
    warn("sixels need libsixel, which cannot be loaded (\(String(cString: problem))); install libsixel1")
    return nil
  }
}
