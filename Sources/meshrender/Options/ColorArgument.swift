import ArgumentParser
import MeshTransform
import SceneDocument

/// A CSS color on the command line.
struct ColorArgument: ExpressibleByArgument {
  let color: Color

  init(argument text: String, named name: String) throws(Failure) {
    color = try orFail({ (error: SyntaxError) in Failure(.usage, "\(name): \(error)") }) {
      () throws(SyntaxError) in try ColorText.parse(text)
    }
  }

  init?(argument: String) {
    guard let color = try? ColorText.parse(argument) else { return nil }
    self.color = color
  }
}
