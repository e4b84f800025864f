import MeshTransform
import SceneDocument

/// Parses a color; a failure names the option.
func parseColor(_ text: String, _ option: String) throws(Failure) -> Color {
  do { return try ColorText.parse(text) } catch { throw Failure(error, of: option) }
}
