import GLRenderer
import Testing

/// Devices are chosen by kind, number or device file; what is not there is told with what is.
struct DeviceChoiceTests {
  @Test(arguments: [
    ("auto", DeviceChoice.automatic), ("surfaceless", .surfaceless), ("gpu", .gpu), ("software", .software),
    ("0", .device(0)), ("17", .device(17)), ("/dev/dri/renderD128", .node("/dev/dri/renderD128")),
  ])
  func isParsed(_ text: String, _ choice: DeviceChoice) {
    #expect(DeviceChoice(text) == choice && choice.description == text)
  }

  @Test(arguments: ["", "-1", "GPU", "renderD128", "0x1"]) func elseIsNone(_ text: String) {
    #expect(DeviceChoice(text) == nil)
  }

  /// Every device that EGL lists is the one that its number and its device file choose.
  @Test func listedDevicesAreFound() throws {
    for device in Renderer.devices() {
      var choices = [DeviceChoice.device(device.index)]
      if let node = device.renderNode { choices.append(.node(node)) }
      for choice in choices {
        do throws(GLError) {
          let platform = try Renderer(device: choice).capabilities.platform
          #expect(platform.hasPrefix("device \(device.index)"))
        } catch {
          // Listed and not usable, as a GPU without permission.
          #expect(!device.isSoftware, "\(error)")
        }
      }
    }
  }

  @Test func softwareIsOneOfTheDevices() throws {
    let devices = Renderer.devices().filter(\.isSoftware)
    try #require(!devices.isEmpty)
    let renderer = try Renderer(device: .software)
    #expect(renderer.capabilities.platform.hasPrefix("device \(devices[0].index)"))
    #expect(renderer.softwareFallback == nil)
  }

  @Test(arguments: [DeviceChoice.node("/dev/null"), .node("/dev/dri/renderD1000"), .device(9999)])
  func othersAreToldWithWhatThereIs(_ choice: DeviceChoice) throws {
    do throws(GLError) {
      _ = try Renderer(device: choice)
      Issue.record("opened \(choice)")
    } catch {
      guard case .noSuchDevice(choice.description, let available) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(available.contains("auto"))
      for device in Renderer.devices() { #expect(available.contains("\(device.index)")) }
    }
  }
}
