import Foundation
import MeshFormats
import MeshTransform
import Testing

/// Cameras in the files of their programs, with the pixels at which OpenCV 5 and COLMAP see points.
///
/// `Fixtures/cameras.jsonl` is what `Scripts/check_lenses.py 1 7` has written with opencv-python-headless 5.0.0 and
/// pycolmap 4.2.1. `Scripts/check-oracles.sh` sets MESHRENDER_LENSES to a file with many more.
@Suite struct LensOracleTests {
  struct Camera: Decodable {
    let name: String, file: String
    let size: [Double]
    /// The ideal point on the plane at distance 1, and its pixel.
    let points: [[Double]]
    let model: String?
    let tolerance: Double?
    let alpha: Double?
    /// fx, fy, cx and cy of OpenCV's new camera matrix for the alpha.
    let view: [Double]?

    func read() throws -> LensModel {
      let options = LensFile.Options(
        model: model.flatMap { LensFile.Model(rawValue: $0) }, pictureSize: Size(size[0], size[1]))
      return try LensFile.read(Array(file.utf8), name: name, options: options)
    }
  }

  static func cameras() throws -> [Camera] {
    let path =
      ProcessInfo.processInfo.environment["MESHRENDER_LENSES"]
      ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Fixtures/cameras.jsonl"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return try text.split(separator: "\n").map { try JSONDecoder().decode(Camera.self, from: Data($0.utf8)) }
  }

  @Test func bothDirectionsAreThoseOfOpenCVAndCOLMAP() throws {
    let cameras = try Self.cameras()
    #expect(cameras.count >= 25)
    var worst: [String: (forward: Double, inverse: Double, inside: Int, outside: Int)] = [:]
    for camera in cameras {
      let lens = try camera.read()
      var found = worst[camera.name] ?? (0, 0, 0, 0)
      for numbers in camera.points {
        let (ideal, pixel) = (SIMD2(numbers[0], numbers[1]), SIMD2(numbers[2], numbers[3]))
        let forward = lens.camera.pixel(of: lens.distort(ideal)) - pixel
        let limit = camera.tolerance ?? 1e-4
        #expect(
          max(forward.x.magnitude, forward.y.magnitude) < limit, "\(camera.name) \(ideal) \(camera.file)")
        found.forward = max(found.forward, forward.x.magnitude, forward.y.magnitude)
        guard (ideal * ideal).sum().squareRoot() < 0.999 * lens.oneToOneRadius else {
          found.outside += 1
          continue
        }
        found.inside += 1
        // The exact inverse of the exact pixel, in pixels of the picture without distortion.
        let exact = lens.camera.pixel(of: lens.distort(ideal))
        let back = try #require(lens.undistort(lens.camera.point(of: exact)), "\(camera.name) \(ideal)")
        let inverse = (back - ideal) * lens.camera.focalLength
        #expect(
          max(inverse.x.magnitude, inverse.y.magnitude) < 1e-6, "\(camera.name) \(ideal) \(camera.file)")
        found.inverse = max(found.inverse, inverse.x.magnitude, inverse.y.magnitude)
      }
      worst[camera.name] = found
    }
    for (name, found) in worst.sorted(by: { $0.key < $1.key }) {
      print(
        "\(name): forward \(found.forward) px, inverse \(found.inverse) px, \(found.inside) points, "
          + "\(found.outside) beyond the one-to-one radius")
    }
    // Most points are where the models are one-to-one, so that the inverse is tested.
    #expect(worst.values.map(\.inside).reduce(0, +) > 4 * worst.values.map(\.outside).reduce(0, +))
  }

  @Test func theViewIsThatOfOpenCVWithinAPixelAndAHalf() throws {
    var (largest, count, left) = (0.0, 0, 0)
    for camera in try Self.cameras() {
      guard let alpha = camera.alpha, let view = camera.view else { continue }
      let lens = try camera.read()
      let size = Size(camera.size[0], camera.size[1])
      // OpenCV's steps may have found points beyond the one-to-one radius, for which there is no view.
      guard let corrected = try? LensCorrection(lens, .undistort, view: .alpha(alpha), layerSize: size) else {
        left += 1
        continue
      }
      // The corners of the picture in pixels of both views.
      for corner in [
        SIMD2(0, 0), SIMD2(size.width - 1, 0), SIMD2(0, size.height - 1),
        SIMD2(size.width - 1, size.height - 1),
      ] {
        let point = corrected.camera.point(of: corner)
        let theirs = SIMD2(view[0] * point.x + view[2], view[1] * point.y + view[3])
        let error = theirs - corner
        largest = max(largest, error.x.magnitude, error.y.magnitude)
        #expect(max(error.x.magnitude, error.y.magnitude) < 1.5, "\(camera.name) alpha \(alpha): \(error)")
      }
      count += 1
    }
    print("views: \(largest) px, \(count) views")
    #expect(count >= 3 && left * 10 < count)
  }
}
