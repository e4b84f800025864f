#version 310 es
// map.vert: a mesh vertex on the canvas with its content's point, or over the content with its place on the canvas.
precision highp float;
precision highp int;
layout(location = 0) in vec2 from;  // unit layer space: the content's point
layout(location = 1) in vec3 to;    // unit layer space with depth: where it lands

#ifdef FORWARD
uniform vec4 contentToClip;  // of unit layer space: scale x, y, offset x, y
uniform mat4 unitToCanvas;   // to pixels, z in points
out vec4 vPlace;             // homogeneous canvas pixels
#else
uniform mat4 unitToClip;
out vec2 vPlace;  // unit layer space
#endif

void main() {
#ifdef FORWARD
    gl_Position = vec4(from * contentToClip.xy + contentToClip.zw, 0.0, 1.0);
    vPlace = unitToCanvas * vec4(to, 1.0);
#else
    gl_Position = unitToClip * vec4(to, 1.0);
    vPlace = from;
#endif
}
