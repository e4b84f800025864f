import ArgumentParser

/// Prints the script that completes command lines in a shell.
struct Completions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print the completion script of a shell: bash, zsh or fish.",
    discussion: """
      Packages install these scripts. To install one by hand, put it where the shell reads it:

      EXAMPLES
        meshrender completions bash > meshrender.bash
        meshrender completions zsh > _meshrender
        meshrender completions fish > meshrender.fish

      bash: in ~/.local/share/bash-completion/completions, or read by 'source'
      zsh:  in a folder of fpath, before compinit is called
      fish: in ~/.config/fish/completions
      """)

  enum Shell: String, CaseIterable, ExpressibleByArgument { case bash, zsh, fish }

  @Argument(help: ArgumentHelp("Which shell: bash, zsh or fish.", valueName: "shell"))
  var shell: Shell

  func run() throws {
    switch shell {
    case .bash: try Console.report(CompletionScript.bash)
    case .zsh: try Console.report(CompletionScript.zsh)
    case .fish: try Console.report(CompletionScript.fish)
    }
  }
}

/// Completes the last of the words, for the scripts: candidates with summaries, one a line.
struct CompleteWords: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "complete-words", shouldDisplay: false)

  @Argument(parsing: .captureForPassthrough) var words: [String] = []

  func run() throws {
    let words = words.first == "--" ? Array(words.dropFirst()) : words
    let lines = CompletionRequest(words).completion.lines(for: words.last ?? "")
    if !lines.isEmpty { try Console.report(lines.joined(separator: "\n")) }
  }
}
