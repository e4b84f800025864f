import MeshTransform
import SceneDocument

/// CSS colors: components in range, or one sentence.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = FuzzInput(start, count).text
  do throws(SyntaxError) {
    let color = try ColorText.parse(text)
    for value in [color.red, color.green, color.blue, color.alpha] {
      require((0...1).contains(value), "\(color)")
    }
  } catch { check(error, in: text) }
  return 0
}
