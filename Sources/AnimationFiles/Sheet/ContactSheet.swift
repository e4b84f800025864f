import MeshTransform

/// Some frames of a clip side by side in one picture, in reading order.
///
/// The gaps and the cells without a frame show the background.
public struct ContactSheet: Hashable, Sendable {
  /// The numbers of columns and rows.
  public struct Grid: Hashable, Sendable, LosslessStringConvertible {
    /// 1...100 each.
    public let columns: Int, rows: Int

    /// - Throws: ``ClipError/option(_:value:allowed:)``.
    public init(columns: Int, rows: Int) throws(ClipError) {
      guard (1...100).contains(columns), (1...100).contains(rows) else {
        throw .option("contact sheet", value: "\(columns)x\(rows)", allowed: "1x1 ... 100x100")
      }
      (self.columns, self.rows) = (columns, rows)
    }

    /// Reads "4x3": four columns, three rows.
    public init?(_ description: String) {
      let sides = description.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
      guard sides.count == 2, let columns = sides[0], let rows = sides[1],
        let grid = try? Grid(columns: columns, rows: rows)
      else { return nil }
      self = grid
    }

    public var description: String { "\(columns)x\(rows)" }
    /// The number of cells.
    public var count: Int { columns * rows }

    /// The frames to show, evenly spaced: of a loop, `count` equal steps from its first frame on; of another clip,
    /// including its last frame. All frames if there are no more than cells; the remaining cells stay empty.
    public func frames(of frameCount: Int, loops: Bool) -> [Int] {
      guard frameCount > count else { return Array(0..<max(0, frameCount)) }
      if loops { return (0..<count).map { $0 * frameCount / count } }
      guard count > 1 else { return [0] }
      // Rounded to the nearest.
      return (0..<count).map { (2 * $0 * (frameCount - 1) + count - 1) / (2 * (count - 1)) }
    }
  }

  /// The columns and rows of cells.
  public let grid: Grid
  /// The size of one frame, in pixels.
  public let cell: PixelSize
  /// The distance between frames, in pixels.
  public let gap: Int
  /// The size of the whole sheet, in pixels.
  public let size: PixelSize
  let background: Color
  private(set) var bytes: [UInt8]

  /// - Throws: ``ClipError/option(_:value:allowed:)`` if the sheet has a side above 32,768 pixels or an area above 256
  ///   million (2^28) pixels.
  public init(
    _ grid: Grid, cell: PixelSize, gap: Int = 0, background: Color = .clear
  ) throws(ClipError) {
    size = try Self.size(of: grid, cell: cell, gap: gap)
    (self.grid, self.cell, self.gap, self.background) = (grid, cell, gap, background)
    let pixel = background.premultipliedBytes
    bytes = [UInt8](unsafeUninitializedCapacity: 4 * size.area) { [size] bytes, count in
      for byte in 0..<4 * size.area { bytes.initializeElement(at: byte, to: pixel[byte % 4]) }
      count = 4 * size.area
    }
  }

  /// The size of a sheet, in pixels.
  /// - Throws: as ``init(_:cell:gap:background:)``, before any memory is taken.
  public static func size(of grid: Grid, cell: PixelSize, gap: Int) throws(ClipError) -> PixelSize {
    guard (0...1000).contains(gap) else {
      throw .option("gap of the contact sheet", value: "\(gap)", allowed: "0...1000 pixels")
    }
    let (side, pixels) = (32_768, 1 << 28)
    // Clamped so that the products stay small; a clamped value is too large in any case.
    func sum(_ side: Int, _ count: Int) -> Int { min(side, 1 << 32) * count + gap * (count - 1) }
    let size = PixelSize(sum(cell.width, grid.columns), sum(cell.height, grid.rows))
    guard max(size.width, size.height) <= side, size.area <= pixels else {
      throw .option(
        "contact sheet", value: "\(size) pixels",
        allowed: "at most \(side) per side and \(pixels) in all: fewer cells or a smaller scale")
    }
    return size
  }

  /// Copies a frame into a cell, counted from zero along the rows.
  /// - Precondition: the frame is of the cells' size, `index` is in `0..<grid.count`.
  public mutating func place(_ frame: Image, at index: Int) {
    precondition(frame.size == cell, "a frame of the sheet is \(cell)")
    precondition((0..<grid.count).contains(index), "the sheet has \(grid.count) cells")
    let source = frame.converted(to: .eight).premultiplied().bytes
    let place = placement(of: index)
    for row in 0..<cell.height {
      let start = 4 * ((place.y + row) * size.width + place.x)
      let stride = 4 * cell.width
      bytes.replaceSubrange(start..<start + stride, with: source[row * stride..<(row + 1) * stride])
    }
  }

  /// Copies a part of a frame of another sheet to a place on this one.
  mutating func copy(_ part: Placement, of other: ContactSheet, x: Int, y: Int) {
    let stride = 4 * part.size.width
    for row in 0..<part.size.height {
      let from = 4 * ((part.y + part.partY + row) * other.size.width + part.x + part.partX)
      let to = 4 * ((y + row) * size.width + x)
      bytes.replaceSubrange(to..<to + stride, with: other.bytes[from..<from + stride])
    }
  }

  /// The current sheet, premultiplied.
  public var image: Image { Image(size: size, alpha: .premultiplied, bytes: bytes) }
}

extension Color {
  /// Red, green and blue times alpha, and alpha.
  fileprivate var premultipliedBytes: SIMD4<UInt8> {
    let channels = SIMD4(red, green, blue, alpha).clamped(
      lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
    return SIMD4<UInt8>(
      clamping: (channels * SIMD4(SIMD3(repeating: channels.w), 1) * 255).rounded(.toNearestOrAwayFromZero))
  }
}
