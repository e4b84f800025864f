import Foundation
import Testing

@testable import GLRenderer

/// Addresses of the PCI bus, as `lspci`, `nvidia-smi` and the kernel write them.
struct PCIAddressTests {
  @Test(arguments: [
    ("0000:01:00.0", "0000:01:00.0"), ("01:00.0", "0000:01:00.0"), ("00000000:AF:1f.7", "0000:af:1f.7"),
    ("10000:e1:00.0", "10000:e1:00.0"),
  ])
  func isParsed(_ text: String, _ written: String) throws {
    #expect(try #require(PCIAddress(text)).description == written)
  }

  @Test func deviceFilesAreFoundInTheKernelsList() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pci-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let node = folder.appendingPathComponent("renderD128")
    try FileManager.default.createDirectory(at: node, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: node.appendingPathComponent("device").path, withDestinationPath: "../../../0000:65:00.0")
    #expect(
      PCIAddress(deviceFile: "/dev/dri/renderD128", classes: folder.path)?.description == "0000:65:00.0")
    #expect(PCIAddress(deviceFile: "/dev/dri/renderD129", classes: folder.path) == nil)
  }

  @Test func uuidsAreFoundInTheDriversList() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pci-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (address, uuid) in [("0000:17:00.0", "aaaa"), ("0000:65:00.0", "bbbb")] {
      let gpu = folder.appendingPathComponent(address)
      try FileManager.default.createDirectory(at: gpu, withIntermediateDirectories: true)
      try Data("Model: \t\t NVIDIA\nGPU UUID: \t GPU-\(uuid)\n".utf8).write(
        to: gpu.appendingPathComponent("information"))
    }
    #expect(PCIAddress(uuid: "bbbb", gpus: folder.path)?.description == "0000:65:00.0")
    #expect(PCIAddress(uuid: "cccc", gpus: folder.path) == nil)
  }
}
