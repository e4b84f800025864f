#version 310 es
// a-buffer.vert: one triangle that covers the whole target; with POINTS a point for each listed pixel.
precision highp float;
precision highp int;
#ifdef POINTS
layout(location = 0) in uint place;  // index of the pixel in the region, row by row
uniform ivec4 region;       // left, top, width and height in pixels of the framebuffer
uniform vec2 pixelsToClip;  // 2 / the framebuffer's size
flat out ivec2 vPixel;

void main() {
    vPixel = region.xy + ivec2(int(place) % region.z, int(place) / region.z);
    gl_Position = vec4((vec2(vPixel) + 0.5) * pixelsToClip - 1.0, 0.0, 1.0);
    // Covers all samples of the pixel with any rounding; the fragment shader discards the other pixels.
    gl_PointSize = 3.0;
}
#else
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }
#endif
