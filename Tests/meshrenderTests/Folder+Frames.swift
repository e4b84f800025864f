import ImageFiles
import MeshTransform
import Testing

extension Folder {
  /// The raw RGBA frames that `animate` writes to standard output. Expects that it succeeds without a word.
  func animate(_ arguments: String..., input: String = "/dev/null") throws -> [UInt8] {
    let run = try Tool.start(
      ["animate"] + arguments + ["--format", "rgba", "-o", "-"], in: self, input: input
    ).wait()
    #expect(run.code == 0 && run.complaints.isEmpty, "\(arguments.joined(separator: " ")): \(run.words)")
    return run.output
  }
}

/// Five frames, each of one color, in `in-0.png` to `in-4.png`.
extension Folder {
  static func pixels(_ size: PixelSize, frame: Int) -> [UInt8] {
    (0..<size.area).flatMap { _ in [UInt8(40 * frame + 20), 90, 30, 255] }
  }

  func writeFrames(_ size: PixelSize) throws {
    for frame in 0..<5 {
      let image = Image(size: size, alpha: .opaque, bytes: Self.pixels(size, frame: frame))
      try PNG.write(image, to: .path(file("in-\(frame).png")))
    }
  }
}
