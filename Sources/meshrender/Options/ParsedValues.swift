import MeshTransform
import SceneDocument

/// The texts of options as values; each failure names the option.

func parseColor(_ text: String, _ option: String) throws(Failure) -> Color {
  do { return try ColorText.parse(text) } catch { throw Failure(error, of: option) }
}

/// - `layerSize`: what percentages of `translate` refer to, in points.
func parseTransform(_ text: String, layerSize: Size) throws(Failure) -> Transform3D {
  do {
    return try TransformList.parse(text, layerSize: layerSize)
  } catch { throw Failure(error, of: "--transform") }
}

func parseLight(_ text: String) throws(Failure) -> Light {
  do { return try LightSpec.parseLight(text) } catch { throw Failure(error, of: "--light") }
}

func parseSurface(_ text: String) throws(Failure) -> Surface {
  do { return try LightSpec.parseSurface(text) } catch { throw Failure(error, of: "--surface") }
}
