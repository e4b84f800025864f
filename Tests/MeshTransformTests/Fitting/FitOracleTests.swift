import Foundation
import MeshTransform
import Testing

/// Sets of points with the maps that NumPy, SciPy, OpenCV and libigl fit to them.
///
/// `Fixtures/fits.jsonl` is what `Scripts/check_fits.py 1 7` has written with SciPy 1.17, OpenCV 5.0 and libigl 2.6.
/// `Scripts/check-oracles.sh` sets MESHRENDER_FITS to a file with many more.
@Suite struct FitOracleTests {
  private struct Fitted: Decodable {
    let method: String, size: [Double]
    /// x, y, X and Y.
    let points: [[Double]], places: [[Double]]
    /// A part of the picture's size.
    let tolerance: Double
  }

  private static let methods: [String: FitMethod] = [
    "similarity": .similarity, "affine": .affine, "projective": .projective, "spline": .spline,
    "rigid": .rigid, "polynomial2": .polynomial(degree: 2), "polynomial3": .polynomial(degree: 3),
    "thinPlate": .thinPlate(smoothing: 0), "thinPlate1000": .thinPlate(smoothing: 1000),
    "movingAffine": .movingLeastSquares(.affine), "movingSimilarity": .movingLeastSquares(.similarity),
    "movingRigid": .movingLeastSquares(.rigid),
  ]

  @Test func placesAreThoseOfOtherPrograms() throws {
    let path =
      ProcessInfo.processInfo.environment["MESHRENDER_FITS"]
      ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Fixtures/fits.jsonl"
    var worst: [String: (count: Int, error: Double)] = [:]
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let fitted = try JSONDecoder().decode(Fitted.self, from: Data(line.utf8))
      let size = Size(fitted.size[0], fitted.size[1])
      let method = try #require(Self.methods[fitted.method])
      let points = fitted.points.map {
        ControlPoint(content: Point($0[0], $0[1]), canvas: Point($0[2], $0[3]))
      }
      let fit = try PointFit(points, method, contentSize: size)
      for place in fitted.places {
        let found = try #require(fit.canvas(at: Point(place[0], place[1])), "\(fitted.method)")
        let error = max(abs(found.x - place[2]), abs(found.y - place[3])) / max(size.width, size.height)
        #expect(error < fitted.tolerance, "\(fitted.method) at \(place): \(found), \(error)")
        worst[fitted.method, default: (0, 0)].error = max(worst[fitted.method]?.error ?? 0, error)
      }
      worst[fitted.method]?.count += 1
    }
    // libigl may be missing.
    #expect(Set(Self.methods.keys).subtracting(worst.keys).isSubset(of: ["rigid"]))
    for (name, found) in worst.sorted(by: { $0.key < $1.key }) {
      print("\(name): \(found.count) sets, \(found.error) of the picture's size at most")
    }
  }
}
