// light.glsl: Phong's reflection model; appended to mesh.frag, and to mesh.vert, which passes a single light.
#ifdef LIT
struct Light {
    vec4 position;     // homogeneous, world space: of a directional light the unit vector to it, and 0
    // color * intensity * diffuseIntensity * the surface's reflectance; w is the cosine at a spot's outer cone
    vec4 diffuse;
    vec4 specular;     // the same for highlights; w is falloff / falloffDistance^2
    vec4 direction;    // unit vector in which a spot light travels; w is the cosine at its inner cone
};

#ifndef LIGHT_COUNT
#define LIGHT_COUNT lightCount
#endif
#ifdef UNIFORM_BLOCK
#ifndef VERTEX_STAGE
// LIGHT_SIZE vectors for each light: the first fields of Light, as many as the shader reads.
layout(std140, binding = 0) uniform Lights { vec4 lights[LIGHT_ROOM * LIGHT_SIZE]; };
#endif
#elif defined(VERTEX_STAGE) || !defined(LIGHT_VARYINGS)
#ifdef ONE_LIGHT
uniform Light lights[1];  // no loop, and no lookups by index
#else
// A uniform block, since plain uniforms would exceed the limit that OpenGL ES 3.1 guarantees.
layout(std140, binding = 0) uniform Lights { Light lights[64]; };
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
LIGHT_VARYING vec4 vScalarLight;
#endif
LIGHT_VARYING vec4 vLightPosition;
LIGHT_VARYING vec4 vLightDiffuse;
LIGHT_VARYING vec4 vLightSpecular;
LIGHT_VARYING vec4 vLightDirection;
LIGHT_VARYING vec4 vAmbient;
LIGHT_VARYING vec4 vEye;
#endif

#ifdef LIGHT_VECTORS
// Varyings, linear on the surface, in place of its points: all that a scalar light depends on besides the normal.
#ifdef VERTEX_STAGE
#define VECTOR_VARYING out
#else
#define VECTOR_VARYING in
#endif
#ifdef SPECULAR
VECTOR_VARYING vec3 vToEye;  // from the surface to the viewer
#endif
#ifdef POSITIONAL
VECTOR_VARYING vec3 vWay;  // from the light to the surface
#endif
#ifdef VERTEX_STAGE
void writeLightVectors(vec3 position) {
#ifdef SPECULAR
    vToEye = eye.xyz - eye.w * position;
#endif
#ifdef POSITIONAL
    vWay = position - lightPosition;
#endif
}
#endif
#endif

#if defined(VERTEX_STAGE) && defined(LIGHT_VARYINGS)
void writeLightVaryings() {
#ifdef SCALAR_LIGHT
    vScalarLight = scalarLight;
#endif
    vLightPosition = lights[0].position;
    vLightDiffuse = lights[0].diffuse;
    vLightSpecular = lights[0].specular;
    vLightDirection = lights[0].direction;
    vAmbient = ambient;
    vEye = eye;
}
#elif !defined(VERTEX_STAGE)
#ifdef LIGHT_VARYINGS
#define LIGHT(i) Light(vLightPosition, vLightDiffuse, vLightSpecular, vLightDirection)
#define AMBIENT vAmbient
#define EYE vEye
#define SCALAR vScalarLight
#else
#ifdef UNIFORM_BLOCK
Light lightAt(int i) {
    int at = i * LIGHT_SIZE;
#if LIGHT_SIZE == 2
    return Light(lights[at], lights[at + 1], vec4(0.0), vec4(0.0));
#elif LIGHT_SIZE == 3
    return Light(lights[at], lights[at + 1], lights[at + 2], vec4(0.0));
#else
    return Light(lights[at], lights[at + 1], lights[at + 2], lights[at + 3]);
#endif
}
#define LIGHT(i) lightAt(i)
#else
#define LIGHT(i) lights[i]
#endif
#define AMBIENT ambient
#define EYE eye
#define SCALAR scalarLight
#endif

#ifdef SPECULAR
float power(float base, float exponent) {
#ifdef SQUARINGS
    for (int i = 0; i < SQUARINGS; i++) base *= base;
    return base;
#else
    return pow(base, exponent);
#endif
}
#endif

#ifdef LIGHT_VECTORS
// A scalar light with highlights, or of a place, with vectors of any length: each length is needed once, and the reflected
// direction is not.
Shade scalarShade() {
    float perNormal = inversesqrt(dot(vNormal, vNormal));
#ifdef POSITIONAL
    float perWay = inversesqrt(max(dot(vWay, vWay), 1e-12));
    float incidence = -dot(vNormal, vWay) * perWay * perNormal;
#else
    float incidence = vNormal.z * perNormal;
#endif
    float facing = gl_FrontFacing ? incidence : -incidence;
    vec3 diffuse = vec3(SCALAR.y + SCALAR.x * max(facing, 0.0));
#ifdef SPECULAR
    float perView = inversesqrt(dot(vToEye, vToEye));
    // Between the viewer and the direction in which the light travels.
#ifdef POSITIONAL
    float along = dot(vWay, vToEye) * perWay;
#else
    float along = -vToEye.z;
#endif
    float mirrored = (along + 2.0 * incidence * dot(vNormal, vToEye) * perNormal) * perView;
    float highlight = facing > 0.0 ? SCALAR.z * power(max(mirrored, 0.0), SCALAR.w) : 0.0;
    return Shade(diffuse, vec3(highlight));
#else
    return Shade(diffuse, vec3(0.0));
#endif
}
#endif

vec3 toViewer(vec3 position) { return normalize(EYE.xyz - EYE.w * position); }

// - n: the unit normal on the side that the viewer sees.
// - v: the unit vector from there to the viewer.
Shade phong(vec3 position, vec3 n, vec3 v) {
#ifdef SCALAR_LIGHT
    return Shade(vec3(SCALAR.y + SCALAR.x * max(n.z, 0.0)), vec3(0.0));
#else
    Shade shade = Shade(AMBIENT.rgb, vec3(0.0));
#ifdef SPECULAR
    // The cosine between v and the reflected light equals the cosine between the light and the reflected v.
    vec3 reflected = reflect(-v, n);
#endif
    for (int i = 0; i < LIGHT_COUNT; i++) {
        Light light = LIGHT(i);
#ifdef POSITIONAL
        vec3 toLight = light.position.xyz - light.position.w * position;
        float distance2 = dot(toLight, toLight);
        float perDistance = inversesqrt(max(distance2, 1e-12));
        float strength = 1.0 / (1.0 + light.specular.w * distance2);
#ifdef SPOT
        float cosine = -dot(light.direction.xyz, toLight) * perDistance;
        float inner = light.direction.w;
        float rim = light.diffuse.w;
        strength *= inner > rim ? smoothstep(rim, inner, cosine) : step(rim, cosine);
#endif
#else
        vec3 toLight = light.position.xyz;
        const float perDistance = 1.0;
        const float strength = 1.0;
#endif
        float facing = dot(n, toLight) * perDistance;
        shade.diffuse += light.diffuse.rgb * (strength * max(facing, 0.0));
#ifdef SPECULAR
        float cosineToReflected = max(dot(reflected, toLight) * perDistance, 0.0);
        float highlight = facing > 0.0 ? strength * power(cosineToReflected, AMBIENT.w) : 0.0;
        shade.specular += light.specular.rgb * highlight;
#endif
    }
    return shade;
#endif
}
#endif
#endif
