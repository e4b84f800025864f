import ArgumentParser

/// How a terminal is given a picture.
enum PreviewProtocol: String, CaseIterable, ExpressibleByArgument {
  /// The graphics protocol of kitty, with PNG.
  case kitty
  /// The inline images of iTerm2, with PNG.
  case iterm2
  /// DEC's sixels, with a palette of 256 colors.
  case sixel
}
