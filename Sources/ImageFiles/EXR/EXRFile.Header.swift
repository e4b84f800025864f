import MeshTransform

extension EXRFile {
  /// A rectangle of pixels.
  public struct Window: Hashable, Sendable {
    /// The column and the row of the pixel at the top left; rows count downward. In the range of `Int32`.
    public var x: Int, y: Int
    /// Pixels; at least one.
    public var size: PixelSize

    /// The window of that size, with the pixel (`x`, `y`) at its top left.
    /// - Precondition: all pixels of the window are in the range of `Int32`.
    public init(x: Int = 0, y: Int = 0, size: PixelSize) {
      let range = Int(Int32.min)...Int(Int32.max)
      precondition(
        size.width > 0 && size.height > 0 && range.contains(x) && range.contains(y)
          && size.width <= range.upperBound - x + 1 && size.height <= range.upperBound - y + 1,
        "the pixels of a window have numbers of 32 bits")
      (self.x, self.y, self.size) = (x, y, size)
    }
  }

  /// The type of a channel's samples in a file. Samples in memory are 32-bit floats.
  public enum SampleType: UInt32, CaseIterable, Hashable, Sendable {
    /// Integers of 32 bits; above 2 ^ 24 they are rounded to floats.
    case uint = 0
    /// Floats of 16 bits: 11 significant bits, at most 65,504.
    case half = 1
    /// Floats of 32 bits.
    case float = 2

    /// The bytes of a sample in the file.
    public var byteCount: Int { self == .half ? 2 : 4 }
  }

  /// The header of a file: its windows, channels and compression.
  public struct Header: Hashable, Sendable {
    /// A channel of a file.
    public struct Channel: Hashable, Sendable {
      /// "R"; with a layer "layer.R". 1...255 bytes without a zero.
      public var name: String
      /// The type of the samples in the file.
      public var type: SampleType
      /// A channel of that name and type.
      public init(_ name: String, _ type: SampleType) { (self.name, self.type) = (name, type) }
    }

    /// The picture that is shown. Pixels of it outside ``dataWindow`` are transparent.
    public var displayWindow: Window
    /// The pixels that have samples.
    public var dataWindow: Window
    /// The channels; those of a file that was read are in the order of the bytes of their names.
    public var channels: [Channel]
    /// The compression of the blocks of lines.
    public var compression: Compression
    /// The white point and the primaries of the colors; nil where the file states none, which means those of
    /// ITU-R BT.709.
    public var chromaticities: ColorProfile.Chromaticities?
    /// The density for print; nil where the file states none.
    public var density: PixelDensity?

    /// - Parameter displayWindow: nil is the data window.
    public init(
      dataWindow: Window, displayWindow: Window? = nil, channels: [Channel], compression: Compression = .zip,
      chromaticities: ColorProfile.Chromaticities? = nil, density: PixelDensity? = nil
    ) {
      (self.dataWindow, self.displayWindow) = (dataWindow, displayWindow ?? dataWindow)
      (self.channels, self.compression) = (channels, compression)
      (self.chromaticities, self.density) = (chromaticities, density)
    }
  }

  /// The compression of a file, with OpenEXR's number; all are lossless.
  public enum Compression: UInt8, CaseIterable, Hashable, Sendable {
    /// Samples as they are.
    case none = 0
    /// Runs of equal bytes, line by line.
    case rle = 1
    /// zlib, line by line.
    case zips = 2
    /// zlib, in blocks of 16 lines.
    case zip = 3

    /// The lines of a block.
    public var lineCount: Int { self == .zip ? 16 : 1 }

    /// The most bytes that a compressed byte stands for: a run of RLE is at most 128 bytes in 2, one of deflate 258 bytes
    /// in 2 bits.
    var largestRatio: Int {
      switch self {
      case .none: 1
      case .rle: 64
      case .zips, .zip: 1032
      }
    }

    /// The names of the numbers that are not read.
    static let unreadNames: [UInt8: String] = [
      4: "PIZ", 5: "PXR24", 6: "B44", 7: "B44A", 8: "DWAA", 9: "DWAB", 10: "HTJ2K256", 11: "HTJ2K32",
    ]
  }
}
