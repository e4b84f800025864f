import ImageFiles
import MeshTransform

/// ST maps and UV passes as OpenEXR files.
///
/// x and y are the channels U and V, as Blender's UV pass has them, else R and G, else X and Y, in letters of either case;
/// those of a layer ("View Layer.UV.U") only where no pair has a plain name, and U and V of a layer before any R and G.
/// Alpha is A of the same layer, blue B. A map is the display window; pixels of it outside the data window are holes.
enum EXRMap {
  static func read(
    _ source: borrowing MapSource, _ convention: MapConvention, limits: ImageLimits
  ) throws(MapFileError) -> MapChannels {
    do throws(ImageFileError) {
      let reader = try EXRFile.Reader(source.file, limits: limits)
      let header = reader.header
      try limits.check(header.displayWindow.size, .sixteen, name: source.name)
      let names = header.channels.map(\.name)
      guard let pair = ChannelPair(names) else {
        throw ImageFileError.missingChannels(name: source.name, wanted: "R and G", channels: names)
      }
      let mark: String? =
        switch convention.validity {
        case .none: nil
        case .alpha: pair.channel("A", of: names)
        case .blue: pair.channel("B", of: names)
        }
      let samples = try reader.read(channels: [pair.x, pair.y] + [mark].compactMap(\.self))
      return positions(samples, count: mark == nil ? 2 : 3, header)
    } catch { throw .image(error) }
  }

  /// The samples of the data window at their places in the display window; NaN at marks of 0.
  /// - Parameter count: samples of a pixel; the third is a mark.
  private static func positions(_ samples: [Float], count: Int, _ header: EXRFile.Header) -> MapChannels {
    let (data, display) = (header.dataWindow, header.displayWindow)
    if count == 2, data == display { return MapChannels(size: display.size, count: 2, values: samples) }
    var values = [Float](repeating: .nan, count: 2 * display.size.area)
    let columns = display.columns.clamped(to: data.columns)
    for y in display.lines.clamped(to: data.lines) {
      for x in columns {
        let from = count * ((y - data.y) * data.size.width + x - data.x)
        if count == 3, samples[from + 2] == 0 { continue }
        let to = 2 * ((y - display.y) * display.size.width + x - display.x)
        (values[to], values[to + 1]) = (samples[from], samples[from + 1])
      }
    }
    return MapChannels(size: display.size, count: 2, values: values)
  }

  /// The channels of x and y.
  private struct ChannelPair {
    let x: String, y: String
    /// The part of a channel's name before its letter: "" or a layer with its point.
    private let prefix: Substring

    /// Fails if there is no pair.
    init?(_ names: [String]) {
      for (first, second, isPlain) in [
        ("U", "V", true), ("U", "V", false), ("R", "G", true), ("R", "G", false), ("X", "Y", true),
        ("X", "Y", false),
      ] {
        for x in names where Self.letter(x) == first && (Self.prefix(x).isEmpty == isPlain) {
          let prefix = Self.prefix(x)
          guard let y = names.first(where: { Self.prefix($0) == prefix && Self.letter($0) == second }) else {
            continue
          }
          (self.x, self.y, self.prefix) = (x, y, prefix)
          return
        }
      }
      return nil
    }

    /// The name of another channel of the layer; nil where it has none.
    func channel(_ letter: String, of names: [String]) -> String? {
      names.first { Self.prefix($0) == prefix && Self.letter($0) == letter }
    }

    private static func prefix(_ name: String) -> Substring {
      name.lastIndex(of: ".").map { name[...$0] } ?? ""
    }

    private static func letter(_ name: String) -> String { name.dropFirst(prefix(name).count).uppercased() }
  }
}
