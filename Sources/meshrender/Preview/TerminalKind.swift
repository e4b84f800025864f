/// What the environment says about the pictures that a terminal can draw.
///
/// kitty's and iTerm2's protocols have names of terminals; sixels, and kitty's protocol elsewhere, are asked for.
enum TerminalKind: Hashable {
  case draws(PreviewProtocol)
  /// - `kitty`: whether a question of kitty's protocol is understood or ignored; tmux and screen take it for a title.
  case unknown(kitty: Bool)
  /// - `reason`: the clause of a sentence.
  case drawsNothing(reason: String)

  init(_ environment: (_ name: String) -> String?) {
    let (term, program) = (environment("TERM") ?? "", environment("TERM_PROGRAM") ?? "")
    if term.isEmpty || term == "dumb" || term == "linux" {
      self = .drawsNothing(reason: "TERM is \"\(term.excerpt)\", a terminal without pictures")
    } else if environment("TMUX")?.isEmpty == false || term.hasPrefix("tmux") || term.hasPrefix("screen") {
      // The variables of the terminal around it may be set, but its protocols do not get through.
      self = .unknown(kitty: false)
    } else if term == "xterm-kitty" || term == "xterm-ghostty" {
      self = .draws(.kitty)
    } else if ["iTerm.app", "WezTerm", "WarpTerminal", "mintty"].contains(program)
      || environment("LC_TERMINAL") == "iTerm2"
    {
      self = .draws(.iterm2)
    } else if program == "ghostty" || environment("KITTY_WINDOW_ID")?.isEmpty == false {
      self = .draws(.kitty)
    } else {
      self = .unknown(kitty: true)
    }
  }
}
