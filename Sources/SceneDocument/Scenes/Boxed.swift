/// A value that many layers of a scene do not have, kept outside of the layers: without it a layer takes the memory of
/// one reference.
struct Boxed<Value: Sendable>: Sendable {
  private indirect enum Storage: Sendable {
    case none
    case some(Value)
  }

  private var storage = Storage.none

  var value: Value? {
    get { if case .some(let value) = storage { value } else { nil } }
    set { storage = newValue.map(Storage.some) ?? .none }
  }
}
