import Foundation
import Testing

@testable import GLRenderer

/// A GPU that EGL does not list is named with the part of its driver that is missing.
struct MissingGPUTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "gpu-\(UUID().uuidString)")
  private var places: MissingGPU.Places

  init() throws {
    for name in ["dev", "vendors", "others"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    places = MissingGPU.Places(
      devices: folder.appendingPathComponent("dev").path, library: "libc.so.6",
      vendorFolders: [folder.appendingPathComponent("vendors").path],
      otherVendorFolders: [folder.appendingPathComponent("others").path], namedVendorFiles: nil)
  }

  private func add(_ name: String) throws { try Data().write(to: folder.appendingPathComponent(name)) }

  private func reason(_ places: MissingGPU.Places) throws -> String {
    defer { try? FileManager.default.removeItem(at: folder) }
    return try #require(MissingGPU(places)).description
  }

  @Test func withoutDeviceFilesThereIsNone() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(MissingGPU(places) == nil)
  }

  @Test func theLoadersReasonIsQuoted() throws {
    try add("dev/nvidia3")
    var places = places
    places.library = "libEGL_missing.so.0"
    let reason = try reason(places)
    #expect(reason.contains("dev/nvidia3 exists"))
    #expect(reason.contains("libEGL_missing.so.0: cannot open shared object file"))
    #expect(reason.contains("NVIDIA_DRIVER_CAPABILITIES=graphics"))
  }

  @Test func aMissingVendorFileIsNamed() throws {
    try add("dev/nvidia0")
    #expect(try reason(places).contains("vendors/10_nvidia.json"))
  }

  @Test func aVendorFileElsewhereIsFound() throws {
    try add("dev/nvidia0")
    try add("others/10_nvidia.json")
    let reason = try reason(places)
    #expect(reason.contains("others/10_nvidia.json: set __EGL_VENDOR_LIBRARY_FILENAMES"))
  }

  @Test func theEnvironmentMayLeaveItOut() throws {
    try add("dev/nvidia0")
    try add("vendors/10_nvidia.json")
    var places = places
    places.namedVendorFiles = "/usr/share/glvnd/egl_vendor.d/50_mesa.json"
    #expect(try reason(places).contains("names only /usr/share/glvnd/egl_vendor.d/50_mesa.json"))
  }

  @Test func withAllPartsTheirVersionsAreInDoubt() throws {
    try add("dev/nvidia0")
    try add("vendors/10_nvidia.json")
    #expect(try reason(places).contains("nvidia-smi"))
  }

  @Test func windowsHasItsOwn() throws {
    try add("dev/dxg")
    #expect(try reason(places).contains("GALLIUM_DRIVER=d3d12"))
  }
}
