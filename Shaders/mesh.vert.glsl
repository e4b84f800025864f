#version 310 es
// mesh.vert: a mesh vertex to clip space, and to world space where it is lit.
precision highp float;
precision highp int;
layout(location = 0) in vec2 from;  // unit layer space: the content's point
layout(location = 1) in vec3 to;    // unit layer space with depth: where it lands
#ifdef LIT
layout(location = 2) in vec3 normal;  // layer points, on the content's front
#endif

uniform mat4 unitToClip;
#ifdef LIT
uniform mat4 unitToWorld;
uniform mat3 normalToWorld;
#endif

out vec2 vTexcoord;
#ifdef LIT
out vec3 vPosition;
out vec3 vNormal;
#endif

void main() {
    gl_Position = unitToClip * vec4(to, 1.0);
    vTexcoord = from;
#ifdef LIT
    vPosition = (unitToWorld * vec4(to, 1.0)).xyz;
    vNormal = normalToWorld * normal;
#endif
}
