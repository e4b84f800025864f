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
uniform Light lights[maxLights];
#ifdef ONE_LIGHT
const int lightCount = 1;  // no loop, and no lookups by index
#else
uniform int lightCount;
#endif
uniform vec4 ambient;  // the surface's reflectance * the sum over the lights; w is the specular exponent
uniform vec4 eye;      // world space; w is 0 for a direction
#endif

#ifdef HANDED_LIGHT
// The one light, handed on by the vertices. On llvmpipe each uniform costs every pixel a lookup: a pixel that is lit by
// these and takes one sample takes 22 ns of one core, by uniforms 30 (1080p, two cores, 300 frames).
#ifdef VERTEX_STAGE
#define HANDED flat out
#else
#define HANDED flat in
#endif
HANDED vec4 vLightPosition;
HANDED vec4 vLightDirection;
HANDED vec4 vLightDiffuse;
HANDED vec4 vLightSpecular;
HANDED vec4 vAmbient;
HANDED vec4 vEye;
#endif

#if defined(VERTEX_STAGE) && defined(HANDED_LIGHT)
void handLight() {
    vLightPosition = lights[0].position;
    vLightDirection = lights[0].direction;
    vLightDiffuse = lights[0].diffuse;
    vLightSpecular = lights[0].specular;
    vAmbient = ambient;
    vEye = eye;
}
#elif defined(VERTEX_STAGE) == defined(VERTEX_LIGHT)
#ifdef HANDED_LIGHT
#define LIGHT(i) Light(vLightPosition, vLightDirection, vLightDiffuse, vLightSpecular)
#define AMBIENT vAmbient
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
