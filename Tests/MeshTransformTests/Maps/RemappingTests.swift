import Testing

@testable import MeshTransform
@testable import TestSupport

/// Pictures through exact maps, against closed forms.
struct RemappingTests {
  /// A map of a size by a function from pixels to positions in pixels; nil is a hole.
  private static func map(
    _ size: PixelSize, _ position: (Float, Float) -> (Float, Float)?
  ) -> CoordinateMap {
    var values: [Float] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let found = position(Float(x), Float(y))
        values += [found?.0 ?? .nan, found?.1 ?? .nan]
      }
    }
    return CoordinateMap(size: size, values: values)
  }

  /// An image of 8 bits by a function from pixels to channels, with straight alpha.
  private static func image(_ size: PixelSize, _ color: (Int, Int) -> [Double]) -> Image {
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width { bytes += color(x, y).map { UInt8($0.rounded()) } }
    }
    return Image(size: size, alpha: .straight, bytes: bytes)
  }

  private static func noise(_ size: PixelSize, opaque: Bool = true) -> Image {
    var random = SplitMix64(seed: 7)
    return image(size) { _, _ in
      (0..<4).map { $0 == 3 && opaque ? 255 : Double(UInt8.random(in: 0...255, using: &random)) }
    }
  }

  private static func pixel(_ image: Image, _ x: Int, _ y: Int) -> [Int] {
    let start = 4 * (y * image.size.width + x)
    return image.bytes[start..<start + 4].map(Int.init)
  }

  @Test(arguments: Layer.MagnificationFilter.allCases, Layer.MinificationFilter.allCases)
  func theIdentityChangesNothing(
    _ magnification: Layer.MagnificationFilter, _ minification: Layer.MinificationFilter
  ) {
    let size = PixelSize(37, 23)
    var remapping = Remapping(Self.map(size) { ($0, $1) }, of: size)
    (remapping.magnification, remapping.minification) = (magnification, minification)
    for opaque in [true, false] {
      let image = Self.noise(size, opaque: opaque)
      let expected = image.premultiplied()
      #expect(remapping.applied(to: image).bytes == expected.bytes)
      #expect(remapping.applied(to: image).alpha == (opaque ? .opaque : .premultiplied))
      let deep = image.converted(to: .sixteen)
      #expect(remapping.applied(to: deep).bytes == deep.premultiplied().bytes)
    }
    let opaque = Self.noise(size)
    #expect(remapping.applied(to: opaque, .linear).bytes == opaque.bytes)
  }

  @Test func positionsBetweenPixelsAreMeans() {
    let size = PixelSize(16, 9)
    let image = Self.noise(size)
    let result = Remapping(Self.map(size) { ($0 + 0.5, $1) }, of: size).applied(to: image)
    for y in 0..<9 {
      for x in 0..<15 {
        let (left, right) = (Self.pixel(image, x, y), Self.pixel(image, x + 1, y))
        for channel in 0..<4 {
          let mean = Double(left[channel] + right[channel]) / 2
          #expect(abs(Double(Self.pixel(result, x, y)[channel]) - mean) <= 0.5)
        }
      }
      // Half of the last pixel lies beyond the picture.
      #expect(abs(Self.pixel(result, 15, y)[3] - 128) <= 1)
    }
    var continued = Remapping(Self.map(size) { ($0 + 0.5, $1) }, of: size)
    continued.replicatesEdges = true
    #expect(Self.pixel(continued.applied(to: image), 15, 4) == Self.pixel(image, 15, 4))
  }

  /// Every symmetric filter keeps a linear gradient, whatever the footprint.
  @Test(arguments: [(1.0, 0.0), (2.5, 0.0), (4.0, 3.0), (0.3, -0.2), (1.7, 1.1)])
  func gradientsStay(_ along: Double, _ across: Double) {
    let size = PixelSize(200, 200)
    let image = Self.image(size) { x, y in [Double(x), Double(y), Double(x + y) / 2, 255] }
    let target = PixelSize(21, 21)
    let result = Remapping(
      Self.map(target) { x, y in
        let (u, v) = (Double(x) - 10, Double(y) - 10)
        return (Float(99.5 + along * u - across * v), Float(99.5 + across * u + along * v))
      }, of: size
    ).applied(to: image)
    for (x, y) in [(10, 10), (0, 0), (20, 20), (3, 17)] {
      let (u, v) = (Double(x) - 10, Double(y) - 10)
      let expected = [99.5 + along * u - across * v, 99.5 + across * u + along * v]
      for channel in 0..<2 {
        #expect(abs(Double(Self.pixel(result, x, y)[channel]) - expected[channel]) <= 1)
      }
    }
  }

  /// Stripes finer than the pixels of the result become their mean; single samples would show moire.
  @Test func finerDetailIsAveraged() {
    let size = PixelSize(400, 400)
    let stripes = Self.image(size) { x, _ in (x % 2 == 0 ? [0, 0, 0] : [254, 254, 254]) + [255] }
    let target = PixelSize(90, 90)
    let result = Remapping(Self.map(target) { (4.4 * $0 + 1, 4.4 * $1 + 1) }, of: size).applied(to: stripes)
    for x in 4..<86 { #expect(abs(Self.pixel(result, x, 40)[0] - 127) <= 4) }
    var aliased = Remapping(Self.map(target) { (4.4 * $0 + 1, 4.4 * $1 + 1) }, of: size)
    aliased.minification = .linear
    let samples = aliased.applied(to: stripes)
    #expect((4..<86).contains { abs(Self.pixel(samples, $0, 40)[0] - 127) > 100 })
  }

  /// A long footprint in one direction averages in that direction only.
  @Test func footprintsAreEllipses() {
    let size = PixelSize(320, 320)
    let rows = Self.image(size) { _, y in (y % 8 < 4 ? [0, 0, 0] : [240, 240, 240]) + [255] }
    let target = PixelSize(36, 300)
    let result = Remapping(Self.map(target) { (8 * $0 + 10, $1 + 10) }, of: size).applied(to: rows)
    for y in 10..<290 { #expect(Self.pixel(result, 18, y) == Self.pixel(rows, 0, y + 10)) }
  }

  @Test func holesAreTransparentAndChangeNoNeighbor() {
    let size = PixelSize(20, 20)
    let image = Self.noise(size)
    let whole = Remapping(Self.map(size) { ($0 + 0.25, $1 + 0.25) }, of: size).applied(to: image)
    let result = Remapping(
      Self.map(size) { x, y in Int(x) % 3 == 1 || y == 5 ? nil : (x + 0.25, y + 0.25) }, of: size
    ).applied(to: image)
    for y in 0..<19 {
      for x in 0..<19 {
        let isHole = x % 3 == 1 || y == 5
        #expect(Self.pixel(result, x, y) == (isHole ? [0, 0, 0, 0] : Self.pixel(whole, x, y)))
      }
    }
  }

  /// Beside a jump of the map, pixels average nothing of what lies between.
  @Test func seamsStaySharp() {
    let size = PixelSize(64, 8)
    let image = Self.noise(size)
    let result = Remapping(Self.map(size) { x, y in ((x < 32 ? x + 32 : x - 32), y) }, of: size).applied(
      to: image)
    for x in 0..<64 {
      #expect(Self.pixel(result, x, 3) == Self.pixel(image, x < 32 ? x + 32 : x - 32, 3))
    }
  }

  @Test func labelsStayLabels() {
    let size = PixelSize(40, 40)
    let labels = Self.image(size) { x, y in
      let label = Double((x / 5 + y / 7) % 4) * 60
      return [label, label, label, 255]
    }
    var remapping = Remapping(
      Self.map(PixelSize(120, 120)) { x, y in (x / 3.1 + 0.4, y / 3.3 + 0.3) }, of: size)
    remapping.magnification = .nearest
    remapping.replicatesEdges = true
    let result = remapping.applied(to: labels)
    #expect(stride(from: 0, to: result.bytes.count, by: 4).allSatisfy { result.bytes[$0] % 60 == 0 })
  }

  /// A picture of another size shows the same part.
  @Test func sizesMayDiffer() {
    let image = Self.image(PixelSize(80, 40)) { x, y in [Double(2 * x), Double(4 * y), 0, 255] }
    // Positions in pixels of a picture of half the size.
    let map = Self.map(PixelSize(10, 10)) { (4 * $0 + 1, 2 * $1) }
    let result = Remapping(map, of: PixelSize(40, 20)).applied(to: image)
    for place in 1..<9 {
      // The center of a pixel of the small picture at 4 i + 1 is at 8 i + 2.5 in the large one.
      #expect(abs(Double(Self.pixel(result, place, 5)[0]) - 2 * (8 * Double(place) + 2.5)) <= 1)
    }
  }

  /// In linear light, black and white mean 188, not 128 (IEC 61966-2-1).
  @Test func meansAreOfLight() {
    let size = PixelSize(64, 64)
    let board = Self.image(size) { x, y in ((x + y) % 2 == 0 ? [0, 0, 0] : [255, 255, 255]) + [255] }
    let map = Self.map(PixelSize(16, 16)) { (4 * $0 + 1.5, 4 * $1 + 1.5) }
    let light = Remapping(map, of: size).applied(to: board, .linear)
    let encoded = Remapping(map, of: size).applied(to: board)
    #expect(abs(Self.pixel(light, 8, 8)[0] - 188) <= 1)
    #expect(abs(Self.pixel(encoded, 8, 8)[0] - 128) <= 1)
  }
}
