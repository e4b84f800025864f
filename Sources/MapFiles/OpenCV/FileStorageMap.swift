import ImageFiles
import MeshTransform

/// Maps in files of OpenCV's `FileStorage`, as `cv::remap` takes them.
///
/// | first matrix | second matrix | position |
/// | --- | --- | --- |
/// | `CV_32FC1`, `CV_64FC1` | the same | x in the first, y in the second |
/// | `CV_32FC2`, `CV_64FC2` | none | both |
/// | `CV_16SC2` | `CV_16UC1` | whole pixels, and fractions in 1/32: x in the bits 0...4, y in the bits 5...9 |
/// | `CV_16SC2` | none | whole pixels |
///
/// The matrices are those with the keys `map1` and `map2`, or `mapx` and `mapy` in any case and with any "_", else the
/// first one or two of the file.
enum FileStorageMap {
  static func read(_ source: borrowing MapSource, limits: ImageLimits) throws(MapFileError) -> MapChannels {
    let name = source.name
    func fault(_ reason: String, _ remedy: String = "write map1 and map2 with cv::FileStorage")
      -> MapFileError
    {
      .broken(name: name, .openCV, reason: reason, remedy: remedy)
    }
    let bytes = try source.text(.openCV, limit: limits.memory)
    let result: Result<MapChannels, MapFileError> = bytes.withUnsafeBufferPointer { bytes in
      do throws(MapFileError) {
        let matrices: [FileStorageMatrix]
        do throws(FileStorageMatrix.Fault) { matrices = try self.matrices(bytes) } catch {
          throw fault(error.reason)
        }
        guard let first = matrices.first else { throw fault("it has no matrix") }
        let second = matrices.dropFirst().first
        func read(_ matrix: FileStorageMatrix) throws(MapFileError) -> [Float] {
          try numbers(of: matrix, bytes, name: name, limits: limits)
        }
        let kinds = matrices.map { $0.type.name(channels: $0.channels) }
        switch (kinds[0], second.map { $0.type.name(channels: $0.channels) }) {
        case ("CV_32FC2", _), ("CV_64FC2", _):
          return .success(MapChannels(size: first.size, count: 2, values: try read(first)))
        case ("CV_32FC1", "CV_32FC1"), ("CV_64FC1", "CV_64FC1"):
          guard let second, second.size == first.size else { throw fault("its two matrices differ in size") }
          let x = MapChannels(size: first.size, count: 1, values: try read(first))
          return .success(
            MapChannels(x: x, y: MapChannels(size: x.size, count: 1, values: try read(second))))
        case ("CV_16SC2", "CV_16UC1"):
          guard let second, second.size == first.size else { throw fault("its two matrices differ in size") }
          var values = try read(first)
          for (pixel, fraction) in try read(second).enumerated() {
            // An exact whole number in 0...1023, or damaged data, whose other bits are dropped.
            let bits = Int(clamping: fraction)
            values[2 * pixel] += Float(bits & 31) / 32
            values[2 * pixel + 1] += Float(bits >> 5 & 31) / 32
          }
          return .success(MapChannels(size: first.size, count: 2, values: values))
        case ("CV_16SC2", _):
          return .success(MapChannels(size: first.size, count: 2, values: try read(first)))
        default:
          throw fault(
            "its matrices are \(kinds.joined(separator: " and "))",
            "write CV_32FC1 and CV_32FC1, CV_32FC2, or CV_16SC2 and CV_16UC1")
        }
      } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// The one or two matrices of the map.
  private static func matrices(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(FileStorageMatrix.Fault) -> [FileStorageMatrix] {
    var (text, found, end) = (TextNumbers(bytes), [FileStorageMatrix](), 0)
    // Calibration files hold a few matrices besides.
    while found.count < 64, let matrix = try FileStorageMatrix.next(in: &text, from: end) {
      found.append(matrix)
      end = text.offset
    }
    func named(_ names: [String]) -> FileStorageMatrix? {
      found.first { names.contains($0.key.lowercased().filter { $0 != "_" }) }
    }
    guard let first = named(["map1", "mapx"]) else { return Array(found.prefix(2)) }
    return [first] + [named(["map2", "mapy"])].compactMap(\.self)
  }

  private static func numbers(
    of matrix: FileStorageMatrix, _ bytes: UnsafeBufferPointer<UInt8>, name: String, limits: ImageLimits
  ) throws(MapFileError) -> [Float] {
    do throws(ImageFileError) {
      try limits.check(matrix.size, .sixteen, name: name, additional: bytes.count)
    } catch { throw .image(error) }
    var text = TextNumbers(UnsafeBufferPointer(rebasing: bytes[matrix.start...]))
    // A number takes a digit and a mark; in base64 at least a byte.
    let truncated = MapFileError.broken(
      name: name, .openCV,
      reason: "its matrix \(matrix.key.excerpt) has fewer numbers than \(matrix.size) pixels",
      remedy: "write it again")
    guard let count = matrix.numberCount, count <= bytes.count - matrix.start,
      let values = matrix.numbers(&text, count: count)
    else { throw truncated }
    return values
  }
}
