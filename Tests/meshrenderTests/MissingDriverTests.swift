import Testing

/// Without EGL the tool starts; only commands that draw fail, with a list of packages to install.
struct MissingDriverTests {
  private let folder: Folder, libraries: Folder
  /// A file that the dynamic loader finds as libEGL, and refuses.
  private let environment: [String: String]

  init() throws {
    libraries = try Folder()
    try libraries.write("", to: "libEGL.so.1")
    folder = try Folder()
    try folder.writePicture(8, 6, to: "in.png")
    environment = ["LD_LIBRARY_PATH": libraries.path]
  }

  @Test(arguments: [
    ["--version"], ["meshes"], ["new", "scene.json"], ["render", "in.png", "-o", "out.png"],
    ["schema"], ["passes", "in.png", "--mesh", "wave", "--pass", "depth,normal", "-o", "{pass}.npy"],
  ])
  func commandsThatDoNotDrawNeedNoEGL(_ arguments: [String]) throws {
    let run = try Tool.start(arguments, in: folder, environment: environment).wait()
    #expect(run.code == 0, "\(arguments): \(run.words)")
  }

  @Test(arguments: [
    ["info"], ["render", "in.png", "--mesh", "wave", "-o", "out.png"],
    ["animate", "in.png", "--mesh", "wave", "-o", "out.apng"],
    ["map", "in.png", "--mesh", "wave", "-o", "out.npy"],
    ["passes", "in.png", "--mesh", "wave", "--pass", "depth,albedo", "-o", "{pass}.npy"],
  ])
  func commandsThatDrawListThePackagesToInstall(_ arguments: [String]) throws {
    try expectFailure(
      69, "libEGL.so.1", "apt install libegl1 libgl1-mesa-dri", in: folder, arguments: arguments,
      environment: environment)
  }
}
