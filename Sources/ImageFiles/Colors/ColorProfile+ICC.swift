import MeshTransform

extension ColorProfile {
  /// The ICC profile for formats that store only RGB profiles, and neither code points nor gamma and chromaticities.
  /// Appends a warning for values that are omitted.
  func iccOfRGB(_ warnings: inout [ImageWarning]) -> [UInt8]? {
    guard let icc else {
      if let codePoints {
        if codePoints != .sRGB { warnings.append(.droppedCodePoints(codePoints)) }
      } else if sRGBIntent == nil {
        warnings.append(.droppedGamma)
      }
      return nil
    }
    guard icc.data.count > 128, icc.data[16..<20].elementsEqual("RGB ".utf8) else {
      warnings.append(.droppedICCProfile(name: icc.name))
      return nil
    }
    return icc.data
  }
}

extension ColorProfile {
  /// Whether the colors are those of an ICC profile of gray.
  var isOfGray: Bool {
    guard codePoints == nil, let icc else { return false }
    return icc.data.count > 128 && icc.data[16..<20].elementsEqual("GRAY".utf8)
  }

  /// A profile of nothing but ICC data; nil without data.
  init?(icc data: [UInt8]?) {
    guard let data else { return nil }
    self.init()
    icc = ICC(name: ICCDescription.text(data) ?? "ICC profile", data: data)
  }
}
