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

/// The elementwise maximum. The function of the standard library calls a function for each element.
@inline(__always)
func larger(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> { a.replacing(with: b, where: b .> a) }

@inline(__always)
func smaller(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> { a.replacing(with: b, where: b .< a) }

@inline(__always)
func magnitude(_ a: SIMD8<Float>) -> SIMD8<Float> { larger(a, -a) }

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
