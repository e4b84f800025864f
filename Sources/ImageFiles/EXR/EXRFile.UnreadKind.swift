extension EXRFile {
  /// A kind of OpenEXR file that is not read.
  public enum UnreadKind: Hashable, Sendable, CustomStringConvertible {
    /// Tiles instead of scan lines.
    case tiles
    /// Any number of samples for each pixel.
    case deep
    /// Several parts.
    case parts
    /// A compression by its name.
    case compression(String)
    /// A channel with a sample for several pixels.
    case sampling(channel: String)

    /// What the file is, and the command that converts it: a program of Debian's package openimageio-tools.
    public var description: String {
      switch self {
      case .tiles: "is an EXR of tiles, which are not read; convert it to scan lines: \(Self.command())"
      case .deep:
        "is a deep EXR, which is not read; flatten it: \(Self.command("--flatten "))"
      case .parts:
        "is an EXR of several parts, which are not read; extract one of them, here the first: "
          + Self.command("--subimage 0 ")
      case .compression(let name):
        "is an EXR with the compression \(name), which is not read; convert it: \(Self.command())"
      case .sampling(let channel):
        "is an EXR whose channel \"\(channel.excerpt)\" has fewer samples than pixels, which is not read; "
          + "export it as R, G and B with a sampling of 1"
      }
    }

    private static func command(_ operation: String = "") -> String {
      "oiiotool in.exr \(operation)--compression zip --scanline -o out.exr"
    }
  }
}
