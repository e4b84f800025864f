import MeshTransform
import Testing

@Suite struct LightValidationTests {
  @Test func defaultsAreValid() throws {
    for kind in Light.Kind.allCases { try Light(kind).validate() }
    try Surface().validate()
  }

  @Test(arguments: [Double.nan, .infinity, -1, 1e7])
  func intensitiesHaveARange(_ value: Double) {
    let paths: [(String, WritableKeyPath<Light, Double>)] = [
      ("intensity", \.intensity), ("ambientIntensity", \.ambientIntensity), ("falloff", \.falloff),
      ("diffuseIntensity", \.diffuseIntensity), ("specularIntensity", \.specularIntensity),
    ]
    for (name, path) in paths {
      var light = Light(.point)
      light[keyPath: path] = value
      let error = #expect(throws: LightError.self) { try light.validate() }
      #expect(error?.property == name)
    }
  }

  @Test func geometryHasARange() {
    func error(_ change: (inout Light) -> Void) -> String? {
      var light = Light(.spot)
      change(&light)
      do throws(LightError) { try light.validate() } catch { return error.property }
      return nil
    }
    #expect(error { $0.direction = .zero } == "direction")
    #expect(error { $0.direction.y = .nan } == "direction")
    #expect(error { $0.position.z = .infinity } == "position")
    #expect(error { $0.falloffDistance = 0 } == "falloffDistance")
    #expect(error { $0.coneAngle = .degrees(91) } == "coneAngle")
    #expect(error { $0.coneAngle = .degrees(90) } == nil)
    #expect(error { $0.coneEdgeSoftness = 1.01 } == "coneEdgeSoftness")
    #expect(error { $0.color.green = 1.5 } == "color")
    #expect(error { ($0.kind, $0.direction) = (.point, .zero) } == nil)
  }

  @Test func surfacesHaveARange() {
    func error(_ surface: Surface) -> String? {
      do throws(LightError) { try surface.validate() } catch { return error.description }
      return nil
    }
    #expect(error(Surface(ambient: -0.5)) == "ambient is -0.5; use 0...1000000")
    #expect(error(Surface(diffuse: .nan)) == "diffuse is nan; use 0...1000000")
    #expect(error(Surface(specularExponent: 0)) == "specularExponent is 0.0; use more than 0, up to 1000000")
  }
}
