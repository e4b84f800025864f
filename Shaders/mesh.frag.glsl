#version 310 es
// mesh.frag: the content's texel, lit by Phong's model. Alpha is coverage, so light scales rgb only.
precision highp float;
precision highp int;
precision highp sampler2D;
uniform sampler2D content;  // premultiplied, linear, clamped to the edge
uniform vec4 tint;          // premultiplied: a color, an opacity or both; else 1
in vec2 vTexcoord;          // unit layer space
layout(location = 0) out vec4 fragColor;  // premultiplied

#ifdef LIT
in vec3 vPosition;  // world space
in vec3 vNormal;    // world space, on the content's front; any length

const int maxLights = 64;
struct Light {
    vec4 position;     // world space; w is 0 for a directional light
    vec4 direction;    // where the light travels, unit; w is the cosine where a spot's edge begins to fall
    vec4 diffuse;      // color * intensity * diffuseIntensity; w is the cosine at a spot's rim
    vec4 specular;     // color * intensity * specularIntensity; w is falloff / falloffDistance^2
};
uniform Light lights[maxLights];
uniform int lightCount;
uniform vec3 ambient;   // the surface's reflectance * the sum over the lights
uniform vec4 surface;   // diffuse, specular reflectance, specular exponent
uniform vec4 eye;       // world space; w is 0 for a direction

vec3 normal() {
    vec3 n = normalize(vNormal);
    return gl_FrontFacing ? n : -n;
}
#endif

vec4 contentTexel();  // footprint.glsl

void main() {
    vec4 texel = contentTexel() * tint;
#ifdef OPAQUE_PART
    if (texel.a < 254.5 / 255.0) discard;
#endif
#ifdef LIT
    vec3 n = normal();
    vec3 v = normalize(eye.xyz - eye.w * vPosition);
    vec3 diffuse = ambient;
    vec3 specular = vec3(0.0);
    for (int i = 0; i < lightCount; i++) {
        vec3 travel = lights[i].direction.xyz;
        float strength = 1.0;
#ifdef POSITIONAL
        if (lights[i].position.w > 0.0) {
            vec3 way = vPosition - lights[i].position.xyz;
            float distance2 = dot(way, way);
            vec3 axis = travel;
            travel = way * inversesqrt(max(distance2, 1e-12));
            float cosine = dot(axis, travel);
            float inner = lights[i].direction.w;
            float rim = lights[i].diffuse.w;
            strength = inner > rim ? smoothstep(rim, inner, cosine) : step(rim, cosine);
            strength /= 1.0 + lights[i].specular.w * distance2;
        }
#endif
        float facing = -dot(n, travel);
        if (facing > 0.0) {
            diffuse += lights[i].diffuse.rgb * (surface.x * strength * facing);
#ifdef SPECULAR
            float mirrored = max(dot(reflect(travel, n), v), 0.0);
            specular += lights[i].specular.rgb * (surface.y * strength * pow(mirrored, surface.z));
#endif
        }
    }
    texel.rgb = min(texel.rgb * diffuse + texel.a * specular, vec3(texel.a));
#endif
    fragColor = texel;
}
