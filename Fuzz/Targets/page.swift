import MeshTransform
import SceneDocument

/// Outlines of pages: any bytes are an outline or one sentence, and an outline has a finite map and mesh, or a sentence.
func fuzzPage(_ input: FuzzInput) {
  let bytes = input.file
  _ = PageDescription.isPage(bytes)
  do throws(DocumentError) {
    var page = try PageDescription(bytes, name: "p")
    // Each point costs time in the fit.
    page.outline.lines = page.outline.lines.prefix(4).map { Array($0.prefix(20)) }
    page.outline.top = Array(page.outline.top.prefix(20))
    page.outline.bottom = Array(page.outline.bottom.prefix(20))
    page.outline.left = Array(page.outline.left.prefix(20))
    page.outline.right = Array(page.outline.right.prefix(20))
    do throws(PageError) {
      let fit = try page.fit(photoSize: Size(64, 48))
      require(fit.aspect > 0 && fit.aspect.isFinite, "the aspect is a number")
      require(fit.size.width >= 1 && fit.size.height >= 1, "the page has pixels")
      for place in [Point(0, 0), Point(0.5, 0.5), Point(1, 1)].compactMap(fit.photo) {
        require(place.isFinite, "a place is finite")
      }
      _ = try page.output(of: fit, limit: 10_000)
    } catch { require(!error.description.contains("\n"), "an error is one sentence") }
  } catch { check(error) }
}
