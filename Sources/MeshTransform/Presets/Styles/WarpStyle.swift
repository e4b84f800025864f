/// A warp that image editors offer by name.
///
/// Each is a Bezier patch whose control points are those that Photoshop writes for the style, as measured by Seth
/// Robinson for Patchy (docs/warp.md of github.com/SethRobinson/Patchy): w and h are the sides of the layer, b the bend
/// in -1...1, and the angle `a = b pi / 2`. Circular arcs are their usual approximation by one cubic, with a radius that
/// is off by 2 % at the bend 1 and by 0.03 % at 0.5. An S is the cubic `6 h b u (1 - u)(1 - 2u)` over u of 0...1.
public enum WarpStyle: String, Hashable, Sendable, CaseIterable {
  /// Horizontal lines become concentric arcs of 2a, so that the bend 1 is a half circle. The bottom corners stay, and
  /// the sides turn about them; a negative bend is the mirror image, about the top corners.
  case arc
  /// The top edge stays; the bottom edge is an arc of 2a, downward for a positive bend.
  case arcLower
  /// The bottom edge stays; the top edge is an arc of 2a, upward for a positive bend.
  case arcUpper
  /// Both edges are the same arc of 2a, upward for a positive bend; vertical lines stay vertical.
  case arch
  /// The edges are arcs of 2a, which curve away from each other for a positive bend.
  case bulge
  /// A fan: the top edge stays, and the sides flare by a from vertical lines to a bottom edge that is an arc of 2a. A
  /// negative bend keeps the corners and curves the bottom edge upward.
  case shellLower
  /// The mirror image of ``shellLower``: the bottom edge stays.
  case shellUpper
  /// Vertical lines move by an S: up in the left half, down in the right half for a positive bend.
  case flag
  /// The edges stay, and the lines between them follow an S: down in the left half for a positive bend.
  case wave
  /// The edges follow opposite S: thicker in the left half, thinner in the right half for a positive bend. The edges
  /// cross beyond a bend of 0.87.
  case fish
  /// Vertical lines move down by `2 h b (1 - 3u^2 + 2u^3)`: a ramp to the right edge, which stays.
  case rise
  /// The boundary stays, and the inner control points move toward the corners by 2b of their distance: a lens. Beyond a
  /// bend of 2/3 the inside is larger than the boundary and folds over it.
  case fisheye
  /// All four edges are parabolas that move outward by b / 4 of the sides for a positive bend.
  case inflate
  /// Parabolas as of ``inflate``, the left and right edge inward and the others outward for a positive bend.
  case squeeze
  /// The boundary stays, and the inside rotates, clockwise for a positive bend: the inner control points move by b of a
  /// side each. The same in both orientations.
  case twist

  /// The direction of a style.
  public enum Orientation: String, Hashable, Sendable, CaseIterable {
    /// Along the width.
    case horizontal
    /// The style with x and y swapped: up becomes left.
    case vertical
  }
}

extension WarpStyle: NamedValue {
  package var summary: String {
    switch self {
    case .arc: "horizontal lines become concentric arcs"
    case .arcLower: "the bottom edge becomes an arc, and the top edge stays"
    case .arcUpper: "the top edge becomes an arc, and the bottom edge stays"
    case .arch: "both edges become the same arc, and vertical lines stay vertical"
    case .bulge: "the top and the bottom edge become arcs that curve away from each other"
    case .shellLower: "the sides flare to a bottom edge that is an arc, like a fan"
    case .shellUpper: "the sides flare to a top edge that is an arc, like a fan"
    case .flag: "vertical lines move up and down along an S"
    case .wave: "the edges stay, and the lines between them follow an S"
    case .fish: "the edges follow opposite S: thick on one side, thin on the other"
    case .rise: "vertical lines move along a ramp to the right edge, which stays"
    case .fisheye: "the edges stay, and the inside is magnified"
    case .inflate: "all four edges curve outward"
    case .squeeze: "the left and right edge curve inward, the others outward"
    case .twist: "the edges stay, and the inside turns"
    }
  }
}

extension WarpStyle.Orientation: NamedValue {
  package var summary: String {
    switch self {
    case .horizontal: "the style without rotation"
    case .vertical: "the style on its side: up becomes left"
    }
  }
}
