// light.glsl: Phong's model of light; joined to mesh.frag and to mesh.vert, where vertices are lit.
#ifdef LIT
const int maxLights = 64;
struct Light {
    vec4 position;     // world space; w is 0 for a directional light
    vec4 direction;    // where the light travels, unit; w is the cosine where a spot's edge begins to fall
    vec4 diffuse;      // color * intensity * diffuseIntensity * the surface's reflectance; w is the cosine at a spot's rim
    vec4 specular;     // the same of highlights; w is falloff / falloffDistance^2
};

#if defined(VERTEX_STAGE) || !defined(HANDED_LIGHT)
#ifdef ONE_LIGHT
uniform Light lights[1];
const int lightCount = 1;  // no loop, and no lookups by index
#else
// A block: as plain uniforms they would be more than a driver has to offer.
layout(std140, binding = 0) uniform Lights { Light lights[maxLights]; };
uniform int lightCount;
#endif
uniform vec4 ambient;  // the surface's reflectance * the sum over the lights; w is the specular exponent
uniform vec4 eye;      // world space; w is 0 for a direction
#endif

#ifdef HANDED_LIGHT
// The one light, handed on by the vertices. On llvmpipe each uniform costs every pixel a lookup: a pixel that is lit by
// these and takes one sample takes 22 ns of one core, by uniforms 30 (1080p, two cores, 300 frames). What is handed on costs
// every triangle some bytes and every pixel a little: a directional light has its direction left out, since the world is
// turned to it (0.985 of W2's time, every other frame of Benchmarks/frames.sh with and without), and a gray one without
// highlights is two numbers (0.965 with both).
#ifdef VERTEX_STAGE
#define HANDED flat out
#else
#define HANDED flat in
#endif
#ifdef GRAY_LIGHT
HANDED vec2 vGray;  // diffuse, ambient
#else
HANDED vec4 vLightPosition;
HANDED vec4 vLightDirection;
HANDED vec4 vLightDiffuse;
HANDED vec4 vLightSpecular;
HANDED vec4 vAmbient;
#endif
HANDED vec4 vEye;
#endif

#if defined(VERTEX_STAGE) && defined(HANDED_LIGHT)
void handLight() {
#ifdef GRAY_LIGHT
    vGray = vec2(lights[0].diffuse.r, ambient.r);
#else
    vLightPosition = lights[0].position;
    vLightDirection = lights[0].direction;
    vLightDiffuse = lights[0].diffuse;
    vLightSpecular = lights[0].specular;
    vAmbient = ambient;
#endif
    vEye = eye;
}
#elif defined(VERTEX_STAGE) == defined(VERTEX_LIGHT)
#ifdef HANDED_LIGHT
#ifdef ALONG_LIGHT
const vec4 travels = vec4(0.0, 0.0, -1.0, 0.0);
#else
#define travels vLightDirection
#endif
#ifdef GRAY_LIGHT
#define LIGHT(i) Light(vec4(0.0), travels, vec4(vGray.x), vec4(0.0))
#define AMBIENT vec4(vGray.y)
#else
#define LIGHT(i) Light(vLightPosition, travels, vLightDiffuse, vLightSpecular)
#define AMBIENT vAmbient
#endif
#define EYE vEye
const int lightCount = 1;
#else
#define LIGHT(i) lights[i]
#define AMBIENT ambient
#define EYE eye
#endif

vec3 toViewer(vec3 position) { return normalize(EYE.xyz - EYE.w * position); }

// - n: the unit normal on the side that the viewer sees.
// - v: the unit vector from there to the viewer.
Shade phong(vec3 position, vec3 n, vec3 v) {
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
}
#endif
#endif
