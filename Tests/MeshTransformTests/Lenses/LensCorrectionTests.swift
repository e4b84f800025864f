import MeshTransform
import Testing

@Suite struct LensCorrectionTests {
  private func lens(_ coefficients: [Double], size: PixelSize? = PixelSize(640, 480)) -> LensModel {
    LensModel(
      CameraMatrix(focalLength: SIMD2(400, 410), principalPoint: SIMD2(320, 236)),
      .openCV(OpenCVDistortion(coefficients)), size: size)
  }

  /// The derivative of `r + k r^3` is 0 at `1 / sqrt(-3 k)`.
  @Test(arguments: [-0.1, -0.3, -1])
  func theOneToOneRadiusIsWhereTheRadiusTurns(_ k: Double) {
    let radius = lens([k, 0, 0, 0]).oneToOneRadius
    #expect(abs(radius - 1 / (-3 * k).squareRoot()) < 1e-9)
    #expect(lens([0.1, 0, 0, 0]).oneToOneRadius == .infinity)
    #expect(lens([k, 0, 0, 0]).undistort(SIMD2(radius, 0)) == nil)
  }

  /// The corner of the picture stays half a pixel outside of the first center.
  @Test func anotherSizeScalesAboutTheCorner() {
    let camera = CameraMatrix(focalLength: SIMD2(400, 410), principalPoint: SIMD2(319.5, 239.5))
    let half = camera.scaled(by: SIMD2(0.5, 0.5))
    #expect(half.principalPoint == SIMD2(159.5, 119.5) && half.focalLength == SIMD2(200, 205))
  }

  @Test func theFieldOfViewIsThatOfThePicture() throws {
    let correction = try LensCorrection(
      lens([0, 0, 0, 0]), .undistort, view: .fieldOfView(.degrees(90)), layerSize: Size(640, 480))
    // The corners of the picture are half a pixel outside of the outermost centers.
    #expect(abs(correction.camera.point(of: SIMD2(-0.5, 239.5)).x + 1) < 1e-12)
    #expect(abs(correction.camera.point(of: SIMD2(639.5, 239.5)).x - 1) < 1e-12)
  }

  /// The place on the canvas of a position of the content, both in pixels.
  private func canvas(_ correction: LensCorrection, _ content: SIMD2<Double>) -> SIMD2<Double>? {
    let lens = correction.lens
    switch correction.direction {
    case .undistort:
      return lens.undistort(lens.camera.point(of: content)).map { correction.camera.pixel(of: $0) }
    case .distort: return lens.camera.pixel(of: lens.distort(correction.camera.point(of: content)))
    }
  }

  /// Every interior point of the mesh is within a quarter pixel of the model, of the canvas or of the content; in the
  /// smallest cells, where nine pixels of the content are one of the canvas, within three tenths.
  @Test(arguments: [[-0.3, 0.1, 0.002, -0.001], [0.2, 0.05, 0, 0], [-0.4, 0.2, 0.001, 0.001, -0.05]])
  func theMeshKeepsAQuarterPixel(_ coefficients: [Double]) throws {
    for direction in LensCorrection.Direction.allCases {
      let correction = try LensCorrection(
        lens(coefficients), direction, view: .alpha(0.5), layerSize: Size(640, 480))
      let (mesh, tolerance) = try correction.mesh(layerSize: Size(640, 480))
      #expect(tolerance == 0.25)
      let size = SIMD2(640.0, 480)
      var count = 0
      for face in mesh.faces {
        let corners = [face.indices.x, face.indices.y, face.indices.z, face.indices.w].map {
          mesh.vertices[Int($0)]
        }
        for triangle in [[0, 1, 2], [2, 3, 0]] where Set(triangle.map { face.indices[$0] }).count == 3 {
          for weights in [[0.3, 0.3, 0.4], [0.5, 0.5, 0], [0.1, 0.2, 0.7]] {
            var (from, to) = (SIMD2(0.0, 0), SIMD2(0.0, 0))
            for (weight, corner) in zip(weights, triangle) {
              from += weight * SIMD2(Double(corners[corner].fromX), Double(corners[corner].fromY))
              to += weight * SIMD2(Double(corners[corner].toX), Double(corners[corner].toY))
            }
            // Outside of the content everything is transparent.
            guard let exact = correction.content(at: to * size - 0.5), from.min() > -0.05, from.max() < 1.05
            else {
              continue
            }
            let error = from * size - 0.5 - exact
            // On the canvas: the place at which the model shows that content.
            let shift = try #require(canvas(correction, from * size - 0.5)) - (to * size - 0.5)
            let least = min((error * error).sum(), (shift * shift).sum()).squareRoot()
            #expect(least < 0.3, "\(to) \(error) \(shift)")
            count += 1
          }
        }
      }
      #expect(count > 1000 && mesh.vertices.count < 20_000, "\(mesh.vertices.count) vertices")
    }
  }

  @Test func beyondTheRadiusTheMeshEnds() throws {
    let lens = lens([-0.6, 0, 0, 0])
    let correction = try LensCorrection(lens, .undistort, layerSize: Size(640, 480))
    #expect(
      correction.warning?.contains("one-to-one only up to 298.1 pixels") == true,
      "\(correction.warning ?? "")")
    let mesh = try correction.mesh(layerSize: Size(640, 480)).mesh
    let used = Set(mesh.faces.flatMap { face in (0..<4).map { Int(face.indices[$0]) } })
    let radii = used.map { index -> Double in
      let to = SIMD2(Double(mesh.vertices[index].toX), Double(mesh.vertices[index].toY))
      let point = lens.camera.point(of: to * SIMD2(640, 480) - 0.5)
      return (point * point).sum().squareRoot()
    }
    let largest = try #require(radii.max())
    #expect(largest < lens.oneToOneRadius + 1e-5 && largest > lens.oneToOneRadius - 1e-3)
    #expect(
      try LensCorrection(self.lens([-0.1, 0, 0, 0]), .undistort, layerSize: Size(640, 480)).warning == nil)
  }

  @Test func valuesOutOfRangeAreOneSentence() {
    let lens = LensModel(
      CameraMatrix(focalLength: SIMD2(100, 100), principalPoint: SIMD2(320, 240)), .fisheye([0, 0, 0, 0]))
    func error(_ view: LensModel.View) -> LensError? {
      do throws(LensError) {
        _ = try LensCorrection(lens, .undistort, view: view, layerSize: Size(640, 480))
        return nil
      } catch { return error }
    }
    #expect(error(.alpha(2)) == .alpha(2) && error(.alpha(.nan)) != nil)
    #expect(error(.fieldOfView(.degrees(180))) == .fieldOfView(180))
    // The middles of the sides are 3.2 radians from the axis.
    #expect(error(.alpha(0.5)) == .noView(0.5))
  }
}
