import ArgumentParser
import GLRenderer

extension DeviceChoice: ExpressibleByArgument {
  /// Any other word is treated as a file; the error of opening it lists the devices.
  public init?(argument: String) { self = DeviceChoice(argument) ?? .node(argument) }
  public var defaultValueDescription: String { description }
}

extension ArgumentHelp {
  /// The help of every `--device` option.
  static var device: ArgumentHelp {
    ArgumentHelp(
      "The device that draws: auto (a GPU, else software), gpu, software, surfaceless, a render node such as /dev/dri/renderD128, or a number from 'meshrender info'.",
      valueName: "device")
  }
}
