import RenderGraph

/// Decides from the cost of a picture which of its screen tiles are drawn again, and with how many samples.
struct SamplingBudget {
  /// What tiles with edges are compared with.
  enum Limit {
    /// The cost of several samples everywhere; `TileLoad` counts the triangles of each tile.
    case cost(TileLoad)
    /// A share of the picture, 0 to 1.
    case share(Double)
  }

  /// The samples of thin features.
  enum ThinSamples {
    /// Each has the samples that it needs.
    case all
    /// The thinnest have as many samples as other thin features.
    case reduced
    /// Thin features are drawn like other edges.
    case none
  }

  private let limit: Limit
  private let cost: SamplingCost
  /// Pixels of the picture.
  private let area: Int

  /// - `area`: pixels of the picture.
  /// - `wholeArea`: pixels of the whole of which the picture is a part.
  init(_ groups: [DepthGroup], area: Int, wholeArea: Int, limit: Limit) {
    self.limit = limit
    self.area = area
    cost = SamplingCost(groups, area: area, wholeArea: wholeArea)
  }

  /// Whether drawing the tiles with edges again costs more than several samples everywhere.
  func isExceeded(by tiles: ScreenTiles) -> Bool {
    switch limit {
    case .cost(let load): cost.isUniformCheaper(thanTiles: tiles.cost(load, factors: (1, 1, 1)))
    case .share(let share): hasEdges(tiles, above: share)
    }
  }

  /// Whether finding what folds hide, and drawing the tiles that are left, costs clearly more than several samples
  /// everywhere.
  /// - `owners`: the items whose edges cross tiles; the others have sheets over each other, but no edges.
  func prefersUniform(toFoldsIn tiles: ScreenTiles, _ owners: TileOwners) -> Bool {
    guard case .cost(let load) = limit else { return false }
    var cost = -SamplingCost.allowance
    for (tile, mark) in tiles.marks.enumerated() where mark >= ScreenTiles.Mark.edge {
      cost += SamplingCost.folds(triangles: load[tile])
      if owners.hasEdges(tile) {
        cost += SamplingCost.shareOfFolds * SamplingCost.tile(factor: 1, triangles: load[tile])
      }
    }
    return self.cost.isUniformCheaper(thanTiles: cost)
  }

  /// Whether edges are blended where they can be: always, unless a share of the picture decides.
  func prefersBlending(to tiles: ScreenTiles) -> Bool {
    switch limit {
    case .cost: true
    case .share: isExceeded(by: tiles)
    }
  }

  /// The most samples of thin features that the budget allows.
  func thinSamples(of tiles: ScreenTiles, isUniform: Bool) -> ThinSamples {
    guard case .cost(let load) = limit else { return .all }
    func allows(_ thin: Int, _ thinnest: Int) -> Bool {
      let factors = (edge: isUniform ? 0 : 1, thin, thinnest)
      return cost.allows(tiles: tiles.cost(load, factors: factors), isUniform: isUniform)
    }
    return allows(2, 4) ? .all : allows(2, 2) ? .reduced : .none
  }

  /// Whether tiles with edges cover more than a share of the picture.
  private func hasEdges(_ tiles: ScreenTiles, above share: Double) -> Bool {
    Double(tiles.area(ScreenTiles.Mark.edge)) > Double(area) * share
  }
}

extension ScreenTiles {
  /// The cost of drawing the tiles with edges again.
  /// - `factors`: fragments a side of each pixel in tiles with edges, thin features and the thinnest; 0 for tiles that are
  ///   not drawn again.
  fileprivate func cost(_ load: TileLoad, factors: (edge: Int, thin: Int, thinnest: Int)) -> Double {
    var sum = 0.0
    for (tile, mark) in marks.enumerated() where mark >= Mark.edge {
      let factor = mark == Mark.edge ? factors.edge : mark == Mark.thin ? factors.thin : factors.thinnest
      if factor > 0 { sum += SamplingCost.tile(factor: factor, triangles: load[tile]) }
    }
    return sum
  }
}
