import MeshTransform
import SceneDocument

/// Lists of pairs of all forms: any bytes are points or one sentence, and points have a finite map and mesh, or a sentence.
func fuzzFit(_ input: FuzzInput) {
  var input = input
  // A rigid sheet takes a tenth of a second.
  let methods: [FitMethod] =
    [
      .similarity, .affine, .projective, .polynomial(degree: 2), .thinPlate(smoothing: 0),
      .thinPlate(smoothing: 9), .spline,
    ] + FitMethod.LocalMaps.allCases.map(FitMethod.movingLeastSquares)
  let method = methods[input.number(below: methods.count)]
  let units = ControlPointFile.Units.allCases[input.number(below: 2)]
  let size = Size(64, 48)
  do throws(DocumentError) {
    let file = try ControlPointFile(
      input.file, name: "p", units: units, contentSize: size, canvasSize: size)
    let points = Array(file.points.prefix(40))
    do throws(FitError) {
      let fit = try PointFit(points, method, contentSize: size)
      for place in [Point(-9, 3), Point(20, 20), Point(64, 48)].compactMap(fit.canvas) {
        require(place.isFinite, "a place is finite")
      }
      let mesh = try fit.mesh(canvasSize: size, limit: 10_000).mesh
      _ = fit.fold(of: mesh, among: points)
      require(points.compactMap(fit.residual).allSatisfy { !$0.isNaN }, "a residual is a number")
    } catch { require(!error.description.contains("\n"), "an error is one sentence") }
  } catch { check(error) }
}
