import ArgumentParser
import GLRenderer

/// Reports the device that draws, or the reason why there is none.
struct Info: ParsableCommand, ThreadedCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "List the EGL devices, the device that draws, and its limits.",
    discussion: """
      Exits with 69, and lists the packages to install, when no device can draw.

      EXAMPLE
        meshrender info
      """)

  @Option(help: .device) var device: DeviceChoice = .automatic

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    try DriverStart.prepare()
    let renderer = try OpenedRenderer(device, warn: Console.warn).renderer()
    let parts = SandboxPart.all
    let (capabilities, devices) = (renderer.capabilities, Renderer.devices())
    try Console.report(
      json ? Self.json(capabilities, devices, parts) : Self.text(capabilities, devices, parts))
  }

  private static func text(_ c: Capabilities, _ devices: [RenderDevice], _ parts: [SandboxPart]) -> String {
    let list = devices.map { device in
      "  \(device.index)  " + (device.isSoftware ? "software" : "hardware")
        + [
          device.renderNode, device.file, device.cuda.map { "cuda:\($0)" }, device.pciAddress?.description,
          device.isSoftware ? nil : device.uuid.map { "GPU-\($0)" },
        ].compactMap { $0 }.map { "  \($0)" }.joined()
    }
    return
      (["EGL devices (--device gpu, software, or a name below):", "  surfaceless"] + list + [
        "Drawing with \(c.platform):",
        "  renderer          \(c.renderer)",
        "  vendor            \(c.vendor)",
        "  OpenGL ES         \(c.version)",
        "  EGL               \(c.eglVersion)",
        "  largest texture   \(c.maxTextureSize)px per side (larger canvases are drawn in tiles)",
        "  samples per pixel \(c.samples)",
        "  transparency      "
          + (c.hasExactTransparency
            ? "exact, also where translucent faces cross"
            : "whole triangles from back to front (this device does not support exact blending)"),
        "Memory:",
        "  for pictures      \(MemoryBudget.share.text) (--max-memory)",
        "  program, driver   \(ByteCount(ProcessUsage.now.peak)) here, and at most \(ByteCount(MemoryBudget.base)) by llvmpipe",
        "Sandbox of --untrusted:",
      ] + parts.map { "  \($0.name.padded(to: 17)) \($0.problem.map { "missing: \($0)" } ?? $0.summary)" })
      .joined(separator: "\n")
  }

  private static func json(_ c: Capabilities, _ devices: [RenderDevice], _ parts: [SandboxPart]) -> String {
    JSONText.object([
      ("platform", JSONText.string(c.platform)), ("renderer", JSONText.string(c.renderer)),
      ("vendor", JSONText.string(c.vendor)), ("version", JSONText.string(c.version)),
      ("eglVersion", JSONText.string(c.eglVersion)), ("maxTextureSize", "\(c.maxTextureSize)"),
      ("sampleCounts", JSONText.array(c.sampleCounts.map(String.init))),
      ("exactTransparency", "\(c.hasExactTransparency)"),
      (
        "memory",
        JSONText.object([
          ("limit", "\(MemoryBudget.share.limit)"), ("programAndDriver", "\(ProcessUsage.now.peak)"),
        ])
      ),
      ("supersampledCounts", JSONText.array(c.supersampledCounts.map(String.init))),
      (
        "devices",
        JSONText.array(
          devices.map { device in
            JSONText.object([
              ("index", "\(device.index)"), ("software", "\(device.isSoftware)"),
              ("renderNode", device.renderNode.map(JSONText.string) ?? "null"),
              ("file", device.file.map(JSONText.string) ?? "null"),
              ("cuda", device.cuda.map(String.init) ?? "null"),
              ("pciAddress", device.pciAddress.map { JSONText.string("\($0)") } ?? "null"),
              ("uuid", device.uuid.map(JSONText.string) ?? "null"),
            ])
          })
      ),
      (
        "sandbox",
        JSONText.array(
          parts.map { part in
            JSONText.object([
              ("part", JSONText.string(part.name)), ("present", "\(part.problem == nil)"),
              (
                part.problem == nil ? "has" : "problem", JSONText.string(part.problem ?? part.summary)
              ),
            ])
          })
      ),
    ])
  }
}

extension Capabilities {
  fileprivate var samples: String {
    func list(_ counts: [Int]) -> String { counts.map(String.init).joined(separator: ", ") }
    let more = supersampledCounts
    return list(sampleCounts) + (more.isEmpty ? "" : "; by supersampling also \(list(more))")
  }

  /// One line for `--verbose`.
  var summary: String { "\(renderer), \(version), \(platform)" }
}
