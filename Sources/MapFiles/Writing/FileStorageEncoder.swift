import ImageFiles
import MeshTransform

/// Writes two matrices of OpenCV's `FileStorage`, `map1` and `map2`, of the type `CV_32FC1`: YAML, or JSON for a name with
/// that extension.
final class FileStorageEncoder: MapEncoder {
  private let file: FileWriter
  private let size: PixelSize
  private let isJSON: Bool
  /// y of each pixel so far: all x precede all y.
  private var rows: [Float] = []
  private var count = 0

  init(_ size: PixelSize, to output: OutputFile) throws(MapFileError) {
    self.size = size
    isJSON = output.description.lowercased().hasSuffix(".json")
    do {
      file = try FileWriter(output)
      try file.write(Array(((isJSON ? "{\n" : "%YAML:1.0\n---\n") + opening("map1")).utf8))
    } catch { throw .output(error) }
  }

  private func opening(_ key: String) -> String {
    let (height, width) = (size.height, size.width)
    return isJSON
      ? """
      "\(key)": { "type_id": "opencv-matrix", "rows": \(height), "cols": \(width), "dt": "f", "data": [
      """
      : "\(key): !!opencv-matrix\n   rows: \(height)\n   cols: \(width)\n   dt: f\n   data: ["
  }

  func append(_ band: MeasuredMap, outside: Float) throws(MapFileError) {
    let x = stride(from: 0, to: band.values.count, by: 2).lazy.map { band.values[$0] }
    try write(x.map { $0.isNaN ? outside : $0 })
    rows += stride(from: 1, to: band.values.count, by: 2).lazy.map {
      band.values[$0].isNaN ? outside : band.values[$0]
    }
  }

  /// Writes numbers in lines of eight.
  private func write(_ numbers: [Float]) throws(MapFileError) {
    for start in stride(from: 0, to: numbers.count, by: 8192) {
      var bytes: [UInt8] = []
      for number in numbers[start..<min(start + 8192, numbers.count)] {
        if count > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes += (count % 8 == 0 ? "\n      " : " ").utf8
        bytes += (number.isNaN ? ".Nan" : number.description).utf8
        count += 1
      }
      do { try file.write(bytes) } catch { throw .output(error) }
    }
  }

  func commit() throws(MapFileError) {
    do { try file.write(Array(((isJSON ? " ] },\n" : " ]\n") + opening("map2")).utf8)) } catch {
      throw .output(error)
    }
    count = 0
    try write(rows)
    do {
      try file.write(Array((isJSON ? " ] }\n}\n" : " ]\n").utf8))
      try file.commit()
    } catch { throw .output(error) }
  }
}
