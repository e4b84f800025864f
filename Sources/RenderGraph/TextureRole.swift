/// What an offscreen texture is for, apart from the picture of a layer: the last part of its key. Indices of layers are
/// 0 or more, quadrants -4 or more.
enum TextureRole: Int {
  /// A blended layer by itself.
  case isolated = -10
  /// What is behind a blended layer.
  case backdrop = -11
  /// A blended layer with what is behind it.
  case blended = -12
  /// A mask.
  case mask = -20

  var name: String {
    switch self {
    case .isolated: "isolated"
    case .backdrop: "backdrop"
    case .blended: "blended"
    case .mask: "mask"
    }
  }
}

extension [Int] {
  static func + (key: [Int], role: TextureRole) -> [Int] { key + [role.rawValue] }
}
