import MeshTransform
import SceneDocument

/// The key frames of morph targets.
extension GLTFModel {
  /// The key frames of the weights in the first animation that has some.
  mutating func readAnimations() throws(DocumentError) {
    guard !targetsOfNodes.isEmpty else { return }
    for animation in animations where contents.targets.tracks.isEmpty {
      let members = try animation.members(["channels", "samplers"])
      let samplers = try members["samplers"]?.elements() ?? []
      for channel in try members["channels"]?.elements() ?? [] {
        let parts = try channel.members(["sampler", "target"])
        guard let target = try parts["target"]?.members(["node", "path"]), let sampler = parts["sampler"],
          try target["path"]?.string() == "weights",
          let node = try target["node"]?.index(of: nodes.count, "nodes"), let targets = targetsOfNodes[node]
        else { continue }
        let index = try sampler.index(of: samplers.count, "samplers")
        contents.targets.tracks.append(try track(samplers[index], targets))
      }
    }
  }

  private mutating func track(_ sampler: GLTFValue, _ targets: [Int]) throws(DocumentError) -> MorphTrack {
    let members = try sampler.members(["input", "output", "interpolation"])
    guard let input = members["input"], let output = members["output"] else {
      throw sampler.error("there is no \"input\" or no \"output\"")
    }
    let name = try members["interpolation"]?.string() ?? "LINEAR"
    guard let interpolation = Self.interpolations[name] else {
      throw sampler.error("the interpolation is '\(name.excerpt)'; use LINEAR, STEP or CUBICSPLINE")
    }
    let times = try accessors.numbers(of: try accessors.accessor(input), width: 1).map(Double.init)
    let values = try accessors.numbers(of: try accessors.accessor(output), width: 1)
    let count = times.count * targets.count * (interpolation == .cubic ? 3 : 1)
    guard values.count == count else {
      throw sampler.error(
        "the output has \(values.count) numbers; \(times.count) keys of the weights need \(count)")
    }
    for i in times.indices.dropFirst() where times[i] < times[i - 1] {
      throw input.error("key \(i) is at \(times[i]) s, after one at \(times[i - 1]) s; times increase")
    }
    return MorphTrack(targets: targets, times: times, values: values, interpolation: interpolation)
  }

  private static let interpolations: [String: MorphTrack.Interpolation] = [
    "LINEAR": .linear, "STEP": .step, "CUBICSPLINE": .cubic,
  ]
}
