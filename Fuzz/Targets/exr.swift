import ImageFiles
import MeshTransform

/// EXR files: what can be read can be read in bands, be written by each compression, and read again sample by sample.
func fuzzExr(_ input: FuzzInput) {
  let file = InputFile.memory(input.file, name: "in.exr")
  let limits = ImageLimits(side: 4096, pixels: 1 << 16)
  _ = try? EXRFile.readHeader(from: file)
  do throws(ImageFileError) {
    let read = try EXRFile.read(from: file, limits: limits)
    let reader = try EXRFile.Reader(file, limits: limits)
    let (names, height) = (read.header.channels.map(\.name), read.size.height)
    let half = height / 2
    let bands =
      try reader.read(lines: 0..<half, channels: names) + reader.read(lines: half..<height, channels: names)
    require(areEqual(bands, read.samples), "bands have other samples")
    for compression in EXRFile.Compression.allCases {
      var header = read.header
      header.compression = compression
      let written = EXRFile(header: header, samples: read.samples).encoded()
      let again = try EXRFile.read(from: .memory(written, name: "again"), limits: limits)
      require(
        again.header == header && areEqual(again.samples, read.samples), "\(compression) changes a file")
    }
  } catch { check(error) }
  for depth in Image.Depth.allCases {
    do throws(ImageFileError) {
      let (image, _) = try EXR.read(from: file, limits: limits, depth: depth)
      _ = try EXR.encode(image)
    } catch { check(error) }
  }
}

/// Whether samples are equal, NaN to any NaN.
private func areEqual(_ a: [Float], _ b: [Float]) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN }
}
