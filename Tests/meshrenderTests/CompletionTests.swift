import Foundation
import MeshTransform
import Testing

/// Completions of command lines, as the tool computes them and as bash shows them.
struct CompletionTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  /// The lines for the last of the words.
  private func lines(_ words: [String]) throws -> [String] {
    let run = try Tool.start(["complete-words", "--"] + words, in: folder).wait()
    #expect(run.code == 0 && run.words.isEmpty, "\(words): \(run.words)")
    return run.text.split(separator: "\n").map(String.init)
  }

  private func candidates(_ words: [String]) throws -> [String] {
    try lines(words).filter { !$0.hasPrefix(":") }.map { String($0.prefix { $0 != "\t" }) }
  }

  @Test(arguments: [
    (["ren"], ["render"]),
    (["help", "sub"], ["subdivide"]),
    (["--ver"], ["--version", "--verbose"]),
    (["render", "--mesh", "ripp"], ["ripple"]),
    (["render", "--mesh=ripp"], ["--mesh=ripple"]),
    (["render", "-m", "ripple:am"], ["ripple:amplitude="]),
    (["render", "--mesh", "ripple:waves=3,center"], ["ripple:waves=3,centerX=", "ripple:waves=3,centerY="]),
    (["render", "--mesh", "ripple:centerX=0,center"], ["ripple:centerX=0,centerY="]),
    (["render", "--mesh", "ripple:waves="], []),
    (["render", "--mesh", "style:arcL"], ["style:arcLower"]),
    (["render", "--mesh", "style:fish,orientation=v"], ["style:fish,orientation=vertical"]),
    (["render", "--mesh", "bogus:"], []),
    (["render", "--light", "sp"], ["spot"]),
    (["render", "--light", "spot:coneA"], ["spot:coneAngle="]),
    (["render", "--light", "point:enabled="], ["point:enabled=true", "point:enabled=false"]),
    (["render", "--surface", "shading="], ["shading=smooth", "shading=flat"]),
    (["render", "--outline", "width=3,co"], ["width=3,color="]),
    (["render", "--displace", "cloth.png:bl"], ["cloth.png:blur="]),
    (["render", "--mesh", "map:a.npy,uni"], ["map:a.npy,units="]),
    (["render", "--mesh", "map:a.npy,units=ndc-"], ["map:a.npy,units=ndc-corners"]),
    (["render", "--map-origin", "b"], ["bottom"]),
    (["animate", "--animate", "transform.rotation."], ["x", "y", "z"].map { "transform.rotation.\($0)" }),
    (["animate", "--animate", "lights[0].coneA"], ["lights[0].coneAngle"]),
    (["animate", "--timing", "ease-in"], ["ease-in", "ease-in-out"]),
    (["animate", "--format", "a"], ["apng"]),
    (["render", "--background", "darkol"], ["darkolivegreen"]),
    (["render", "--device", "s"], ["software", "surfaceless"]),
    (["render", "--compression", ""], ["none", "fast", "balanced", "small"]),
    (["render", "--format", ""], ["png", "jpeg", "webp", "exr", "npy"]),
    (["render", "a.png", "--minif"], ["--minification-filter"]),
    (["render", "--scale", "2", "--sca"], []),
    (["render", "--light", "spot", "--ligh"], ["--light"]),
    (["render", "--", "--sca"], []),
    (["render", "--scale", ""], []),
    (["meshes", "page"], ["pageCurl", "pageTurn"]),
    (["lights", "dir"], ["directional"]),
    (["completions", ""], ["bash", "zsh", "fish"]),
    (["batch-wor"], []),
    (["bogus", ""], []),
  ])
  func aWordGoesOn(words: [String], expected: [String]) throws {
    #expect(try candidates(words) == expected, "\(words)")
  }

  @Test func tablesAreComplete() throws {
    #expect(try candidates(["render", "--mesh", ""]) == MeshPreset.all.map(\.name) + ["map:"])
    for preset in MeshPreset.all {
      let keys = preset.parameters.map { "\(preset.name):\($0.name)=" }
      let found = try candidates(["render", "--mesh", "\(preset.name):"]).filter { $0.hasSuffix("=") }
      #expect(found == keys)
    }
    #expect(try Set(candidates(["animate", "--animate", ""])) == Set(AnimatedProperty.allKeyPaths))
    #expect(try candidates(["render", "--light", ""]) == Light.Kind.allCases.map(\.rawValue))
  }

  /// Every command, every name of an option and every file that the parser's own description has.
  @Test func everyOptionIsOffered() throws {
    let dump = try Tool.run("--experimental-dump-help", in: folder)
    let top = try #require(try JSONSerialization.jsonObject(with: Data(dump.output)) as? [String: Any])
    let root = try #require(top["command"] as? [String: Any])
    let commands = try #require(root["subcommands"] as? [[String: Any]]).filter {
      $0["shouldDisplay"] as? Bool == true
    }
    let names = commands.compactMap { $0["commandName"] as? String }
    #expect(names.count > 12)
    #expect(try Set(candidates([""])) == Set(names))
    for command in commands where command["commandName"] as? String != "help" {
      let name = try #require(command["commandName"] as? String)
      let arguments = (command["arguments"] as? [[String: Any]] ?? []).filter {
        $0["shouldDisplay"] as? Bool == true
      }
      let options = arguments.filter { $0["kind"] as? String != "positional" }
      let long = options.compactMap { option in
        (option["names"] as? [[String: String]])?.first { $0["kind"] == "long" }?["name"].map { "--\($0)" }
      }
      // A batch offers the flags of its jobs as well.
      let offered = try candidates([name, "--"])
      let own =
        name == "batch" ? Array(offered.prefix(long.count - (long.contains("--version") ? 1 : 0))) : offered
      #expect(own == long.filter { $0 != "--version" }, "\(name)")
      if name == "batch" { #expect(offered.contains("--quality") && !offered.contains("--watch")) }
      for option in options where option["kind"] as? String == "option" {
        let value = option["valueName"] as? String ?? ""
        guard value.contains("file") || value.contains("path") && value != "path=value" else { continue }
        let flag = "--\((option["preferredName"] as? [String: String])?["name"] ?? "")"
        let start = value.hasPrefix("layer=") ? "a=" : ""
        #expect(
          try lines([name, flag, start]).contains { $0.hasPrefix(":files \(start.count)") }, "\(name) \(flag)"
        )
      }
    }
  }

  /// Bash divides words at `:` and `=`, and keeps what is before the last of them.
  @Test(arguments: [
    ("meshrender ren", ["meshrender", "ren"], ["render"]),
    (
      "meshrender render --mesh ripple:am", ["meshrender", "render", "--mesh", "ripple", ":", "am"],
      ["amplitude="]
    ),
    (
      "meshrender render --mesh ripple:", ["meshrender", "render", "--mesh", "ripple", ":"],
      ["amplitude=", "waves=", "phase=", "centerX=", "centerY=", "rows=", "columns="]
    ),
    ("meshrender render --mesh=rip", ["meshrender", "render", "--mesh", "=", "rip"], ["ripple"]),
    (
      "meshrender render --mesh \"ripple:am", ["meshrender", "render", "--mesh", "\"ripple:am"],
      ["ripple:amplitude="]
    ),
    (
      "meshrender render --image art=pho", ["meshrender", "render", "--image", "art", "=", "pho"],
      ["photo.png"]
    ),
    ("meshrender render pho", ["meshrender", "render", "pho"], ["photo.png"]),
    ("meshrender render pa", ["meshrender", "render", "pa"], ["pages"]),
    ("meshrender render no", ["meshrender", "render", "no"], ["notes.txt"]),
    ("meshrender render --scale ", ["meshrender", "render", "--scale", ""], []),
    ("meshrender  render   --form", ["meshrender", "render", "--form"], ["--format"]),
  ])
  func bashShows(line: String, words: [String], expected: [String]) throws {
    for name in ["photo.png", "photo.txt", "notes.txt"] { try folder.write("", to: name) }
    try FileManager.default.createDirectory(atPath: folder.file("pages"), withIntermediateDirectories: true)
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let script = """
      set -u
      PATH=\((Tool.path as NSString).deletingLastPathComponent):$PATH
      source <(meshrender completions bash)
      [[ $(complete -p meshrender) == "complete -F _meshrender meshrender" ]] || exit 3
      compopt() { :; } # only while bash itself completes
      COMP_LINE='\(line)' COMP_POINT=\(line.count) COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count - 1)
      COMP_WORDBREAKS=$' \\t\\n"\\'@><=;|&(:'
      _meshrender
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try Tool.start(["--norc", "-c", script], in: folder, executable: "/bin/bash").wait()
    #expect(run.code == 0 && run.words.isEmpty, "\(run.words)")
    #expect(run.text.split(separator: "\n").map(String.init) == expected, "\(line)")
  }

  /// The middle of the line: what is after the cursor does not matter.
  @Test func bashCompletesAtTheCursor() throws {
    let script = """
      PATH=\((Tool.path as NSString).deletingLastPathComponent):$PATH
      source <(meshrender completions bash)
      compopt() { :; }
      COMP_LINE='meshrender render --mesh ripXX -o a.png' COMP_POINT=28
      COMP_WORDS=(meshrender render --mesh ripXX -o a.png) COMP_CWORD=3
      _meshrender
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try Tool.start(["--norc", "-c", script], in: folder, executable: "/bin/bash").wait()
    #expect(run.text == "ripple\n", "\(run.text)\(run.words)")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func scriptsAreValid(shell: String) throws {
    let run = try Tool.run("completions", shell, in: folder)
    #expect(run.code == 0 && run.words.isEmpty && run.text.contains("complete-words --"))
    try folder.write(run.text, to: "script")
    let path = "/usr/bin/\(shell)"
    guard FileManager.default.fileExists(atPath: path) else { return }
    let check = try Tool.start(["-n", "script"], in: folder, executable: path).wait()
    #expect(check.code == 0 && check.words.isEmpty, "\(check.words)")
  }
}
