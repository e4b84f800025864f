// light.glsl: Phong's reflection model; appended to mesh.frag, and to mesh.vert, which passes a single light.
#ifdef LIT
const int maxLights = 64;
struct Light {
    vec4 position;     // world space; w is 0 for a directional light
    vec4 direction;    // unit vector in which the light travels; w is the cosine at a spot's inner cone
    // color * intensity * diffuseIntensity * the surface's reflectance; w is the cosine at a spot's outer cone
    vec4 diffuse;
    vec4 specular;     // the same for highlights; w is falloff / falloffDistance^2
};

#if defined(VERTEX_STAGE) || !defined(LIGHT_VARYINGS)
#ifdef ONE_LIGHT
uniform Light lights[1];
const int lightCount = 1;  // no loop, and no lookups by index
#else
// A uniform block, since plain uniforms would exceed the limit that OpenGL ES 3.1 guarantees.
layout(std140, binding = 0) uniform Lights { Light lights[maxLights]; };
uniform int lightCount;
#endif
uniform vec4 ambient;  // the surface's reflectance * the sum over the lights; w is the specular exponent
uniform vec4 eye;      // world space; w is 0 for a direction
#ifdef SCALAR_LIGHT
// The diffuse part of a gray directional light without highlights, and the gray ambient part. World space is rotated, so
// that the light travels along -z.
uniform vec2 scalarLight;
#endif
#endif

#ifdef LIGHT_VARYINGS
// A single light, passed from the vertices as flat varyings. On llvmpipe each uniform costs every pixel a lookup: a lit
// pixel with one tap takes 22 ns of one core with varyings and 30 ns with uniforms (1080p, two cores, 300 frames).
// Varyings cost bytes for every triangle and little for every pixel.
#ifdef VERTEX_STAGE
#define LIGHT_VARYING flat out
#else
#define LIGHT_VARYING flat in
#endif
#ifdef SCALAR_LIGHT
LIGHT_VARYING vec2 vScalarLight;
#endif
LIGHT_VARYING vec4 vLightPosition;
LIGHT_VARYING vec4 vLightDirection;
LIGHT_VARYING vec4 vLightDiffuse;
LIGHT_VARYING vec4 vLightSpecular;
LIGHT_VARYING vec4 vAmbient;
LIGHT_VARYING vec4 vEye;
#endif

#if defined(VERTEX_STAGE) && defined(LIGHT_VARYINGS)
void writeLightVaryings() {
#ifdef SCALAR_LIGHT
    vScalarLight = scalarLight;
#endif
    vLightPosition = lights[0].position;
    vLightDirection = lights[0].direction;
    vLightDiffuse = lights[0].diffuse;
    vLightSpecular = lights[0].specular;
    vAmbient = ambient;
    vEye = eye;
}
#elif !defined(VERTEX_STAGE)
#ifdef LIGHT_VARYINGS
#define LIGHT(i) Light(vLightPosition, vLightDirection, vLightDiffuse, vLightSpecular)
#define AMBIENT vAmbient
#define EYE vEye
#define SCALAR vScalarLight
const int lightCount = 1;
#else
#define LIGHT(i) lights[i]
#define AMBIENT ambient
#define EYE eye
#define SCALAR scalarLight
#endif

vec3 toViewer(vec3 position) { return normalize(EYE.xyz - EYE.w * position); }

// - n: the unit normal on the side that the viewer sees.
// - v: the unit vector from there to the viewer.
Shade phong(vec3 position, vec3 n, vec3 v) {
#ifdef SCALAR_LIGHT
    return Shade(vec3(SCALAR.y + SCALAR.x * max(n.z, 0.0)), vec3(0.0));
#else
    Shade shade = Shade(AMBIENT.rgb, vec3(0.0));
    for (int i = 0; i < lightCount; i++) {
        Light light = LIGHT(i);
        vec3 travel = light.direction.xyz;
        float strength = 1.0;
#ifdef POSITIONAL
        if (light.position.w > 0.0) {
            vec3 way = position - light.position.xyz;
            float distance2 = dot(way, way);
            vec3 axis = travel;
            travel = way * inversesqrt(max(distance2, 1e-12));
            float cosine = dot(axis, travel);
            float inner = light.direction.w;
            float rim = light.diffuse.w;
            strength = inner > rim ? smoothstep(rim, inner, cosine) : step(rim, cosine);
            strength /= 1.0 + light.specular.w * distance2;
        }
#endif
        float facing = -dot(n, travel);
        if (facing > 0.0) {
            shade.diffuse += light.diffuse.rgb * (strength * facing);
#ifdef SPECULAR
            float mirrored = max(dot(reflect(travel, n), v), 0.0);
            shade.specular += light.specular.rgb * (strength * pow(mirrored, AMBIENT.w));
#endif
        }
    }
    return shade;
#endif
}
#endif
#endif
