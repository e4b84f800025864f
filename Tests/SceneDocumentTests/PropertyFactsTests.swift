import MeshTransform
import SceneDocument
import Testing

/// Other uses of the property tables: presets in files and texts, and descriptions in the schema.
@Suite struct PropertyFactsTests {
  @Test(arguments: MeshPreset.all.map(\.name))
  func presetsHaveTheSameRangesInTheModelAndInFiles(name: String) throws {
    let preset = try MeshPreset.named(name)
    let grid = ["rows": 2.0, "columns": 2.0].filter { axis, _ in
      preset.parameters.contains { $0.name == axis }
    }
    for parameter in preset.parameters where !parameter.isInteger {
      let (low, high) = (parameter.range.lowerBound, parameter.range.upperBound)
      for number in [low, high, low - 1e-3, high + 1e-3] {
        let values = grid.merging([parameter.name: number]) { $1 }
        let members = values.map { "\"\($0)\": \($1)" }.joined(separator: ", ")
        let layer = "\"bounds\": [0, 0, 1, 1], \"mesh\": {\"preset\": \"\(name)\", \(members)}"
        let isModel = (try? preset.mesh(values)) != nil
        let isRead = (try? decode(scene(layer: layer))) != nil
        #expect(isRead == isModel, "\(parameter.name) = \(number)")
        if !parameter.range.contains(number) { #expect(!isModel, "\(parameter.name) = \(number)") }
      }
    }
  }

  /// A full turn in radians is slightly more than 360 degrees after rounding.
  @Test func aTurnInRadiansIsWithinAPresetsRange() throws {
    let preset = try MeshPreset.named("cylinder")
    let parameter = try #require(preset.parameters.first { $0.isAngle })
    let spec = try Spec.parse("cylinder:angle=\((2 * Double.pi).nextUp)rad", subject: "mesh")
    #expect(try spec.entries[0].value(of: parameter) == 360)
  }

  @Test func theSchemaHasTheMeaningOfEachProperty() {
    let schema = SceneSchema.scene
    var summaries = Layer.properties.map(\.summary) + Surface.properties.map(\.summary)
    summaries += Light.properties.map(\.summary) + Spring.properties.map(\.summary)
    summaries += MediaTiming.properties.map(\.summary)
    summaries += MeshPreset.all.flatMap { $0.parameters.map(\.summary) }
    for summary in summaries {
      let start = summary.prefix(1).uppercased() + summary.dropFirst()
      #expect(schema.contains("\"description\": \"\(start)"), "\(summary)")
    }
  }
}
