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
      "The device that draws: auto (a GPU, else software), gpu, software, surfaceless, or a number, render node, CUDA number (cuda:0), PCI address or UUID from 'meshrender info'.",
      valueName: "device")
  }
}
