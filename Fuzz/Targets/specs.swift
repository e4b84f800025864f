import MeshTransform
import SceneDocument

/// The texts of --mesh, --light, --surface and --outline: a valid value or one sentence.
func fuzzSpecs(_ input: FuzzInput) {
  let text = input.text
  do throws(SyntaxError) {
    let light = try LightSpec.parseLight(text)
    if case .failure(let error) = Result(catching: { try light.validate() }) { fatalError("\(error)") }
  } catch { check(error, in: text) }
  do throws(SyntaxError) {
    let surface = try LightSpec.parseSurface(text)
    if case .failure(let error) = Result(catching: { try surface.validate() }) { fatalError("\(error)") }
  } catch { check(error, in: text) }
  do throws(SyntaxError) { _ = try TextOutline(text: text) } catch { check(error, in: text) }
  do throws(SyntaxError) {
    let spec = try Spec.parse(mesh: text)
    let parameters = MeshPreset.all.first { $0.name == spec.name }?.parameters ?? []
    var values: [String: Double] = [:]
    for entry in spec.entries {
      values[entry.key] = try entry.value(of: parameters.first { $0.name == entry.key })
    }
    // Presets make up to a million faces; small ones have the same code.
    for key in ["rows", "columns"] { values[key] = values[key].map { min($0, 40) } }
    do { _ = try MeshDescription.mesh(preset: spec.name, values, layerSize: Size(4, 3)) } catch {
      check(error)
    }
  } catch { check(error, in: text) }
}
