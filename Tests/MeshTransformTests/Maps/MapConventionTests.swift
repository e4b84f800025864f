import MeshTransform
import Testing

/// The conventions of maps against the formulas that their programs publish.
struct MapConventionTests {
  private static let map = PixelSize(4, 3), picture = PixelSize(10, 7)

  /// The position in the picture of a pair of numbers at the pixel (1, 2) of a map of 4x3 pixels.
  private func position(_ convention: MapConvention, _ x: Float, _ y: Float) -> SIMD2<Float>? {
    var values = [Float](repeating: .nan, count: 24)
    (values[18], values[19]) = (x, y)
    return MeasuredMap(size: Self.map, values: values, convention: convention)
      .coordinates(picture: Self.picture)[1, 2]
  }

  @Test func wholePixelsAreCenters() {
    #expect(position(MapConvention(), 3, 5.5) == [3, 5.5])
  }

  /// Pixel i of w is at (i + 1/2) / w.
  @Test func unitIsFromEdgeToEdge() {
    let unit = MapConvention(units: .unit)
    #expect(position(unit, 0, 0) == [-0.5, -0.5])
    #expect(position(unit, 1, 1) == [9.5, 6.5])
    // 1/20 of 10 pixels, less the half: the center of the first.
    #expect(position(unit, 0.05, 0.5).map { abs($0.x) < 1e-6 && $0.y == 3 } == true)
  }

  /// PyTorch's `grid_sampler_unnormalize`: ((x + 1) * size - 1) / 2.
  @Test func ndcIsFromEdgeToEdge() {
    let ndc = MapConvention(units: .ndc)
    for x: Float in [-1, -0.25, 0, 0.5, 1, 1.5] {
      #expect(position(ndc, x, x) == [((x + 1) * 10 - 1) / 2, ((x + 1) * 7 - 1) / 2])
    }
  }

  /// The same with `align_corners`: (x + 1) / 2 * (size - 1).
  @Test func ndcCornersIsFromCenterToCenter() {
    let corners = MapConvention(units: .ndcCorners)
    for x: Float in [-1, -0.25, 0, 0.5, 1, 1.5] {
      #expect(position(corners, x, x) == [(x + 1) / 2 * 9, (x + 1) / 2 * 6])
    }
  }

  @Test func fromTheBottomYGrowsUpward() {
    #expect(position(MapConvention(origin: .bottom), 3, 0) == [3, 6])
    #expect(position(MapConvention(units: .unit, origin: .bottom), 0.5, 0) == [4.5, 6.5])
    #expect(position(MapConvention(units: .ndc, origin: .bottom), 0, 1) == [4.5, -0.5])
    #expect(position(MapConvention(units: .ndcCorners, origin: .bottom), 1, 1) == [9, 0])
  }

  @Test func differencesStartFromThePixelItself() {
    #expect(position(MapConvention(isRelative: true), 0.5, -1) == [1.5, 1])
    #expect(position(MapConvention(origin: .bottom, isRelative: true), 0.5, -1) == [1.5, 7])
    // The center of pixel (1, 2) of 4x3 is at (3/8, 5/6) of the picture.
    let still = position(MapConvention(units: .unit, isRelative: true), 0, 0)
    #expect(still.map { abs($0.x - 3.25) < 1e-5 && abs($0.y - (35.0 / 6 - 0.5)) < 1e-5 } == true)
    // Between the outermost centers it is at (1/3, 1).
    let corner = position(MapConvention(units: .ndcCorners, isRelative: true), 0, 0)
    #expect(corner.map { abs($0.x - 3) < 1e-5 && abs($0.y - 6) < 1e-5 } == true)
  }

  @Test func overscanIsKept() {
    #expect(position(MapConvention(units: .unit), -0.5, 2) == [-5.5, 13.5])
  }

  @Test(arguments: [
    (Float.nan, Float(0)), (0, .nan), (.infinity, 0), (0, -.infinity), (1e6 + 1, 0), (0, -8e5),
  ])
  func whatIsNotFiniteOrFarOutsideIsAHole(x: Float, y: Float) {
    #expect(position(MapConvention(), x, y) == nil)
  }

  @Test(arguments: MapConvention.Units.allCases, MapConvention.Origin.allCases)
  func numbersComeBack(units: MapConvention.Units, origin: MapConvention.Origin) {
    let map = CoordinateMap(
      size: Self.map, values: (0..<24).map { $0 == 4 || $0 == 5 ? .nan : Float($0) * 0.37 })
    for isRelative in [false, true] {
      let convention = MapConvention(units: units, origin: origin, isRelative: isRelative)
      let back = MeasuredMap(map, picture: Self.picture, convention: convention)
        .coordinates(picture: Self.picture)
      #expect(
        zip(back.values, map.values).allSatisfy { $0.isNaN && $1.isNaN || abs($0 - $1) < 4e-6 })
    }
  }

  /// A picture of one pixel has no distance between its outermost centers.
  @Test(arguments: MapConvention.Units.allCases)
  func aSinglePixelHasAPosition(units: MapConvention.Units) throws {
    let size = PixelSize(1, 1)
    let map = CoordinateMap(size: size, values: [0, 0])
    for isRelative in [false, true] {
      let convention = MapConvention(units: units, origin: .bottom, isRelative: isRelative)
      let back = MeasuredMap(map, picture: size, convention: convention).coordinates(picture: size)
      #expect(back[0, 0] == [0, 0])
    }
  }
}
