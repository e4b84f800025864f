import ImageFiles
import MapFiles
import MeshTransform

/// Maps of every format, alone or as a pair of two halves: any bytes are a map or one sentence. Positions survive being
/// written as floats, in every convention.
func fuzzMaps(_ input: FuzzInput) {
  let bytes = input.file
  // The last byte chooses the options, so that files are inputs as they are.
  let flags = bytes.last ?? 0
  let limits = ImageLimits(side: 4096, pixels: 1 << 16)
  let overrides = MapOverrides(
    units: flags & 2 != 0 ? .pixels : nil, isRelative: flags & 4 != 0 ? true : nil,
    validity: flags & 8 != 0 ? .blue : nil, smoothsIntegerSteps: flags & 4 != 0)
  let half = bytes.count / 2
  let files: [InputFile] =
    flags & 1 == 0
    ? [.memory(bytes, name: "m")]
    : [.memory(Array(bytes[..<half]), name: "x"), .memory(Array(bytes[half...]), name: "y")]
  do throws(MapFileError) {
    let (map, warnings) = try MapFile.read(files, overrides: overrides, limits: limits)
    for warning in warnings { require(!warning.description.isEmpty, "\(warning)") }
    let positions = map.coordinates(picture: PixelSize(640, 360))
    require(positions.size == map.size, "\(positions.size)")
    for units in MapConvention.Units.allCases {
      for isRelative in [false, true] {
        let convention = MapConvention(units: units, origin: .bottom, isRelative: isRelative)
        let again = MeasuredMap(positions, picture: PixelSize(640, 360), convention: convention)
          .coordinates(picture: PixelSize(640, 360))
        // The error of Floats whose scale is that of the largest position.
        let isClose = zip(positions.values, again.values).allSatisfy { a, b in
          a.isNaN ? b.isNaN : b.isNaN || abs(a - b) <= 4e-6 * max(abs(a), abs(b), 4096)
        }
        require(isClose, "\(convention)")
      }
    }
  } catch { check(error) }
}
