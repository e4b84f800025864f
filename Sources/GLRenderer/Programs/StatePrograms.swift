/// The programs of one shader on a software rasterizer: one for each state in which it draws; on other devices one.
///
/// llvmpipe compiles a fragment shader for the state of the pipeline. It keeps the code on disk under a hash of the
/// shader, and changes the shader when it compiles it. Code for a second state of the same program is therefore found
/// again only where the code for the first one was compiled too, and not where it was read from disk: pictures get faster
/// from one process to the next several times. Programs that have one state each are found at once.
final class StatePrograms<State: Hashable, Program: AnyObject> {
  private let first: Program
  private let compilesStates: Bool
  private let make: () throws(GLError) -> Program
  private var programs: [State: Program] = [:]

  /// - `make`: links a program; the first one at once.
  init(_ gl: GLContext, _ make: @escaping () throws(GLError) -> Program) throws(GLError) {
    (compilesStates, self.make) = (gl.capabilities.deviceClass.compilesStates, make)
    first = try make()
  }

  /// The program for a state. One that cannot be linked again is shared with the first state.
  func program(for state: @autoclosure () -> State) -> Program {
    guard compilesStates else { return first }
    let state = state()
    if let known = programs[state] { return known }
    let made = programs.isEmpty ? first : (try? make()) ?? first
    programs[state] = made
    return made
  }
}

/// The properties of a sampled texture for which a software rasterizer compiles a fragment shader.
struct TextureState: Hashable {
  private let hasPowerOfTwoSides: SIMD2<UInt8>
  private let hasMipmaps: Bool

  init(_ texture: borrowing Texture) {
    let (width, height) = (texture.size.width, texture.size.height)
    hasPowerOfTwoSides = SIMD2(width & (width - 1) == 0 ? 1 : 0, height & (height - 1) == 0 ? 1 : 0)
    hasMipmaps = texture.hasMipmaps
  }
}
