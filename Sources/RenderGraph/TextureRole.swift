/// What an offscreen texture is for, apart from the picture of a layer: the last part of its key. Indices of layers are
/// 0 or more, quadrants -4 or more.
enum TextureRole: Int {
  /// A blended layer by itself.
  case isolated = -10
  /// The backdrop of a blended layer.
  case backdrop = -11
  /// A blended layer over its backdrop.
  case blended = -12
  case mask = -13
  /// The shape that throws a shadow.
  case shadow = -14
  /// A shape at a lower resolution.
  case reduced = -15
  /// A shape that is blurred along x.
  case blurredRows = -16
  case blurred = -17
  /// A layer as it is seen from behind.
  case back = -18
  /// A layer with a contact shadow, seen from the front.
  case contactShape = -19
  case contactHeights = -20
  case contactUnderside = -23
  /// The part of a layer near one height.
  case contactBand = -21
  case contactShadow = -22

  var name: String {
    switch self {
    case .isolated: "isolated"
    case .backdrop: "backdrop"
    case .blended: "blended"
    case .mask: "mask"
    case .shadow: "shadow"
    case .reduced: "reduced"
    case .blurredRows: "blurred along x"
    case .blurred: "blurred"
    case .back: "back"
    case .contactShape: "contact shape"
    case .contactHeights: "contact heights"
    case .contactUnderside: "contact underside"
    case .contactBand: "contact band"
    case .contactShadow: "contact shadow"
    }
  }
}

extension [Int] {
  static func + (key: [Int], role: TextureRole) -> [Int] { key + [role.rawValue] }
}
