#version 310 es
// mesh.frag: the content's texel, lit by Phong's model. Alpha is coverage, so light scales rgb only.
// With COORDINATES: the content's point itself, in floats.
#if defined(LIST) || defined(SKIP_UNSEEN)
#ifdef GL_OES_sample_variables
#extension GL_OES_sample_variables : require
#endif
#endif
#ifdef LIST
#ifdef GL_OES_geometry_shader
#extension GL_OES_geometry_shader : require
#elif defined(GL_EXT_geometry_shader)
#extension GL_EXT_geometry_shader : require
#endif
#endif
precision highp float;
precision highp int;
precision highp sampler2D;
uniform sampler2D content;  // premultiplied, linear, clamped to the edge
#ifdef TINTED
// Premultiplied: a color, an opacity or both.
#ifdef PATCH
uniform vec4 tint;
#define TINT tint
#else
flat in vec4 vTint;
#define TINT vTint
#endif
#endif
#ifdef LIST
void append(vec4 color, vec2 slope);  // fragments.glsl
#else
layout(location = 0) out vec4 fragColor;  // premultiplied; of coordinates x, y, 0, 1
#endif

// A point of the content in unit layer space, and its change from pixel to pixel.
struct Spot { vec2 point; vec2 dx; vec2 dy; };
// The shares of a face's corners in a pixel, and their change from pixel to pixel.
struct Patch { vec4 shares; vec4 dx; vec4 dy; };
#ifdef PATCH
Patch facePatch();  // patch.glsl
#endif

#ifdef SUPERSAMPLED
uniform float supersamplingFactor;  // fragments a side of each pixel

// From the fragment to the middle of its pixel, in fragments. Content is sampled there, once for all fragments of the
// pixel: their number changes edges only.
vec2 toPixel() { return 0.5 * supersamplingFactor - mod(floor(gl_FragCoord.xy), supersamplingFactor) - 0.5; }
#define PIXEL(value) ((value) + dFdx(value) * toPixel().x + dFdy(value) * toPixel().y)
#define PER_PIXEL(change) ((change) * supersamplingFactor)
#else
#define PIXEL(value) (value)
#define PER_PIXEL(change) (change)
#endif

#ifdef PROJECTIVE
in vec3 vContent;  // homogeneous
#elif defined(BILINEAR)
flat in vec4 vContentX;  // of the corners, as all that is flat
flat in vec4 vContentY;
#else
in vec2 vTexcoord;
#endif

Spot contentSpot(Patch face) {
#ifdef PROJECTIVE
    vec3 content = PIXEL(vContent);
    vec2 point = content.xy / content.z;
    vec3 dx = PER_PIXEL(dFdx(vContent));
    vec3 dy = PER_PIXEL(dFdy(vContent));
    return Spot(point, (dx.xy - point * dx.z) / content.z, (dy.xy - point * dy.z) / content.z);
#elif defined(BILINEAR)
    return Spot(
        vec2(dot(vContentX, face.shares), dot(vContentY, face.shares)),
        vec2(dot(vContentX, face.dx), dot(vContentY, face.dx)),
        vec2(dot(vContentX, face.dy), dot(vContentY, face.dy)));
#else
    return Spot(PIXEL(vTexcoord), PER_PIXEL(dFdx(vTexcoord)), PER_PIXEL(dFdy(vTexcoord)));
#endif
}

#ifdef CUT
flat in vec4 vCutSides;  // 1 for the sides of the content that the face crosses: left, right, top, bottom

// How much of the pixel lies on the content, of a straight edge at that distance.
float coverage(Spot at) {
    vec2 perPixel = max(sqrt(at.dx * at.dx + at.dy * at.dy), 1e-9);
    vec4 inside = vec4(at.point, 1.0 - at.point).xzyw / perPixel.xxyy + 0.5;
    inside = clamp(max(inside, (1.0 - vCutSides) * 1e3), 0.0, 1.0);
    return min(min(inside.x, inside.y), min(inside.z, inside.w));
}
#endif

