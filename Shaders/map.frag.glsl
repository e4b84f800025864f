#version 310 es
// map.frag: the place on the canvas of a point of the content, in floats.
precision highp float;
precision highp int;
in vec4 vPlace;          // homogeneous canvas pixels
uniform float eyePlane;  // w, below which a place counts as behind the eye
uniform vec2 depths;     // points: the farthest, and 1 / (the nearest - the farthest)
layout(location = 0) out vec4 fragColor;  // x, y, 0, 1

void main() {
    if (vPlace.w <= eyePlane) discard;
    vec3 place = vPlace.xyz / vPlace.w;
    // Of two copies of a point of the content the one nearer to the viewer counts, as it does on the canvas.
    gl_FragDepth = clamp((place.z - depths.x) * depths.y, 0.0, 1.0);
    fragColor = vec4(place.xy, 0.0, 1.0);
}
