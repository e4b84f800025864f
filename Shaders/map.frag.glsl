#version 310 es
// map.frag: a coordinate as it is, in floats.
precision highp float;
precision highp int;
layout(location = 0) out vec4 fragColor;  // x, y, 0, 1

#ifdef FORWARD
in vec4 vPlace;          // homogeneous canvas pixels
uniform float eyePlane;  // w, below which a place counts as behind the eye
uniform vec2 depths;     // points: the farthest, and 1 / (the nearest - the farthest)

void main() {
    if (vPlace.w <= eyePlane) discard;
    vec3 place = vPlace.xyz / vPlace.w;
    // Of two copies of a point of the content the one nearer to the viewer counts, as it does on the canvas.
    gl_FragDepth = clamp((place.z - depths.x) * depths.y, 0.0, 1.0);
    fragColor = vec4(place.xy, 0.0, 1.0);
}
#else
in vec2 vPlace;  // unit layer space

void main() { fragColor = vec4(vPlace, 0.0, 1.0); }
#endif
