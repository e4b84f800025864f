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

  @Test(arguments: [PixelSize(20_000, 10), PixelSize(10, .max / 8), PixelSize(16_000, 16_000)])
  func refusesSheetsTooLarge(_ cell: PixelSize) throws {
    let grid = try ContactSheet.Grid(columns: 2, rows: 2)
    #expect(throws: ClipError.self) { try ContactSheet(grid, cell: cell) }
  }
}
