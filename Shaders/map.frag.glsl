#version 310 es
// map.frag: the position on the canvas of a point of the content, in floats.
precision highp float;
precision highp int;
#ifdef CORNER_WEIGHTS
// The weights of a face's corners in a pixel, and their change from pixel to pixel.
struct CornerWeights { vec4 weights; vec4 dx; vec4 dy; };
CornerWeights cornerWeights();       // corner-weights.glsl, over the content
uniform vec2 tileOrigin;  // canvas pixels
flat in vec4 vPlaceX;    // homogeneous canvas pixels of the corners 0...3
flat in vec4 vPlaceY;
flat in vec4 vPlaceZ;
flat in vec4 vPlaceW;
#else
in vec4 vPlace;          // homogeneous canvas pixels
#endif
uniform float eyePlane;  // the least w of a position in front of the eye
uniform vec2 depths;     // points: the farthest, and 1 / (the nearest - the farthest)
layout(location = 0) out vec4 fragColor;  // x, y, 0, 1

void main() {
#ifdef CORNER_WEIGHTS
    vec4 weights = cornerWeights().weights;
    vec4 seen = vec4(dot(vPlaceX, weights), dot(vPlaceY, weights), dot(vPlaceZ, weights), dot(vPlaceW, weights));
#else
    vec4 seen = vPlace;
#endif
    if (seen.w <= eyePlane) discard;
    vec3 place = seen.xyz / seen.w;
    // Where several faces show the same point of the content, the one nearest to the viewer counts, as on the canvas.
    gl_FragDepth = clamp((place.z - depths.x) * depths.y, 0.0, 1.0);
    fragColor = vec4(place.xy, 0.0, 1.0);
}
