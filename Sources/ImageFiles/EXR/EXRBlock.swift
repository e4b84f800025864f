import CPNG

/// The compression of a block of lines.
///
/// RLE, ZIPS and ZIP compress the same rearrangement of the bytes: those at even places precede those at odd ones, so that
/// the high bytes of halves are side by side, and each is replaced by its difference from the one before, plus 128.
enum EXRBlock {
  /// The level of zlib that OpenEXR uses by default.
  private static let level: Int32 = 4

  /// The bytes of a block in a file: the samples as they are where compression does not make them fewer.
  static func pack(_ block: ArraySlice<UInt8>, _ compression: EXRFile.Compression) -> [UInt8] {
    guard compression != .none, block.count > 1 else { return Array(block) }
    let rearranged = rearranged(block)
    let packed =
      compression == .rle ? runs(rearranged) : deflated(rearranged, limit: block.count - 1)
    return packed.isEmpty || packed.count >= block.count ? Array(block) : packed
  }

  /// The samples of a block.
  /// - Parameter count: the number of bytes that the block must have.
  /// - Returns: nil for damaged data.
  static func unpack(_ packed: [UInt8], _ compression: EXRFile.Compression, count: Int) -> [UInt8]? {
    if packed.count == count { return packed }
    switch compression {
    case .none: return nil
    case .rle: return expandedRuns(packed, count: count).map(restored)
    case .zips, .zip:
      var isWhole = false
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
        guard let start = bytes.baseAddress else { return }
        isWhole = zlib_block_expand(packed, packed.count, start, count)
        filled = isWhole ? count : 0
      }
      return isWhole ? restored(bytes) : nil
    }
  }

  private static func deflated(_ bytes: [UInt8], limit: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: limit) { packed, filled in
      guard let start = packed.baseAddress else { return }
      filled = zlib_block_compress(bytes, bytes.count, start, limit, level)
    }
  }

  private static func rearranged(_ block: ArraySlice<UInt8>) -> [UInt8] {
    let half = (block.count + 1) / 2
    return [UInt8](unsafeUninitializedCapacity: block.count) { target, filled in
      block.withUnsafeBufferPointer { source in
        for i in 0..<half { target[i] = source[2 * i] }
        for i in 0..<source.count / 2 { target[half + i] = source[2 * i + 1] }
        var last = target[0]
        for i in 1..<source.count {
          let byte = target[i]
          (target[i], last) = (byte &- last &+ 128, byte)
        }
        filled = source.count
      }
    }
  }

  private static func restored(_ differences: [UInt8]) -> [UInt8] {
    guard var last = differences.first else { return [] }
    let half = (differences.count + 1) / 2
    return [UInt8](unsafeUninitializedCapacity: differences.count) { target, filled in
      differences.withUnsafeBufferPointer { source in
        target[0] = last
        for i in 1..<half {
          last = last &+ source[i] &- 128
          target[2 * i] = last
        }
        for i in half..<max(source.count, half) {
          last = last &+ source[i] &- 128
          target[2 * (i - half) + 1] = last
        }
        filled = source.count
      }
    }
  }

  /// Runs of 3...128 equal bytes as their number less one and the byte; other bytes behind the negative of their number,
  /// 1...127.
  private static func runs(_ bytes: [UInt8]) -> [UInt8] {
    var (packed, at, literals) = ([UInt8](), 0, 0)
    func end(at place: Int) -> Int {
      var end = place + 1
      while end < bytes.count, bytes[end] == bytes[place], end - place < 128 { end += 1 }
      return end
    }
    func flush(to end: Int) {
      while literals < end {
        let count = min(end - literals, 127)
        packed.append(UInt8(bitPattern: Int8(-count)))
        packed += bytes[literals..<literals + count]
        literals += count
      }
    }
    while at < bytes.count {
      let end = end(at: at)
      if end - at >= 3 {
        flush(to: at)
        packed += [UInt8(end - at - 1), bytes[at]]
        literals = end
      }
      at = end
    }
    flush(to: bytes.count)
    return packed
  }

  private static func expandedRuns(_ packed: [UInt8], count: Int) -> [UInt8]? {
    var (bytes, at) = ([UInt8](), 0)
    bytes.reserveCapacity(count)
    while at < packed.count {
      let number = Int(Int8(bitPattern: packed[at]))
      at += 1
      if number < 0 {
        guard packed.count - at >= -number, count - bytes.count >= -number else { return nil }
        bytes += packed[at..<at - number]
        at -= number
      } else {
        guard at < packed.count, count - bytes.count > number else { return nil }
        bytes += repeatElement(packed[at], count: number + 1)
        at += 1
      }
    }
    return bytes.count == count ? bytes : nil
  }
}
