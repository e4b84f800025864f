import MeshTransform

/// Reads CSS transform lists: `perspective(800) rotateX(-45deg)`.
///
/// As in CSS, and as with successive Core Animation calls on one matrix, the leftmost function is the outermost: the
/// last one is applied to the layer first. All functions of CSS Transforms 2 are supported, in any case:
///
/// - `matrix` (a, b, c, d, tx, ty), `matrix3d` (m11, m12, ... m44), `perspective` (length or `none`),
/// - `rotate`, `rotateX`, `rotateY`, `rotateZ`, `rotate3d`, `skew`, `skewX`, `skewY`,
/// - `scale`, `scaleX`, `scaleY`, `scaleZ`, `scale3d`, `translate`, `translateX`, `translateY`, `translateZ`,
///   `translate3d`; and `none` alone.
///
/// Lengths are points, without a unit or with `px`. Angles have the unit deg, rad, grad or turn; only zero needs no
/// unit. A percentage is a part of the layer's width or height in a translation, and of 1 in a scale. Arguments are
/// separated by commas or spaces. Unlike in CSS, a perspective of 0 is an error; one above 0 but below 1 counts as 1,
/// as in CSS.
public enum TransformList {
  /// - Parameter layerSize: the reference of percentages in a translation, in points; nil makes them errors.
  /// - Throws: `SyntaxError` with the column of the first fault.
  public static func parse(_ text: String, layerSize: Size? = nil) throws(SyntaxError) -> Transform3D {
    var cursor = TextCursor(text, subject: "transform")
    cursor.skipSpaces()
    guard !cursor.isAtEnd else {
      throw cursor.error("the transform is empty; write \"none\" or functions such as rotateX(-45deg)")
    }
    var result = Transform3D.identity
    var count = 0
    while !cursor.isAtEnd {
      let start = cursor.offset
      let name = cursor.takeName()
      if name.lowercased() == "none", count == 0 {
        try cursor.expectEnd(after: "\"none\"")
        return .identity
      }
      let transform = try parseFunction(named: name, at: start, &cursor, layerSize)
      result = transform * result
      guard result.isFinite else {
        throw cursor.error(at: start, "the numbers become too large with \(name); use smaller ones")
      }
      cursor.skipSpaces()
      count += 1
    }
    return result
  }

  private static func parseFunction(
    named name: String, at start: Int, _ cursor: inout TextCursor, _ layerSize: Size?
  ) throws(SyntaxError) -> Transform3D {
    guard !name.isEmpty else {
      let separator = cursor.next == UInt8(ascii: ",") ? "; separate functions by spaces" : ""
      throw cursor.error(
        "found \(cursor.found) where a function such as rotate(30deg) is expected\(separator)")
    }
    guard let function = TransformFunction.named[name.lowercased()] else {
      let known = TransformFunction.all.map(\.name)
      throw cursor.error(
        at: start, "\(quoted(name)) is not a transform function; \(NearestName.hint(name, among: known))")
    }
    cursor.skipSpaces()
    guard cursor.take("(") else {
      throw cursor.error("found \(cursor.found) after \(function.name); write \(function.example)")
    }
    var arguments = TransformArguments(function: function, layerSize: layerSize)
    try arguments.parse(&cursor)
    return function.make(arguments.values)
  }
}
