import MeshTransform
import Testing

@testable import SceneDocument

/// Outlines of pages in files, in scenes and on the command line.
@Suite struct PageDescriptionTests {
  private static let outline = #"""
    {"top": [[236, 118], [450, 72], [665, 112]], "bottom": [[177, 668], [450, 638], [724, 664]],
     "lines": [[[240, 200], [450, 160], [660, 195]]], "aspect": 0.75, "focal": 1000, "center": [460, 340],
     "from": [900, 700], "to": [525, 700], "model": "cylinder", "//": "a note"}
    """#

  private func read(_ text: String) throws(DocumentError) -> PageDescription {
    try PageDescription(Array(text.utf8), name: "p.json")
  }

  @Test func filesHaveAllKeys() throws {
    let page = try read(Self.outline)
    #expect(page.outline.top.count == 3 && page.outline.lines[0][1] == Point(450, 160))
    #expect(
      page.options.model == .cylinder && page.options.aspect == 0.75 && page.options.focalLength == 1000)
    #expect(page.options.center == Point(460, 340))
    #expect(page.photoSize == Size(900, 700) && page.pageSize == Size(525, 700))
    #expect(try read(page.json.written()) == page)
    #expect(PageDescription.isPage(Array(Self.outline.utf8)))
    #expect(PageDescription.isPage(Array(#"{"corners": [[1, 2]]}"#.utf8)))
    #expect(!PageDescription.isPage(Array(#"{"content": [1, 2], "canvas": [3, 4]}"#.utf8)))
    let four = try read(#"{"corners": [[9, 8], [90, 7], [91, 60], [3, 66]]}"#)
    #expect(four.outline.corners.count == 4)
  }

  @Test func textsAddToTheirFile() throws {
    let text = try PageDescription(
      text: "page:a,b/page.json,aspect=1.5,model=coons,to=30x20,from=9x8,focal=77")
    #expect(text.file?.path == "a,b/page.json")
    let page = text.merged(into: try read(Self.outline))
    #expect(page.options.aspect == 1.5 && page.options.model == .coons && page.options.focalLength == 77)
    #expect(page.pageSize == Size(30, 20) && page.photoSize == Size(9, 8))
    #expect(page.options.center == Point(460, 340) && page.outline.top.count == 3)
    for (text, words) in [
      ("page:", "path of the file"), ("page:p.json,aspect=0", "0.001...1000"),
      ("page:p.json,size=3x4", "key of a page"),
      ("page:p.json,model=tube", "cylinder"), ("page:p.json,to=big", "640x480"),
    ] {
      #expect { try PageDescription(text: text) } throws: { "\($0)".contains(words) }
    }
  }

  @Test(arguments: [
    ("{}", "no points"), (#"{"top": [[1]]}"#, "[x, y]"), (#"{"top": 3}"#, "points of an edge"),
    (#"{"tops": []}"#, "did you mean"), (#"{"corners": [[1, 2]], "model": "flat"}"#, "cylinder"),
    (#"{"file": "other.json"}"#, "names no other"), ("[1]", "a page"), (#"{"corners": [[1, 1e99]]}"#, "-1e9"),
    (#"{"file": "p.json", "top": [[1, 2], [3, 4]]}"#, "those of the file"),
  ])
  func faultsHaveOneSentence(text: String, words: String) {
    #expect { try read(text) } throws: { "\($0)".contains(words) && !"\($0)".contains("\n") }
  }

  @Test func scenesHavePages() throws {
    let text = #"""
      {"canvas": {"size": [60, 40]}, "layers": [{"bounds": [0, 0, 60, 40], "contents": {"image": "in.png",
        "flattenLight": true}, "mesh": {"page": {"corners": [[9, 8], [50, 7], [51, 30], [3, 36]]}}}]}
      """#
    let scene = try SceneFile(Array(text.utf8), name: "scene.json")
    guard case .measured(.page(let page))? = scene.layers[0].mesh?.source else {
      Issue.record("the mesh is no page")
      return
    }
    #expect(page.file == nil && page.outline.corners.count == 4 && scene.layers[0].flattensLight)
  }
}
