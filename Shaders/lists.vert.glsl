#version 310 es
// lists.vert: one triangle over everything, or a point for each of some pixels.
precision highp float;
precision highp int;
#ifdef POINTS
layout(location = 0) in uint place;  // of the pixel in the region, row by row
uniform ivec4 region;       // left, top, width and height in pixels of the framebuffer
uniform vec2 pixelsToClip;  // 2 / the framebuffer's size
flat out ivec2 vPixel;

void main() {
    vPixel = region.xy + ivec2(int(place) % region.z, int(place) / region.z);
    gl_Position = vec4((vec2(vPixel) + 0.5) * pixelsToClip - 1.0, 0.0, 1.0);
    // Wide enough to hold all samples however a driver rounds; the rest is left out again.
    gl_PointSize = 3.0;
}
#else
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }
#endif
