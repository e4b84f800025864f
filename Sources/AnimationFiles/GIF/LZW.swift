/// GIF's compression (GIF89a, appendix F): codes of increasing width for strings that occurred before.
enum LZW {
  /// Appends the width of the first codes, the codes in blocks of up to 255 bytes, and an empty block.
  /// - Parameters:
  ///   - indices: each below `1 << bits`, at least one.
  ///   - bits: 2...8.
  static func encode(_ indices: [UInt8], bits: Int, onto output: inout [UInt8]) {
    var writer = CodeWriter(reserving: indices.count / 2)
    let (clear, end) = (UInt32(1) << bits, UInt32(1) << bits + 1)
    var strings = Strings()
    var (next, width) = (end + 1, bits + 1)
    writer.put(clear, width: width)
    indices.withUnsafeBufferPointer { indices in
      var code = UInt32(indices[0])
      for i in 1..<max(1, indices.count) {
        let index = indices[i]
        if let longer = strings.find(code, index, orInsert: next) {
          code = longer
          continue
        }
        writer.put(code, width: width)
        code = UInt32(index)
        // A decoder adds a string one code later than the encoder, and widens its codes as its table grows.
        if next == 1 << width, width < 12 { width += 1 }
        next += 1
        // One below the limit of 4,096 strings, at which old decoders fail.
        if next >= 4095 {
          writer.put(clear, width: width)
          strings.removeAll()
          (next, width) = (end + 1, bits + 1)
        }
      }
      writer.put(code, width: width)
      if next == 1 << width, width < 12 { width += 1 }
      writer.put(end, width: width)
    }
    output.append(UInt8(bits))
    writer.appendBlocks(to: &output)
  }

  /// A hash table of strings, each a known string followed by one index.
  private struct Strings {
    private var keys = [UInt32](repeating: .max, count: 1 << 14)
    private var codes = [UInt32](repeating: 0, count: 1 << 14)

    mutating func find(_ code: UInt32, _ index: UInt8, orInsert new: UInt32) -> UInt32? {
      let key = code << 8 | UInt32(index)
      // Fibonacci hashing; at most a quarter of the slots is used.
      var place = Int((key &* 0x9E37_79B9) >> 18)
      while keys[place] != key {
        if keys[place] == .max {
          (keys[place], codes[place]) = (key, new)
          return nil
        }
        place = (place + 1) & (1 << 14 - 1)
      }
      return codes[place]
    }

    mutating func removeAll() {
      for place in keys.indices { keys[place] = .max }
    }
  }

  /// Packs codes into bytes, lowest bits first.
  private struct CodeWriter {
    private var bytes: [UInt8] = []
    private var (pending, count) = (UInt32(0), 0)

    init(reserving capacity: Int) { bytes.reserveCapacity(capacity) }

    mutating func put(_ code: UInt32, width: Int) {
      pending |= code << count
      count += width
      while count >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: pending))
        pending >>= 8
        count -= 8
      }
    }

    mutating func appendBlocks(to output: inout [UInt8]) {
      if count > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
      for start in stride(from: 0, to: bytes.count, by: 255) {
        let block = bytes[start..<min(start + 255, bytes.count)]
        output.append(UInt8(block.count))
        output += block
      }
      output.append(0)
    }
  }
}
