import MeshFormats
import MeshTransform
import SceneDocument
import Testing

@Suite struct GLTFMorphTests {
  /// Two targets: up by 0.25 at the first vertex, right by 0.5 at all.
  private func face(
    names: String = ", \"extras\": {\"targetNames\": [\"smile\", \"é\"]}", weights: String = "",
    node: String = "",
    interpolation: String = "LINEAR", values: [Float] = [0, 0, 1, 0, 0, 1]
  ) -> GLTFSample {
    var sample = GLTFSample.square(
      more: [
        "\"animations\": [{\"channels\": [{\"sampler\": 0, \"target\": {\"node\": 0, \"path\": \"weights\"}}], "
          + "\"samplers\": [{\"input\": 5, \"output\": 6, \"interpolation\": \"\(interpolation)\"}]}]"
      ])
    sample.add([0, 0.25, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], "VEC3")
    sample.add([0.5, 0, 0, 0.5, 0, 0, 0.5, 0, 0, 0.5, 0, 0], "VEC3")
    sample.add([0, 1, 3], "SCALAR")
    sample.add(values, "SCALAR")
    sample.members[0] = "\"scenes\": [{\"nodes\": [0]}], \"nodes\": [{\"mesh\": 0\(node)}]"
    sample.members[1] =
      "\"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0, \"TEXCOORD_0\": 1}, \"indices\": 2, "
      + "\"targets\": [{\"POSITION\": 3}, {\"POSITION\": 4}]}]\(weights)\(names)}]"
    return sample
  }

  private func shape(_ weights: [String: Double], time: Double? = nil) -> MorphShape {
    var shape = MorphShape()
    for (name, weight) in weights { shape[name] = weight }
    shape.time = time
    return shape
  }

  @Test func aShapeIsTheBaseAndTheWeightedTargets() throws {
    let mesh = try face().read().morphable()
    #expect(mesh.targets.names == ["smile", "é"] && mesh.targets.weights == [0, 0])
    for (smile, right) in [(0.0, 0.0), (1, 0), (0.7, -0.5), (2, 1)] {
      let moved = try mesh.mesh(shape(["smile": smile, "é": right]))
      for (i, (a, b)) in zip(mesh.base.vertices, moved.vertices).enumerated() {
        #expect(a.from == b.from)
        #expect(abs(b.toX - a.toX - Float(0.5 * right)) < 1e-6)
        #expect(abs(b.toY - a.toY + (i == 0 ? Float(0.25 * smile) : 0)) < 1e-6)
      }
    }
    // The weights of the node replace those of the mesh; given ones replace both.
    #expect(try face(weights: ", \"weights\": [0.5, 1]").read().targets.weights == [0.5, 1])
    let own = try face(weights: ", \"weights\": [0.5, 1]", node: ", \"weights\": [0, 0.25]").read()
    #expect(own.targets.weights == [0, 0.25])
    #expect(try own.mesh().vertices[0].toX == 0.125)
    #expect(try own.morphable().mesh(shape(["smile": 1])).vertices[0].to == SIMD3(0.125, -0.25, 0))
  }

  @Test func targetsHaveNamesOrNumbers() throws {
    let plain = try face(names: "").read().morphable()
    #expect(plain.targets.names == ["0", "1"])
    #expect(try plain.mesh(shape(["1": 1])).vertices[0].toX == 0.5)
    // A number is the index where no target has the name.
    #expect(try face().read().morphable().mesh(shape(["1": 1])).vertices[0].toX == 0.5)
    let twice = try face(names: ", \"extras\": {\"targetNames\": [\"a\", \"a\"]}").read()
    #expect(twice.targets.names == ["a", "a_1"])
    // A name of other bytes is another name.
    #expect(throws: MorphError.unknownTarget("e\u{301}", names: ["smile", "é"])) {
      try face().read().morphable().mesh(shape(["e\u{301}": 1]))
    }
    #expect(throws: MorphError.noTargets) { try GLTFSample.square().read().morphable().mesh(shape(["a": 1])) }
    var still = face()
    still.members.removeLast()
    #expect(throws: MorphError.noKeyFrames) { try still.read().morphable().mesh(shape([:], time: 1)) }
  }

  @Test func keyFramesHaveWeightsAtEveryTime() throws {
    let linear = try face().read().targets
    for (time, weights) in [
      (-1.0, [0, 0] as [Float]), (0, [0, 0]), (0.5, [0.5, 0]), (1, [1, 0]), (2, [0.5, 0.5]), (3, [0, 1]),
      (9, [0, 1]),
    ] {
      #expect(try linear.weights(of: shape([:], time: time)) == weights)
    }
    #expect(try linear.weights(of: shape(["smile": 7], time: 2)) == [7, 0.5])
    let step = try face(interpolation: "STEP").read().targets
    #expect(try step.weights(of: shape([:], time: 2.9)) == [1, 0])
    // Slopes of 0 at values 0, 1 and 0: the cubic has 0.5 in the middle, and 5/32 after a quarter.
    let rows: [Float] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0]
    let cubic = try face(interpolation: "CUBICSPLINE", values: rows).read().targets
    #expect(try cubic.weights(of: shape([:], time: 0.5))[0] == 0.5)
    #expect(try cubic.weights(of: shape([:], time: 0.25))[0] == 5.0 / 32)
    #expect(face(values: [0, 0, 1]).fault.contains("3 keys of the weights need 6"))
  }

  /// A placement scales the offsets as it scales the model.
  @Test func offsetsAreFitted() throws {
    let mesh = try face(node: ", \"scale\": [4, 4, 4]").read(MeshPlacement(fit: .fill), size: Size(200, 100))
      .morphable()
    let moved = try mesh.mesh(shape(["smile": 1, "é": 1]))
    #expect(moved.vertices[0].to == SIMD3(0.5, -0.25, 0) && moved.vertices[2].to == SIMD3(1.5, 1, 0))
  }
}
