import MeshTransform
import TestSupport
import Testing

@Suite struct GestureTrackTests {
  private func pan(_ x: Double, _ y: Double, at time: Double) -> GestureTrack.Event {
    GestureTrack.Event(time: time, .move(GestureDelta(translation: Point(x, y))))
  }

  private func moved(_ state: GestureTransform) -> Point { Point.zero.applying(state.affineTransform) }

  @Test func eventsCountFromTheirTimeOn() throws {
    let track = try GestureTrack([
      pan(1, 0, at: 0.5), pan(10, 0, at: 1), pan(100, 0, at: 1), .init(time: 2, .startOver),
      pan(0, 7, at: 2.5),
    ])
    for (time, x, y) in [
      (-1.0, 0.0, 0.0), (0, 0, 0), (0.49, 0, 0), (0.5, 1, 0), (0.99, 1, 0), (1, 111, 0), (1.9, 111, 0),
      (2, 0, 0),
      (2.5, 0, 7), (1e300, 0, 7),
    ] {
      #expect(moved(track.state(at: time)) == Point(x, y), "at \(time)")
    }
    #expect(moved(track.final) == Point(0, 7) && track.duration == 2.5)
  }

  @Test func anEmptyTrackIsTheIdentity() throws {
    let track = try GestureTrack([])
    #expect(track.final.isIdentity && track.state(at: 3).isIdentity && track.duration == 0)
  }

  @Test func theFinalStateIsTheSumOfTheDeltas() throws {
    var random = SplitMix64(seed: 10)
    var (events, sum): ([GestureTrack.Event], GestureTransform) = ([], .identity)
    for index in 0..<200 {
      let delta = GestureDelta(
        translation: Point(random.number(in: -9...9), random.number(in: -9...9)),
        scale: random.number(in: 0.9...1.1), rotation: .degrees(random.number(in: -9...9)),
        around: Point(random.number(in: 0...99), random.number(in: 0...99)))
      sum.add(delta)
      events.append(.init(time: Double(index) / 60, .move(delta)))
      if index == 120 {
        #expect(try GestureTrack(events).final == sum)
      }
    }
    let track = try GestureTrack(events)
    #expect(track.final == sum)
    #expect(try track.state(at: 2.001) == GestureTrack(Array(events.prefix(121))).final)
  }

  @Test func errorsNameTheEvent() {
    func message(_ events: GestureTrack.Event...) -> String? {
      do throws(GestureError) {
        _ = try GestureTrack(events)
        return nil
      } catch { return error.description }
    }
    func move(_ delta: GestureDelta) -> GestureTrack.Event { .init(time: 1, .move(delta)) }
    #expect(
      message(pan(0, 0, at: 1), pan(0, 0, at: 0.5))
        == "events[1] is at 0.5 s; use a finite time of 1.0 s or later, in order")
    #expect(message(pan(0, 0, at: -1))?.hasPrefix("events[0] is at -1.0 s") == true)
    #expect(message(pan(0, 0, at: .nan))?.hasPrefix("events[0] is at nan s") == true)
    #expect(message(pan(0, 0, at: .infinity)) != nil)
    #expect(message(pan(.nan, 0, at: 1)) == "events[0]: translation x is nan; use points in -1e9...1e9")
    #expect(message(move(GestureDelta(scale: 0))) == "events[0]: scale is 0.0; use 1e-6...1e6")
    #expect(message(move(GestureDelta(rotation: .radians(.infinity)))) != nil)
    #expect(message(move(GestureDelta(around: Point(0, 1e300)))) != nil)
    let tiny = Array(repeating: move(GestureDelta(scale: 1e-4)), count: 3)
    #expect(throws: GestureError.outOfSight(event: 2)) { try GestureTrack(tiny) }
    let huge = Array(repeating: move(GestureDelta(scale: 1e6, around: Point(1e9, 0))), count: 2)
    #expect(throws: GestureError.outOfSight(event: 0)) { try GestureTrack(huge) }
  }
}
