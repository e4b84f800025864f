#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The place of a device on the PCI bus, written `domain:bus:device.function` in hexadecimal digits.
public struct PCIAddress: Hashable, Sendable, CustomStringConvertible {
  /// 0...0xffffffff.
  public let domain: UInt32
  /// 0...0xff, 0...0x1f and 0...7.
  public let bus: UInt8, device: UInt8, function: UInt8

  /// Parses `0000:3b:00.0`; the domain may have eight digits, as `nvidia-smi` writes it, or be omitted. nil for anything
  /// else.
  public init?(_ text: some StringProtocol) {
    var parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 2 { parts.insert("0000", at: 0) }
    guard parts.count == 3 else { return nil }
    let last = parts[2].split(separator: ".", omittingEmptySubsequences: false)
    guard last.count == 2, let domain = Self.number(parts[0], digits: 4...8, UInt32.self),
      let bus = Self.number(parts[1], digits: 2...2, UInt8.self),
      let device = Self.number(last[0], digits: 2...2, UInt8.self), device < 32,
      let function = Self.number(last[1], digits: 1...1, UInt8.self), function < 8
    else { return nil }
    (self.domain, self.bus, self.device, self.function) = (domain, bus, device, function)
  }

  private static func number<Number: FixedWidthInteger>(
    _ text: some StringProtocol, digits: ClosedRange<Int>, _ type: Number.Type
  ) -> Number? {
    guard digits.contains(text.utf8.count), text.allSatisfy(\.isHexDigit) else { return nil }
    return Number(text, radix: 16)
  }

  public var description: String {
    func text(_ number: some FixedWidthInteger, _ digits: Int) -> String {
      let text = String(number, radix: 16)
      return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }
    return "\(text(domain, 4)):\(text(bus, 2)):\(text(device, 2)).\(function)"
  }
}

extension PCIAddress {
  /// The address of the device behind a file such as `/dev/dri/renderD128`; nil where the kernel links none to it.
  /// - `classes`: the kernel's list of these files.
  init?(deviceFile path: String, classes: String = "/sys/class/drm") {
    guard let name = path.split(separator: "/").last,
      let target = Self.target(of: "\(classes)/\(name)/device"), let last = target.split(separator: "/").last
    else { return nil }
    self.init(last)
  }

  /// The address of NVIDIA's GPU with this UUID (lowercase, without `GPU-`); nil where the driver lists none.
  /// - `gpus`: the driver's folder, with a file `information` in a folder for each GPU.
  init?(uuid: String, gpus: String = "/proc/driver/nvidia/gpus") {
    guard let folder = opendir(gpus) else { return nil }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        // The name ends with a zero byte within its array.
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      guard let address = PCIAddress(name),
        Self.text(of: "\(gpus)/\(name)/information")?.lowercased().contains("gpu-\(uuid)") == true
      else { continue }
      self = address
      return
    }
    return nil
  }

  private static func target(of link: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The first 4 KiB of a file.
  private static func text(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(file, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
