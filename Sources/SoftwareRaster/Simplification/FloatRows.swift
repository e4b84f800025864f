import RenderGraph

/// A row of numbers that is processed eight at a time. Refers to memory that it does not own, with eight more numbers
/// at either end.
struct FloatRow {
  typealias Eight = SIMD8<Float>

  let start: UnsafeMutablePointer<Float>

  @inline(__always)
  subscript(i: Int) -> Float {
    get { start[i] }
    nonmutating set { start[i] = newValue }
  }

  /// The eight numbers from index `i`.
  @inline(__always)
  func eight(_ i: Int) -> Eight { UnsafeRawPointer(start + i).loadUnaligned(as: Eight.self) }

  @inline(__always)
  func set(_ i: Int, _ value: Eight) {
    UnsafeMutableRawPointer(start + i).storeBytes(of: value, as: Eight.self)
  }
}

/// Rows of equal length in one allocation, which it owns.
final class FloatRows {
  private let memory: UnsafeMutablePointer<Float>
  private let pitch: Int
  let count: Int

  /// Allocates rows of zeros.
  init(_ count: Int, of length: Int) {
    pitch = (length + 7) / 8 * 8 + 16
    self.count = count
    memory = .allocate(capacity: max(count * pitch, 1))
    memory.initialize(repeating: 0, count: count * pitch)
  }

  @inline(__always)
  subscript(i: Int) -> FloatRow { FloatRow(start: memory + i * pitch + 8) }

  deinit { memory.deallocate() }
}
