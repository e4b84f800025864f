import MeshTransform
import Testing

/// The output pixels.
struct PixelTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private func render(_ arguments: String...) throws -> Image {
    let run = try Tool.start(["render"] + arguments + ["-o", "out.png"], in: folder).wait()
    try #require(run.code == 0, "\(arguments): \(run.words)")
    return try folder.image("out.png")
  }

  @Test(arguments: [
    "rgba8", "hidden-colors", "rgba16", "gray1", "gray16-every-value", "grayalpha16", "palette4-trns",
    "rgb16-trns", "color@gama", "color@srgb", "color@iccp", "color@all",
  ])
  func flatPicturesAreUnchanged(name: String) throws {
    try folder.write(Folder.read(fixture(name)), to: "in.png")
    let expected = try folder.image("in.png")
    #expect(try render("in.png") == expected)
    #expect(try render("in.png", "--fit") == expected)
    #expect(try render("in.png", "--transform", "none", "--surface", "diffuse=0.5") == expected)
  }

  @Test func lowAlphasKeepTheirColors() throws {
    try folder.writePicture(9, 7, alpha: 1, to: "in.png")
    #expect(try render("in.png", "--fit") == folder.image("in.png"))
  }

  @Test(arguments: ["color@gama", "color@srgb", "color@iccp"])
  func theColorProfileTravels(name: String) throws {
    try folder.write(Folder.read(fixture(name)), to: "in.png")
    let profile = try folder.image("in.png").colorProfile
    #expect(profile != nil)
    #expect(try render("in.png", "--mesh", "wave").colorProfile == profile)
  }

  /// Odd differences of sizes too: every pixel is copied, none is interpolated.
  @Test(arguments: ["9x9", "10x8", "8x6", "5x4", "7x3", "21x2", "8.5x6.5"])
  func sizePadsAndCropsAtWholePixels(size: String) throws {
    try folder.writePicture(8, 6, to: "in.png")
    let (source, out) = (try folder.image("in.png"), try render("in.png", "--size", size))
    let (left, top) = (floorHalf(out.size.width - 8), floorHalf(out.size.height - 6))
    for y in 0..<out.size.height {
      for x in 0..<out.size.width {
        let (u, v) = (x - left, y - top)
        let inside = (0..<8).contains(u) && (0..<6).contains(v)
        #expect(out.pixel(x, y) == (inside ? source.pixel(u, v) : [0, 0, 0, 0]), "[\(x), \(y)] of \(size)")
      }
    }
  }

  /// Half, rounded down: 8.5 points become 9 pixels, but leave less than one pixel besides 8.
  private func floorHalf(_ difference: Int) -> Int { difference >> 1 }

  @Test func paddingAndBackground() throws {
    try folder.writePicture(8, 6, to: "in.png")
    let out = try render("in.png", "--padding", "2", "--background", "red")
    #expect(out.size == PixelSize(12, 10) && out.alpha == .opaque)
    #expect(out.pixel(0, 0) == [255, 0, 0, 255])
    #expect(try out.pixel(2, 2) == folder.image("in.png").pixel(0, 0))
    #expect(try render("in.png", "--padding", "0.3").pixel(0, 0) == folder.image("in.png").pixel(0, 0))
  }

  @Test(arguments: [
    "none", "rotate(30deg)", "perspective(60) rotateX(-45deg)", "scale(1.37, 0.61)", "translate(3.3px)",
  ])
  func fitCutsNothingOff(transform: String) throws {
    try folder.writePicture(40, 30, to: "in.png")
    let out = try render("in.png", "--transform", transform, "--fit", "--padding", "1")
    let ink = try #require(out.ink)
    // One transparent pixel on every side, and at most one more along an edge.
    for margin in [
      ink.columns.lowerBound, out.size.width - 1 - ink.columns.upperBound, ink.rows.lowerBound,
      out.size.height - 1 - ink.rows.upperBound,
    ] { #expect((1...2).contains(margin), "\(ink) of \(out.size)") }
  }

  @Test func fitHoldsTheWireframe() throws {
    try folder.writePicture(60, 40, to: "in.png")
    let out = try render("in.png", "--mesh", "cornerPin", "--wireframe", "--fit", "--padding", "1")
    let ink = try #require(out.ink)
    #expect(ink.columns.lowerBound > 0 && ink.rows.lowerBound > 0)
    #expect(ink.columns.upperBound < out.size.width - 1 && ink.rows.upperBound < out.size.height - 1)
  }

  @Test(arguments: [
    (1, 1, 1.0), (7, 9, 1), (33, 17, 1), (100, 3, 1), (97, 101, 2), (64, 64, 3), (129, 55, 0.5),
  ])
  func fitToASizeHasThatSize(width: Int, height: Int, scale: Double) throws {
    try folder.writePicture(40, 30, to: "in.png")
    let out = try render(
      "in.png", "--transform", "rotate(17deg)", "--fit", "--size", "\(width)x\(height)", "--scale", "\(scale)"
    )
    func side(_ points: Int) -> Int { Int((Double(points) * scale).rounded(.up)) }
    #expect(out.size == PixelSize(side(width), side(height)))
    guard width > 20, height > 15, let ink = out.ink else { return }
    // Centered: the margins on both sides differ by at most one pixel.
    #expect(abs(ink.columns.lowerBound - (out.size.width - 1 - ink.columns.upperBound)) <= 1)
    #expect(abs(ink.rows.lowerBound - (out.size.height - 1 - ink.rows.upperBound)) <= 1)
  }
}
