import CheckedNumbers

/// The samples of one channel in the lines of a file.
struct EXRColumn {
  let type: EXRFile.SampleType
  /// The bytes of the channels before it, for one pixel.
  let offset: Int

  /// Converts the samples of a line to floats.
  /// - Parameters:
  ///   - line: all channels of the line, one after another.
  ///   - target: the place of the first sample; the others follow at distances of `stride`.
  @inline(__always)
  func decode(
    _ line: UnsafeRawBufferPointer, width: Int, into target: UnsafeMutablePointer<Float>, stride: Int
  ) {
    // The bytes of the file are little-endian, as those of all processors that run this.
    let first = offset * width
    switch type {
    case .half:
      for x in 0..<width {
        let bits = line.loadUnaligned(fromByteOffset: first + 2 * x, as: UInt16.self)
        target[x * stride] = Float(halfBits: UInt16(littleEndian: bits))
      }
    case .float:
      for x in 0..<width {
        let bits = line.loadUnaligned(fromByteOffset: first + 4 * x, as: UInt32.self)
        target[x * stride] = Float(bitPattern: UInt32(littleEndian: bits))
      }
    case .uint:
      for x in 0..<width {
        let value = line.loadUnaligned(fromByteOffset: first + 4 * x, as: UInt32.self)
        target[x * stride] = Float(UInt32(littleEndian: value))
      }
    }
  }

  /// Converts samples to those of a line. Integers are rounded toward zero and limited to their range.
  @inline(__always)
  func encode(
    _ source: UnsafePointer<Float>, stride: Int, width: Int, into line: UnsafeMutableRawBufferPointer
  ) {
    let first = offset * width
    switch type {
    case .half:
      for x in 0..<width {
        let bits = Float16(source[x * stride]).bitPattern.littleEndian
        line.storeBytes(of: bits, toByteOffset: first + 2 * x, as: UInt16.self)
      }
    case .float:
      for x in 0..<width {
        let bits = source[x * stride].bitPattern.littleEndian
        line.storeBytes(of: bits, toByteOffset: first + 4 * x, as: UInt32.self)
      }
    case .uint:
      for x in 0..<width {
        let value = UInt32(clamping: source[x * stride]).littleEndian
        line.storeBytes(of: value, toByteOffset: first + 4 * x, as: UInt32.self)
      }
    }
  }
}

extension Float {
  /// The value of a half (IEEE 754 binary16). Equal to `Float(Float16(bitPattern:))`, which calls a function for each
  /// number on processors without an instruction for it.
  @inline(__always)
  init(halfBits: UInt16) {
    let magnitude = UInt32(halfBits & 0x7FFF) << 13
    // The bias of the exponent is 127 instead of 15; subnormal halves become normal floats.
    let finite = (Float(bitPattern: magnitude) * 0x1p112).bitPattern
    let bits = magnitude < 0x0F80_0000 ? finite : magnitude | 0x7F80_0000
    self = Float(bitPattern: bits | UInt32(halfBits & 0x8000) << 16)
  }
}

extension EXRFile.Header {
  /// The columns of ``channels``, in their order, in the lines of a file.
  var columns: [EXRColumn] {
    var columns = channels.map { EXRColumn(type: $0.type, offset: 0) }
    var offset = 0
    for index in fileOrder {
      columns[index] = EXRColumn(type: channels[index].type, offset: offset)
      offset += channels[index].type.byteCount
    }
    return columns
  }
}
