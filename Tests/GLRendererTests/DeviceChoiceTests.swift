import Testing

@testable import GLRenderer

/// Devices are chosen by kind, number or device file; what is not there is told with what is.
struct DeviceChoiceTests {
  @Test(arguments: [
    ("auto", DeviceChoice.automatic), ("surfaceless", .surfaceless), ("gpu", .gpu), ("software", .software),
    ("0", .device(0)), ("17", .device(17)), ("/dev/dri/renderD128", .node("/dev/dri/renderD128")),
    ("cuda:0", .cuda(0)), ("cuda:11", .cuda(11)), ("0000:3b:00.0", .pci(PCIAddress("3b:00.0")!)),
    (
      "GPU-5b1fb2d6-6de2-1d3b-a0b7-7c3f0d5e9a11", .uuid("5b1fb2d6-6de2-1d3b-a0b7-7c3f0d5e9a11")
    ),
  ])
  func isParsed(_ text: String, _ choice: DeviceChoice) {
    #expect(DeviceChoice(text) == choice && choice.description == text)
  }

  @Test func otherSpellingsMeanTheSame() {
    #expect(DeviceChoice("00000000:3B:00.0") == DeviceChoice("3b:00.0"))
    #expect(
      DeviceChoice("5B1FB2D6-6DE2-1D3B-A0B7-7C3F0D5E9A11")
        == .uuid("5b1fb2d6-6de2-1d3b-a0b7-7c3f0d5e9a11"))
  }

  @Test(arguments: [
    "", "-1", "GPU", "renderD128", "0x1", "cuda", "cuda:", "cuda:-1", "cuda:x", "3b:00", "3b:00.8", "3b:20.0",
    "100:00.0", "0000:3b:00.0.0", "zz:00.0", "GPU-5b1fb2d6", "GPU-5b1fb2d6-6de2-1d3b-a0b7-7c3f0d5e9a1g",
    "MIG-5b1fb2d6-6de2-1d3b-a0b7-7c3f0d5e9a11",
  ])
  func elseIsNone(_ text: String) {
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
    guard !devices.isEmpty else {
      // A GPU's driver alone, without Mesa's.
      #expect(!Renderer.devices().isEmpty)
      return
    }
    let renderer = try Renderer(device: .software)
    #expect(renderer.capabilities.platform.hasPrefix("device \(devices[0].index)"))
    #expect(renderer.deviceFallback == nil)
  }

  @Test(arguments: [
    DeviceChoice.node("/dev/null"), .node("/dev/dri/renderD1000"), .device(9999), .cuda(999),
    .pci(PCIAddress("ffff:ff:1f.7")!), .uuid("00000000-0000-0000-0000-00000000dead"),
  ])
  func othersAreToldWithWhatThereIs(_ choice: DeviceChoice) throws {
    do throws(GLError) {
      _ = try Renderer(device: choice)
      Issue.record("opened \(choice)")
    } catch {
      guard case .noSuchDevice(choice.description, let available, _) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(available.contains("auto"))
      for device in Renderer.devices() { #expect(available.contains("\(device.index)")) }
    }
  }

  /// Workers of a batch begin with different GPUs, and each can fall back to all others and to the CPU.
  @Test func workersAreSpreadOverGPUs() throws {
    let devices = [false, false, true, false].enumerated().map { index, isSoftware in
      EGLDevices.Device(
        index: index, handle: UnsafeMutableRawPointer(bitPattern: 1)!,
        extensions: isSoftware ? "EGL_MESA_device_software" : "", file: nil, renderNode: nil, cuda: nil,
        uuid: nil)
    }
    func order(_ choice: DeviceChoice, _ worker: Int) throws -> [String] {
      try DisplayConnection.candidates(for: choice, among: devices, worker: worker).map(\.name)
    }
    #expect(try order(.gpu, 0) == ["device 0", "device 1", "device 3"])
    #expect(try order(.gpu, 1) == ["device 1", "device 3", "device 0"])
    #expect(try order(.gpu, 5) == ["device 3", "device 0", "device 1"])
    #expect(try order(.automatic, 1) == ["device 1", "device 3", "device 0", "surfaceless", "device 2"])
    for worker in 0..<4 {
      #expect(try order(.device(1), worker) == ["device 1"])
      #expect(try order(.software, worker) == ["device 2"])
    }
    func count(_ choice: DeviceChoice) -> Int { DisplayConnection.gpuCount(for: choice, among: devices) }
    #expect(count(.automatic) == 3 && count(.gpu) == 3 && count(.device(1)) == 1)
    #expect(
      count(.device(2)) == 0 && count(.software) == 0 && count(.surfaceless) == 0 && count(.device(9)) == 0)
    #expect(DisplayConnection.gpuCount(for: .automatic, among: []) == 0)
  }
}
