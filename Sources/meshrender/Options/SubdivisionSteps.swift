import ArgumentParser
import MeshTransform

/// A number of subdivision steps on the command line; "auto" is -1.
struct SubdivisionSteps: ExpressibleByArgument {
  let count: Int

  init?(argument: String) {
    if argument == "auto" {
      count = Mesh.automaticSubdivision
    } else {
      guard let count = Int(argument), count >= Mesh.automaticSubdivision else { return nil }
      self.count = count
    }
  }
}

extension Mesh.FaceInterpolation: ExpressibleByArgument {}
