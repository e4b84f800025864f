// OpenSubdiv's own refinement of the net that main.swift makes, by one thread, as the library offers it for a net that
// is refined once: the topology uniformly, then five floats a vertex level by level ("primvar"). Or by a table of
// stencils ("stencils"), which takes long to make and pays when one topology is refined again and again.
// Usage: opensubdiv plain|crease|extraordinary FACES STEPS primvar|stencils
// Prints milliseconds, peak memory in KiB, vertices, the mean sum of a vertex's numbers, and of the milliseconds those
// after all tables were made.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <opensubdiv/far/primvarRefiner.h>
#include <opensubdiv/far/stencilTableFactory.h>
#include <opensubdiv/far/topologyDescriptor.h>
#include <opensubdiv/osd/cpuEvaluator.h>
#include <opensubdiv/osd/cpuVertexBuffer.h>

using namespace OpenSubdiv;

struct Vertex {
    float v[5];
    void Clear(void * = nullptr) { memset(v, 0, sizeof v); }
    void AddWithWeight(Vertex const &other, float weight) {
        for (int i = 0; i < 5; ++i) v[i] += weight * other.v[i];
    }
};

int main(int argc, char **argv) {
    if (argc != 5) return 64;
    std::string kind = argv[1], way = argv[4];
    int n = atoi(argv[2]), steps = atoi(argv[3]);
    std::vector<Vertex> net;
    for (int row = 0; row <= n; ++row)
        for (int column = 0; column <= n; ++column) {
            float x = float(column) / n, y = float(row) / n;
            net.push_back({{x, y, x, y, 0.1f * std::sin(9 * x) * std::cos(7 * y)}});
        }
    std::vector<int> counts, indices;
    for (int row = 0; row < n; ++row)
        for (int column = 0; column < n; ++column) {
            if (kind == "extraordinary" && row == n / 2 && column == n / 2) continue;
            int i = row * (n + 1) + column;
            counts.push_back(4);
            indices.insert(indices.end(), {i, i + 1, i + n + 2, i + n + 1});
        }
    int center = (n / 2) * (n + 1) + n / 2;
    int crease[2] = {center, center + 1};
    float sharpness = 2;

    auto start = std::chrono::steady_clock::now();
    Far::TopologyDescriptor descriptor;
    descriptor.numVertices = int(net.size());
    descriptor.numFaces = int(counts.size());
    descriptor.numVertsPerFace = counts.data();
    descriptor.vertIndicesPerFace = indices.data();
    if (kind == "crease") {
        descriptor.numCreases = 1;
        descriptor.creaseVertexIndexPairs = crease;
        descriptor.creaseWeights = &sharpness;
    }
    Sdc::Options options;
    options.SetVtxBoundaryInterpolation(Sdc::Options::VTX_BOUNDARY_EDGE_AND_CORNER);
    using Factory = Far::TopologyRefinerFactory<Far::TopologyDescriptor>;
    std::unique_ptr<Far::TopologyRefiner> refiner(
        Factory::Create(descriptor, Factory::Options(Sdc::SCHEME_CATMARK, options)));
    refiner->RefineUniform(Far::TopologyRefiner::UniformOptions(steps));
    int last = refiner->GetLevel(steps).GetNumVertices();
    double check = 0, total, evaluation;
    std::vector<Vertex> result;
    if (way == "primvar") {
        auto middle = std::chrono::steady_clock::now();
        std::vector<Vertex> values(refiner->GetNumVerticesTotal());
        std::copy(net.begin(), net.end(), values.begin());
        Far::PrimvarRefiner primvars(*refiner);
        Vertex *from = values.data();
        for (int level = 1; level <= steps; ++level) {
            Vertex *to = from + refiner->GetLevel(level - 1).GetNumVertices();
            primvars.Interpolate(level, from, to);
            from = to;
        }
        auto end = std::chrono::steady_clock::now();
        for (int i = 0; i < last; ++i) for (float x : from[i].v) check += x;
        total = std::chrono::duration<double, std::milli>(end - start).count();
        evaluation = std::chrono::duration<double, std::milli>(end - middle).count();
    } else {
        Far::StencilTableFactory::Options stencilOptions;
        stencilOptions.generateIntermediateLevels = false;
        stencilOptions.generateOffsets = true;
        std::unique_ptr<Far::StencilTable const> table(
            Far::StencilTableFactory::Create(*refiner, stencilOptions));
        auto middle = std::chrono::steady_clock::now();
        result.resize(last);
        Osd::BufferDescriptor layout(0, 5, 5);
        Osd::CpuEvaluator::EvalStencils(
            net[0].v, layout, result[0].v, layout, &table->GetSizes()[0], &table->GetOffsets()[0],
            &table->GetControlIndices()[0], &table->GetWeights()[0], 0, table->GetNumStencils());
        auto end = std::chrono::steady_clock::now();
        for (auto &vertex : result) for (float x : vertex.v) check += x;
        total = std::chrono::duration<double, std::milli>(end - start).count();
        evaluation = std::chrono::duration<double, std::milli>(end - middle).count();
    }
    std::string line, peak;
    for (std::ifstream status("/proc/self/status"); std::getline(status, line);)
        if (line.rfind("VmHWM:", 0) == 0) peak = line.substr(6);
    printf("%.3f %ld %d %.6f %.3f\n", total, atol(peak.c_str()), last, check / last, evaluation);
}
