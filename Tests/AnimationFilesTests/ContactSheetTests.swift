import AnimationFiles
import MeshTransform
import Testing

@Suite("Contact sheets")
struct ContactSheetTests {
  @Test(arguments: [
    ("4x3", 120, true, [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110]),
    ("5x1", 101, false, [0, 25, 50, 75, 100]), ("2x2", 3, true, [0, 1, 2]), ("1x1", 9, false, [0]),
    ("3x1", 4, false, [0, 2, 3]),
  ])
  func picksFramesEvenly(_ text: String, _ count: Int, _ loops: Bool, _ expected: [Int]) throws {
    let grid = try #require(ContactSheet.Grid(text))
    #expect(grid.frames(of: count, loops: loops) == expected)
  }

  @Test(arguments: ["", "4", "4x", "x3", "0x3", "4x3x2", "-1x3", "101x1", "4 x 3", "99999999999999999999x1"])
  func refusesGrids(_ text: String) { #expect(ContactSheet.Grid(text) == nil) }

  @Test func framesStandInReadingOrder() throws {
    var sheet = try ContactSheet(.init(columns: 2, rows: 2), cell: PixelSize(3, 2), gap: 1)
    #expect(sheet.size == PixelSize(7, 5))
    for index in 0..<3 {
      let pixel = [UInt8(50 * index + 50), 0, 0, 255]
      sheet.place(
        Image(size: PixelSize(3, 2), alpha: .opaque, bytes: (0..<6).flatMap { _ in pixel }), at: index)
    }
    let reds = (0..<35).map { sheet.image.bytes[4 * $0] }
    let top: [UInt8] = [50, 50, 50, 0, 100, 100, 100]
    let none = [UInt8](repeating: 0, count: 7)
    let bottom: [UInt8] = [150, 150, 150, 0, 0, 0, 0]
    #expect(reds == top + top + none + bottom + bottom)
  }

  @Test func showsItsBackground() throws {
    let color = Color(red: 1, green: 0.5, blue: 0, alpha: 0.5)
    let sheet = try ContactSheet(.init(columns: 2, rows: 1), cell: PixelSize(1, 1), gap: 1, background: color)
    #expect(sheet.image.bytes == [128, 64, 0, 128, 128, 64, 0, 128, 128, 64, 0, 128])
  }

  @Test func framesTouchUnlessAGapIsGiven() throws {
    #expect(try ContactSheet(.init(columns: 3, rows: 2), cell: PixelSize(5, 4)).size == PixelSize(15, 8))
  }

  /// Every frame is cut to what is visible; the cells have the size of the largest part.
  @Test func transparentBordersAreLeftOut() throws {
    var sheet = try ContactSheet(.init(columns: 2, rows: 2), cell: PixelSize(6, 5), gap: 2)
    // A dot, a bar, and an empty frame.
    let parts = [(3, 2, 1, 1), (1, 0, 4, 3), (0, 0, 0, 0)]
    for (index, part) in parts.enumerated() {
      let bytes = (0..<30).flatMap { pixel -> [UInt8] in
        let (x, y) = (pixel % 6, pixel / 6)
        let isInside = x >= part.0 && x < part.0 + part.2 && y >= part.1 && y < part.1 + part.3
        return isInside ? [UInt8(10 * x), UInt8(10 * y), 7, 255] : [0, 0, 0, 0]
      }
      sheet.place(Image(size: PixelSize(6, 5), alpha: .straight, bytes: bytes), at: index)
    }
    let (trimmed, placements) = sheet.trimmed(count: 3)
    #expect(trimmed.cell == PixelSize(4, 3) && trimmed.size == PixelSize(10, 8))
    #expect(placements.map(\.x) == [0, 6, 0] && placements.map(\.y) == [0, 0, 5])
    #expect(placements.map(\.partX) == [3, 1, 0] && placements.map(\.partY) == [2, 0, 0])
    #expect(placements.map(\.size) == [PixelSize(1, 1), PixelSize(4, 3), PixelSize(1, 1)])
    // The frames come back from the placements.
    for (place, part) in zip(placements, parts) {
      for y in 0..<part.3 {
        for x in 0..<part.2 {
          let first = 4 * ((place.y + y) * 10 + place.x + x)
          #expect(
            Array(trimmed.image.bytes[first..<first + 4])
              == [UInt8(10 * (place.partX + x)), UInt8(10 * (place.partY + y)), 7, 255])
        }
      }
    }
    #expect(trimmed.image.bytes.filter { $0 == 255 }.count == 13)
  }

  @Test func opaqueFramesStayWhole() throws {
    var sheet = try ContactSheet(
      .init(columns: 2, rows: 1), cell: PixelSize(2, 2), gap: 1, background: .white)
    sheet.place(
      Image(size: PixelSize(2, 2), alpha: .opaque, bytes: [UInt8](repeating: 255, count: 16)), at: 0)
    let (trimmed, placements) = sheet.trimmed(count: 2)
    #expect(trimmed == sheet && placements == [sheet.placement(of: 0), sheet.placement(of: 1)])
  }

  @Test(arguments: [PixelSize(20_000, 10), PixelSize(10, .max / 8), PixelSize(16_000, 16_000)])
  func refusesSheetsTooLarge(_ cell: PixelSize) throws {
    let grid = try ContactSheet.Grid(columns: 2, rows: 2)
    #expect(throws: ClipError.self) { try ContactSheet(grid, cell: cell) }
  }
}
