import MeshTransform
import SceneDocument
import Testing

/// A canvas that fits a moving layer.
@Suite struct AnimatedCanvasTests {
  private func canvas(_ animations: String, layer: String = "") throws -> Canvas {
    let made = try animated(
      scene(
        layer:
          "\"bounds\": [0,0,10,20], \"contents\": {\"color\": \"red\"}, \(layer) \"animations\": [\(animations)]",
        canvas: "\"fit\": true"))
    return made.scene.canvas
  }

  /// From (0, 0) to (100, 50), 10x20 around each.
  @Test func holdsBothEnds() throws {
    let path = "{\"keyPath\": \"position\", \"from\": [0, 0], \"to\": [100, 50], \"duration\": 3}"
    #expect(try canvas(path).frame == Rect(-5, -10, 110, 70))
    #expect(try canvas("").frame == Rect(-5, -10, 10, 20))
  }

  /// Starts late and repeats without end: from -200 to 200 eight times a second, while a slow animation has a cycle of
  /// 4 s.
  @Test func findsWhatIsFast() throws {
    let frame = try canvas(
      """
      {"keyPath": "position.x", "from": -200, "to": 200, "duration": 0.125, "repeatCount": "infinite",
       "beginTime": 10, "fillMode": "forwards"},
      {"keyPath": "opacity", "from": 1, "to": 0.5, "duration": 4, "repeatCount": "infinite"}
      """
    ).frame
    #expect(frame.minX < -190 && frame.maxX > 175, "\(frame)")
  }

  /// Half a turn about the left edge, with a known outline.
  @Test func followsTurns() throws {
    let frame = try canvas(
      "{\"keyPath\": \"transform.rotation\", \"from\": 0, \"to\": \"180deg\", \"duration\": 1}",
      layer: "\"anchorPoint\": [0, 0],"
    ).frame
    // At 180 degrees it covers (-10...0, -20...0); during the turn the far corner reaches its full distance.
    let far = (100.0 + 400).squareRoot()
    #expect(frame.minY == -20 && abs(frame.minX + far) < 1.01 && frame.maxX == 10, "\(frame)")
    #expect(abs(frame.maxY - far) < 1.01, "\(frame)")
  }

  @Test func invisibleLayersHaveNoOutline() throws {
    let hidden = #expect(throws: DocumentError.self) {
      try canvas("{\"keyPath\": \"opacity\", \"to\": 0}", layer: "\"opacity\": 0,")
    }
    #expect(hidden?.path == "canvas.fit")
    // At the end the layer is behind the eye.
    let near = #expect(throws: DocumentError.self) {
      try canvas(
        "{\"keyPath\": \"transform\", \"from\": \"perspective(100)\", \"to\": \"perspective(100) translateZ(200px)\"}"
      )
    }
    #expect(near?.problem.contains("behind the eye") == true)
  }

  /// Faults that appear during the animation name the time.
  @Test func faultsOnTheWayNameTheTime() throws {
    let found = #expect(throws: DocumentError.self) {
      try canvas(
        "{\"keyPath\": \"mesh.waves\", \"from\": 90, \"to\": 200, \"duration\": 1}",
        layer: "\"mesh\": {\"preset\": \"ripple\", \"rows\": 2, \"columns\": 2},")
    }
    #expect(found?.path.hasPrefix("layers[0]") == true, "\(String(describing: found))")
  }
}
