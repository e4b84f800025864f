import MeshTransform
import Testing

@Suite struct GroupTests {
  private func move(_ timing: MediaTiming) -> Animation {
    .change(.zPosition, from: .number(0), to: .number(100), timing: timing)
  }

  @Test func cutsOffItsChildrenAtItsEnd() throws {
    let group = Animation.group([move(.filled(4))], timing: MediaTiming(duration: 2, beginTime: 1))
    let scene = try AnimatedScene(group)
    #expect(try [0.5, 1, 2, 2.9, 3, 5].map { try scene.card(at: $0).zPosition } == [0, 0, 25, 47.5, 0, 0])
    #expect(scene.duration == 3)
  }

  @Test func childrenRunInItsTime() throws {
    // Twice as fast, there and back, twice.
    let timing = MediaTiming(duration: 4, speed: 2, repeatCount: 2, autoreverses: true, fillMode: .both)
    let group = Animation.group([move(MediaTiming(duration: 1, beginTime: 2))], timing: timing)
    let scene = try AnimatedScene(group)
    let times = [0.5, 1, 1.25, 1.4, 1.6, 2.5, 2.75, 5.25]
    #expect(
      try times.map { (try scene.card(at: $0).zPosition * 1e6).rounded() / 1e6 } == [
        0, 0, 50, 80, 0, 0, 50, 50,
      ])
    #expect(scene.duration == 8)
  }

  /// What ends with the group is still there when the group stays: its end is the last that is seen.
  @Test func theEndOfAGroupThatStaysIsItsChildrensEnd() throws {
    let scene = try AnimatedScene(.group([move(MediaTiming(duration: 2))], timing: .filled(2)))
    #expect(try [1, 2, 100].map { try scene.card(at: $0).zPosition } == [50, 100, 100])
    let shorter = try AnimatedScene(.group([move(MediaTiming(duration: 1))], timing: .filled(2)))
    #expect(try [0.5, 1, 100].map { try shorter.card(at: $0).zPosition } == [50, 0, 0])
  }

  @Test func endlessChildrenEndWithTheirGroup() throws {
    let endless = move(MediaTiming(duration: 1, repeatCount: .infinity))
    let scene = try AnimatedScene(.group([endless], timing: MediaTiming(duration: 2.5)))
    #expect(scene.duration == 2.5)
    #expect(scene.cycle == nil)
    #expect(try [0.25, 1.25, 2.25, 2.5].map { try scene.card(at: $0).zPosition } == [25, 25, 25, 0])
  }

  @Test func laterChildrenComeOnTop() throws {
    let group = Animation.group(
      [
        move(.filled(2)),
        .change(.zPosition, from: .number(7), to: .number(7), timing: MediaTiming(duration: 1)),
      ],
      timing: .filled(2))
    let scene = try AnimatedScene(group)
    #expect(try [0.5, 1.5].map { try scene.card(at: $0).zPosition } == [7, 75])
  }

  @Test func namesTheChildAtFault() {
    let inner = Animation.group([move(MediaTiming()), move(MediaTiming(speed: .nan))], timing: .filled(1))
    let error = message(.group([inner], timing: .filled(1)))
    #expect(
      error == "layer 'card' (layers[0]): animations[0].animations[0].animations[1]: "
        + "speed is nan; use -1000000...1000000")
  }

  @Test func refusesEndlessNesting() {
    var nested = move(MediaTiming())
    for _ in 0..<70 { nested = .group([nested], timing: .filled(1)) }
    #expect(message(nested)?.hasSuffix("groups are nested more than 64 deep, the limit") == true)
  }
}