#ifdef BRIGHT
#ifdef PATCH
flat in vec4 vBrightness;
float brightness(Patch face) { return dot(vBrightness, face.shares); }
#else
in float vBrightness;
float brightness(Patch face) { return vBrightness; }
#endif
#endif

#ifdef VERTEX_LIGHT
in vec3 vDiffuse;   // the light at the vertices
in vec3 vSpecular;
#elif defined(LIT)
struct Shade { vec3 diffuse; vec3 specular; };
Shade phong(vec3 position, vec3 n, vec3 v);  // light.glsl
vec3 toViewer(vec3 position);

#ifdef PATCH
flat in vec4 vToX;  // unit layer space with depth
flat in vec4 vToY;
flat in vec4 vToZ;
flat in vec4 vNormalX;  // layer points, on the content's front
flat in vec4 vNormalY;
flat in vec4 vNormalZ;
uniform mat4 unitToWorld;
uniform mat3 normalToWorld;
#else
in vec3 vPosition;  // world space
#ifndef FLAT
in vec3 vNormal;    // world space, on the content's front; any length
#endif
#endif

// In world space.
vec3 surfacePoint(Patch face) {
#ifdef PATCH
    vec3 to = vec3(dot(vToX, face.shares), dot(vToY, face.shares), dot(vToZ, face.shares));
    return (unitToWorld * vec4(to, 1.0)).xyz;
#else
    return vPosition;
#endif
}

// Of unit length, on the side that the viewer sees; v points from there to the viewer.
vec3 normal(Patch face, vec3 v) {
#ifdef FLAT
    vec3 n = cross(dFdx(vPosition), dFdy(vPosition));
    float square = dot(n, n);
    if (square == 0.0) return v;  // no facet at all
    return n * (dot(n, v) < 0.0 ? -inversesqrt(square) : inversesqrt(square));
#else
#ifdef PATCH
    vec3 mean = vec3(dot(vNormalX, face.shares), dot(vNormalY, face.shares), dot(vNormalZ, face.shares));
    vec3 n = normalize(normalToWorld * mean);
#else
    vec3 n = normalize(vNormal);
#endif
    return gl_FrontFacing ? n : -n;
#endif
}
#endif

vec4 contentTexel(Spot at);  // footprint.glsl

void main() {
#ifdef PATCH
    Patch face = facePatch();
#else
    Patch face = Patch(vec4(0.0), vec4(0.0), vec4(0.0));
#endif
    Spot at = contentSpot(face);
#ifdef COORDINATES
#ifdef CUT
    if (coverage(at) < 0.5) discard;
#endif
    fragColor = vec4(at.point, 0.0, 1.0);
#else
    // All that takes derivatives comes before the first discard, behind which they are undefined.
    vec4 texel = contentTexel(at);
#ifdef LIST
    vec2 slope = vec2(dFdx(gl_FragCoord.z), dFdy(gl_FragCoord.z));
#endif
#if defined(LIT) && !defined(VERTEX_LIGHT)
    vec3 position = surfacePoint(face);
    vec3 v = toViewer(position);
    vec3 n = normal(face, v);
#endif
#ifdef TINTED
    texel *= TINT;
#endif
#ifdef CUT
    texel *= coverage(at);
    if (texel.a == 0.0) discard;
#endif
#ifdef BRIGHT
    texel.rgb = min(texel.rgb * max(brightness(face), 0.0), vec3(texel.a));
#endif
#ifdef OPAQUE_PART
    if (texel.a < 254.5 / 255.0) discard;
#endif
#ifdef LIT
#ifdef VERTEX_LIGHT
#ifdef SPECULAR
    texel.rgb = min(texel.rgb * vDiffuse + texel.a * vSpecular, vec3(texel.a));
#else
    texel.rgb = min(texel.rgb * vDiffuse, vec3(texel.a));
#endif
#else
    Shade shade = phong(position, n, v);
    texel.rgb = min(texel.rgb * shade.diffuse + texel.a * shade.specular, vec3(texel.a));
#endif
#endif
#ifdef LIST
    append(texel, slope);
#else
    fragColor = texel;
#endif
#endif
}
