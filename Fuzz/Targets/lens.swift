import MeshFormats
import MeshTransform
import SceneDocument

/// Calibration files of all forms: any bytes are a camera or one sentence, and a camera has a finite mesh or a sentence.
func fuzzLens(_ input: FuzzInput) {
  var input = input
  let models: [LensFile.Model?] = [nil, .opencv, .fisheye, .barrel, .barrelInverse]
  let model = models[input.number(below: models.count)]
  let camera: String? = [nil, "0", "1"][input.number(below: 3)]
  let direction = LensCorrection.Direction.allCases[input.number(below: 2)]
  let view = [LensModel.View.same, .alpha(0.5), .fieldOfView(.degrees(90))][input.number(below: 3)]
  let size = Size(64, 48)
  do throws(DocumentError) {
    let lens = try LensFile.read(
      input.file, name: "c", options: .init(model: model, camera: camera, pictureSize: size))
    do throws(LensError) {
      let correction = try LensCorrection(lens, direction, view: view, layerSize: size)
      _ = correction.warning
      for x in [-0.5, 20, 63.5] {
        guard let content = correction.content(at: SIMD2(x, 20)) else { continue }
        require(content.x.isFinite && content.y.isFinite, "a position is finite")
      }
      guard max(correction.size.width, correction.size.height) < 4096 else { return }
      _ = try correction.mesh(layerSize: size, limit: 10_000)
    } catch { require(!error.description.contains("\n"), "an error is one sentence") }
  } catch { check(error) }
}
