import ImageFiles
import MeshTransform

/// The bytes of a map file at any place: those of a regular file where they are, those of a pipe in memory.
struct MapSource: ~Copyable {
  /// The same bytes for readers of pictures, which open files themselves.
  let file: InputFile
  let bytes: FileBytes
  var name: String { file.description }

  /// The most bytes of a pipe: a map of 64-bit floats within the limits, or 2 GiB of text.
  private static let pipeLimit = 1 << 31

  private init(file: InputFile, bytes: consuming FileBytes) {
    self.file = file
    self.bytes = bytes
  }

  static func open(_ input: InputFile, limits: ImageLimits) throws(MapFileError) -> MapSource {
    if let bytes = FileBytes.of(input) { return MapSource(file: input, bytes: bytes) }
    do throws(InputFileError) {
      let all = try input.readAll(limit: min(pipeLimit, limits.memory))
      let file = InputFile.memory(all, name: input.description)
      // Memory always has bytes.
      guard let bytes = FileBytes.of(file) else { throw InputFileError.missing(name: input.description) }
      return MapSource(file: file, bytes: bytes)
    } catch { throw .input(error) }
  }

  /// Checks a size before memory is allocated for it.
  /// - Parameters:
  ///   - additional: bytes besides the 8 of each pixel.
  ///   - length: bytes that the pixels have in the file at least, per pixel.
  func check(
    _ size: PixelSize, _ format: MapFormat, from offset: Int, bytesPerPixel length: Int, additional: Int,
    limits: ImageLimits
  ) throws(MapFileError) {
    let (extra, isTooMuch) = size.area.multipliedReportingOverflow(by: additional)
    do throws(ImageFileError) {
      try limits.check(size, .sixteen, name: name, additional: isTooMuch ? .max : extra)
    } catch { throw .image(error) }
    let (need, overflow) = size.area.multipliedReportingOverflow(by: length)
    guard !overflow, need <= bytes.count - offset else { throw truncated(format) }
  }

  /// The error of a file that ends early.
  func truncated(_ format: MapFormat) -> MapFileError {
    .broken(name: name, format, reason: "it ends in the middle of the values", remedy: "copy it again")
  }
}

/// The numbers of a file for each pixel: x and y, or one of them.
struct MapChannels {
  let size: PixelSize
  /// 1 or 2.
  let count: Int
  /// `count` numbers a pixel, row by row from the top; NaN for holes.
  var values: [Float]

  init(size: PixelSize, count: Int, values: [Float]) {
    precondition(values.count == count * size.area, "each pixel has its numbers")
    (self.size, self.count, self.values) = (size, count, values)
  }

  /// x and y of two files.
  /// - Precondition: both have one number a pixel and the same size.
  init(x: MapChannels, y: MapChannels) {
    precondition(x.count == 1 && y.count == 1 && x.size == y.size, "x and y have the same pixels")
    let both = [Float](unsafeUninitializedCapacity: 2 * x.values.count) { both, count in
      for index in 0..<x.values.count {
        both[2 * index] = x.values[index]
        both[2 * index + 1] = y.values[index]
      }
      count = 2 * x.values.count
    }
    self.init(size: x.size, count: 2, values: both)
  }
}
