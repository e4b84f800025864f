#version 310 es
// map.frag: the place on the canvas of a point of the content, in floats.
precision highp float;
precision highp int;
#ifdef PATCH
// The shares of a face's corners in a pixel, and their change from pixel to pixel.
struct Patch { vec4 shares; vec4 dx; vec4 dy; };
Patch facePatch();       // patch.glsl, over the content
flat in vec4 vPlaceX;    // homogeneous canvas pixels, of the corners
flat in vec4 vPlaceY;
flat in vec4 vPlaceZ;
flat in vec4 vPlaceW;
#else
in vec4 vPlace;          // homogeneous canvas pixels
#endif
uniform float eyePlane;  // w, below which a place counts as behind the eye
uniform vec2 depths;     // points: the farthest, and 1 / (the nearest - the farthest)
layout(location = 0) out vec4 fragColor;  // x, y, 0, 1

void main() {
#ifdef PATCH
    vec4 shares = facePatch().shares;
    vec4 seen = vec4(dot(vPlaceX, shares), dot(vPlaceY, shares), dot(vPlaceZ, shares), dot(vPlaceW, shares));
#else
    vec4 seen = vPlace;
#endif
    if (seen.w <= eyePlane) discard;
    vec3 place = seen.xyz / seen.w;
    // Of two copies of a point of the content the one nearer to the viewer counts, as it does on the canvas.
    gl_FragDepth = clamp((place.z - depths.x) * depths.y, 0.0, 1.0);
    fragColor = vec4(place.xy, 0.0, 1.0);
}
