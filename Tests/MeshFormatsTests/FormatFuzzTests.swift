import MeshFormats
import MeshTransform
import SceneDocument
import TestSupport
import Testing

/// Damaged files of every format give a mesh or an error, never a crash.
@Suite struct FormatFuzzTests {
  private static let files: [(MeshFormat, String)] = [
    (.warp, "2\n3 2\n-1 1 0 1 1\n0 1 .5 1 1\n1 1 1 1 1\n-1 -1 0 0 1\n0 -1 .5 0 -1\n1 -1 1 0 1e-1\n"),
    (
      .obj,
      "o x\nv 0 1 0\nv 1 1 .5\nv 1 0 0\nv 0 0 0\nvt 0 1\nvt 1 1\nvt 1 0\nvt 0 0\nf 1/1 2/2 3/3 4/4\nf -1/1/1 -2/2 \\\n-3/3\n"
    ),
    (
      .obj,
      "v 0 1 0\nv 1 1 .5\nv 1 0 0\nv .5 .5 0\nv 0 0 0\nv .2 .4 1\nvt 0 1\nf 1 2//1 3/1 4 5 6\nf -1 -2 -3 -4 -5\nf 1 3 2 5 4 \\\n6\n"
    ),
    (.coreAnimation, "[0 0] [0 0 0] v\n[1 0] [1, 0, .5] v\n[1 1] [1 1 0] v\n[0 1 2 2] [0 0 0 1e1] f\n"),
  ]

  private static let all =
    files.map { ($0, bytes($1)) } + [
      (.gltf, bytes(GLTFSample.square().text())), (.glb, GLTFSample.square().binary),
      (
        .json,
        bytes(
          "{\"uvs\": [0,0,1,0,1,1], \"vertices\": [0,9,9,9,9,0], \"triangles\": [0,1,2], \"deform\": [{\"time\": 1, "
            + "\"offset\": 2, \"vertices\": [3]}]}")
      ),
    ]

  @Test(arguments: 0..<7, 0..<3)
  func isAnswered(kind: Int, seed: Int) {
    let (format, text) = Self.all[kind]
    var random = SplitMix64(seed: UInt64(10 * kind + seed))
    let pieces = [
      "[", "]", ",", "/", "\\", "\n", "\r", "#", "-", "+", ".", "e", "E9", "9", "99999999999999999999",
      "\u{0}",
      " ", "f ", "v ", "vt ", "nan", "1e400", "-1e39", "\u{FFFD}", "2\n65536 65536\n", "4294967295", "\"",
      ":", "{", "}",
    ].map(bytes)
    for _ in 0..<1500 {
      var file = text
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<file.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: file[place] = UInt8.random(in: 0...255, using: &random)
        case 1: file.remove(at: place)
        case 2: file.insert(contentsOf: pieces.randomElement(using: &random)!, at: place)
        default: file.removeSubrange(place...)
        }
        if file.isEmpty { file = [0x20] }
      }
      do throws(DocumentError) {
        let placement = MeshPlacement(fit: MeshPlacement.Fit.allCases[Int.random(in: 0..<3, using: &random)])
        let read = try format.read(
          file, name: "m", warpCoordinates: .aspect(1.5), placement: placement, layerSize: Size(3, 2))
        // A mesh is finite and in range, or the model throws an error.
        guard let mesh = try? read.contents.mesh() else { continue }
        #expect(!CoreAnimationText.encode(mesh).isEmpty && !OBJFile.encode(mesh).isEmpty)
      } catch { #expect(error.description.hasPrefix("m:") && error.problem.count > 10, "\(error)") }
    }
  }

  @Test func everyFormatOfAFileIsKnownByItsName() {
    #expect(MeshFormat(path: "a/b.c/wave.OBJ") == .obj && MeshFormat(path: "dome.data") == .warp)
    #expect(
      MeshFormat(path: "a.obj/wave") == nil && MeshFormat(path: "-") == nil
        && MeshFormat(path: "x.png") == nil)
  }
}
