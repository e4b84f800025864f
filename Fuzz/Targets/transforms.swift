import MeshTransform
import SceneDocument

/// CSS transforms: a finite matrix or one sentence with a column of the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = FuzzInput(start, count).text
  for size in [nil, Size(4, 3)] {
    do throws(SyntaxError) {
      let transform = try TransformList.parse(text, layerSize: size)
      require(transform.isFinite, "\(transform)")
    } catch { check(error, in: text) }
  }
  return 0
}
