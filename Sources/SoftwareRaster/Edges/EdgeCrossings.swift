import MeshTransform
import RenderGraph

/// For each pixel of a picture, the item whose edges cross it, and the side on which the pixel's center lies.
struct EdgeCrossings {
  private let size: PixelSize, tileSize: PixelSize
  /// Whether the tiles of the canvas are several.
  private let isTiled: Bool
  /// The place in ``crossings`` of each screen tile's pixels; 0 for tiles that no edge crosses.
  private var blocks: [UInt32]
  private let columns: Int
  /// Tile by tile, the pixels of each row by row. The first tile stands for all that no edge crosses: a canvas that is
  /// drawn in bands has too many pixels for an array of all.
  private var crossings: [Crossing]

  /// The offsets of a pixel's neighbors, the nearest first.
  private static let neighbors: [SIMD2<Int8>] = [
    SIMD2(0, -1), SIMD2(-1, 0), SIMD2(1, 0), SIMD2(0, 1), SIMD2(-1, -1), SIMD2(1, -1), SIMD2(-1, 1),
    SIMD2(1, 1),
  ]

  private struct Crossing: Equatable {
    private let bits: UInt16

    static let none = Crossing(bits: 0)

    private init(bits: UInt16) { self.bits = bits }

    init(_ number: UInt16, isInner: Bool?) {
      bits = number << 2 | (isInner.map { $0 ? 1 : 2 } ?? 0)
    }

    /// Whether the pixel shows one side of the edges that cross another pixel.
    func shows(inner: Bool, of other: Crossing) -> Bool { bits == other.bits & ~3 | (inner ? 1 : 2) }
  }

  /// - `tileSize`: the largest size of a tile of the canvas.
  init(in tiles: ScreenTiles, _ tileSize: PixelSize) {
    (size, self.tileSize, columns) = (tiles.size, tileSize, tiles.columns)
    isTiled = tileSize.width < size.width || tileSize.height < size.height
    blocks = [UInt32](repeating: 0, count: tiles.marks.count)
    crossings = [Crossing](repeating: .none, count: Self.blockSize)
  }

  private static var blockSize: Int { ScreenTiles.side * ScreenTiles.side }

  @inline(__always)
  private func block(_ x: Int, _ y: Int) -> Int { y / ScreenTiles.side * columns + x / ScreenTiles.side }

  @inline(__always)
  private func place(_ x: Int, _ y: Int) -> Int {
    y % ScreenTiles.side * ScreenTiles.side + x % ScreenTiles.side
  }

  @inline(__always)
  private func crossing(_ x: Int, _ y: Int) -> Crossing { crossings[Int(blocks[block(x, y)]) + place(x, y)] }

  /// - `number`: that of the item, 1...16,383.
  /// - `isInner`: nil where the side is uncertain, or the pixel is drawn with several samples.
  @inline(__always)
  mutating func add(_ x: Int, _ y: Int, _ number: UInt16, isInner: Bool?) {
    let block = block(x, y)
    if blocks[block] == 0 {
      blocks[block] = UInt32(crossings.count)
      crossings.append(contentsOf: repeatElement(.none, count: Self.blockSize))
    }
    crossings[Int(blocks[block]) + place(x, y)] = Crossing(number, isInner: isInner)
  }

  @inline(__always)
  func isCrossed(_ x: Int, _ y: Int) -> Bool { crossing(x, y) != .none }

  /// Whether a pixel's neighbor lies in the picture, and in the same tile of the canvas.
  @inline(__always)
  func isInPicture(_ x: Int, _ y: Int, _ offset: SIMD2<Int8>) -> Bool {
    let (column, row) = (x + Int(offset.x), y + Int(offset.y))
    guard column >= 0, column < size.width, row >= 0, row < size.height else { return false }
    if !isTiled { return true }
    return column / tileSize.width == x / tileSize.width && row / tileSize.height == y / tileSize.height
  }

  /// Finds a pixel that shows one side of the edges that cross another pixel.
  /// - `offset`: from the crossed pixel to the one that is expected to.
  /// - `hasFailed`: whether a crossed pixel, given by its place in the picture, is drawn with several samples.
  /// - Returns: that offset, or that of another neighbor which the same edges cross; nil where none shows the side.
  @inline(__always)
  func shown(
    inner: Bool, _ offset: SIMD2<Int8>, _ x: Int, _ y: Int, hasFailed: (_ x: Int, _ y: Int) -> Bool
  ) -> SIMD2<Int8>? {
    if offset == .zero { return offset }
    let own = crossing(x, y)
    func isShown(_ offset: SIMD2<Int8>, orUncrossed: Bool) -> Bool {
      guard isInPicture(x, y, offset) else { return false }
      let (x, y) = (x + Int(offset.x), y + Int(offset.y))
      let other = crossing(x, y)
      return other == .none ? orUncrossed : other.shows(inner: inner, of: own) && !hasFailed(x, y)
    }
    if isShown(offset, orUncrossed: true) { return offset }
    return Self.neighbors.first { isShown($0, orUncrossed: false) }
  }
}
