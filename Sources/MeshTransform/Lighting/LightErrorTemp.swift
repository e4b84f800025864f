public enum LightError: Error, Hashable, Sendable { case x }
extension Light { public func validate() throws(LightError) {} }
extension Surface { public func validate() throws(LightError) {} }
