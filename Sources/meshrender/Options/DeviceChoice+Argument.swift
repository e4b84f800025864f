import ArgumentParser
import GLRenderer

extension DeviceChoice: ExpressibleByArgument {
  /// What is none of the words may still be a file; opening it says which devices there are.
  public init?(argument: String) { self = DeviceChoice(argument) ?? .node(argument) }
  public var defaultValueDescription: String { description }
}

extension ArgumentHelp {
  /// Of every `--device`.
  static var device: ArgumentHelp {
    ArgumentHelp(
      "The device that draws: auto (a GPU, else software), gpu, software, surfaceless, a render node such as /dev/dri/renderD128, or a number from 'meshrender info'.",
      valueName: "device")
  }
}
