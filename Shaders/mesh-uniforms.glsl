// mesh-uniforms.glsl: the values of a draw call; inserted into mesh.vert and mesh.frag. With UNIFORM_BLOCK they are
// uploaded together, in the layout of DrawUniforms.swift.
#ifdef UNIFORM_BLOCK
#define UNIFORM
layout(std140, binding = 1) uniform DrawCall {
#else
#define UNIFORM uniform
#endif
UNIFORM mat4 unitToClip;
UNIFORM mat4 unitToWorld;
UNIFORM mat3 normalToWorld;
UNIFORM vec4 ambient;      // the surface's reflectance * the sum over the lights; w is the specular exponent
UNIFORM vec4 eye;          // world space; w is 0 for a direction
// The diffuse part of a gray light, the gray ambient part, the specular part and the exponent. Where the light is
// directional, world space is rotated, so that it travels along -z.
UNIFORM vec4 scalarLight;
UNIFORM vec4 tint;         // premultiplied product of a color and an opacity
UNIFORM vec3 lightPosition;         // world space
UNIFORM float supersamplingFactor;  // fragments a side of each pixel
UNIFORM vec2 along;          // canvas pixels
UNIFORM vec2 contentOrigin;  // canvas pixels
UNIFORM int texelsPerFace;
UNIFORM int lightCount;
UNIFORM vec3 normalScale;  // points per unit, up to a factor
UNIFORM ivec2 gridSize;    // vertices in a row and in a column
#ifdef UNIFORM_BLOCK
};
#endif
// Canvas pixels of the framebuffer's first pixel: not in the block, since it differs between the edge tiles of a draw call.
uniform vec2 tileOrigin;
