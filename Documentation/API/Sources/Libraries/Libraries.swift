// A package needs a target with a source; this one brings all libraries together, whose documentation is generated.
import AnimationFiles
import GLRenderer
import ImageFiles
import MeshFormats
import MeshTransform
import SceneDocument
import TextImages
