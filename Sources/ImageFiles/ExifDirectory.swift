import MeshTransform

/// The first directory of Exif data, from their TIFF header on (TIFF 6.0, section 2).
struct ExifDirectory {
  private let bytes: [UInt8]
  private let isLittle: Bool
  /// The offset of the first entry, and the number of entries.
  private var first = 0, count = 0

  /// Nil for data without a TIFF header or a directory.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x49, 0x49, 42, 0]) {
      isLittle = true
    } else if bytes.starts(with: [0x4D, 0x4D, 0, 42]) {
      isLittle = false
    } else {
      return nil
    }
    self.bytes = bytes
    guard let directory = number(at: 4, bytes: 4), let count = number(at: directory, bytes: 2) else {
      return nil
    }
    (first, self.count) = (directory + 2, count)
  }

  /// The data of a chunk of PNG or WebP. Some writers keep the signature that they have in a JPEG.
  init?(chunk data: [UInt8]) {
    let signature = Array("Exif\0\0".utf8)
    self.init(data.starts(with: signature) ? Array(data.dropFirst(signature.count)) : data)
  }

  /// The value of an entry of the type SHORT, which stands at the start of the entry's last four bytes.
  func short(_ tag: Int) -> Int? {
    entry(tag, type: 3).flatMap { number(at: $0 + 8, bytes: 2) }
  }

  /// The value of an entry of the type RATIONAL; nil for a denominator of 0.
  func rational(_ tag: Int) -> Double? {
    guard let place = entry(tag, type: 5).flatMap({ number(at: $0 + 8, bytes: 4) }),
      let numerator = number(at: place, bytes: 4), let denominator = number(at: place + 4, bytes: 4),
      denominator > 0
    else { return nil }
    return Double(numerator) / Double(denominator)
  }

  /// The offset of an entry; nil where there is none of that type, or where the data end before it.
  private func entry(_ tag: Int, type: Int) -> Int? {
    for index in 0..<count {
      let offset = first + 12 * index
      guard let found = number(at: offset, bytes: 2) else { return nil }
      if found == tag { return number(at: offset + 2, bytes: 2) == type ? offset : nil }
    }
    return nil
  }

  private func number(at offset: Int, bytes length: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - length else { return nil }
    let part = bytes[offset..<offset + length]
    return isLittle ? part.littleEndian : part.bigEndian
  }
}

extension ImageOrientation {
  /// The orientation of Exif data; nil where they have none, or a value that is not one.
  init?(_ exif: ExifDirectory?) {
    guard let value = exif?.short(0x0112) else { return nil }
    self.init(rawValue: value)
  }

  /// The orientation of Exif data from their TIFF header on.
  init?(exif bytes: [UInt8]) { self.init(ExifDirectory(bytes)) }
}

extension PixelDensity {
  /// The resolution of Exif data in inches or centimeters; nil where they have none.
  init?(_ exif: ExifDirectory?) {
    guard let exif, let horizontal = exif.rational(0x011A), let vertical = exif.rational(0x011B) else {
      return nil
    }
    switch exif.short(0x0128) ?? 2 {
    case 2: self.init(dotsPerInch: horizontal, vertical)
    case 3: self.init(pixelsPerMeter: 100 * horizontal, 100 * vertical)
    default: return nil
    }
  }
}
