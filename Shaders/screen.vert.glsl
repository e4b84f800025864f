#version 310 es
// screen.vert: one triangle that covers the whole target, without attributes.
precision highp float;
precision highp int;

void main() {
    gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0);
}
