# Two commands matter: `make demo` shows it, `make test` proves it. Both install what is missing.

SHELL := /bin/bash
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
DESTDIR ?=

RELEASE := .build/release/meshrender
SOURCES := Package.swift Sources Tests Examples Shaders Benchmarks Fuzz

# What is built in release carries the Swift runtime where the toolchain has it as static libraries, and no symbols.
STATIC = $(shell dir=$$(swiftc -static-stdlib -print-target-info 2>/dev/null \
  | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p'); \
  [ -n "$$dir" ] && [ -d "$$dir" ] && echo --static-swift-stdlib) -Xlinker --strip-all
STRICT := -Xswiftc -warnings-as-errors -Xcc -Werror=all -Xcc -Werror=extra
# The tests and all checks that run the tool share one optimized build, in which the renderer runs several times as fast
# as in a debug build. It keeps the checks of overflow, bounds and preconditions; the sources contain no assert(). Its
# folder is its own: the release binary's modules are not testable, and are compiled for the static Swift runtime. The
# tests themselves and the tool's own module are not optimized (Package.swift). Debug information, which takes a tenth of
# the time, is left out: DEBUG=-g keeps it.
DEBUG ?= -gnone
TESTED := --scratch-path .build-tests --configuration release --traits default,UnoptimizedTool -Xswiftc -enable-testing \
  -Xswiftc $(DEBUG) $(STRICT)
TOOL := .build-tests/release/meshrender

.PHONY: help demo test tested compiled peers linked opensubdiv build release dependencies documentation conversions schemas batch mistakes trust scale counts python notebook maps passes dataset lenses fits formats images compositing animations references drivers fuzz scenes faults asan tsan trixie pictures site browse chromium pages reference manual bench format lint install uninstall deb tarball wheel sdist package-check packaged wheel-check wheel-tested completions clean packages

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 23

demo: build ## render the showcase into demo/
	@Scripts/demo.sh $(RELEASE)

# LOG names a file for the output of the tests.
LOG ?=
test: lint tested ## lint, build with warnings as errors, run every test, and those of pictures once more as on a GPU
	@swift test --skip-build --disable-xctest $(TESTED) </dev/null $(if $(LOG),>$(LOG) 2>&1)
	@Scripts/check-classes.sh $(TESTED)

# The build that the tests and the checks share. BESIDE=peers installs, while it runs, all that they compare with.
BESIDE ?=
tested: compiled $(BESIDE)
compiled: packages
	@swift build --build-tests $(TESTED) </dev/null

# What the checks compare with. They leave out the programs of the second and third line where these cannot be installed.
peers: packages
	@Scripts/install-packages.sh mesa-vulkan-drivers glslang-tools gcc libc6-dev g++ libosd-dev strace valgrind
	@Scripts/install-packages.sh ffmpeg libjpeg-turbo-progs imagemagick || \
	  echo "FFmpeg, djpeg and ImageMagick cannot be installed: nothing is compared with them"
	@Scripts/install-packages.sh lintian mandoc man-db groff zsh fish || \
	  echo "lintian, mandoc, man, zsh or fish cannot be installed: what they check is left out"

# The tool as a release has it, without the second compilation that `make release` takes.
linked: tested ## link the tested tool with the static Swift runtime, and check that it runs where no Swift is installed
	@Scripts/check-release.sh "$$(Scripts/link-static.sh .build-tests/release)"

opensubdiv: tested ## compare subdivision with OpenSubdiv, live, on random meshes
	@Tests/OpenSubdiv/compare.sh $(TESTED)

build: packages ## build the release binary
	@swift build --configuration release --product meshrender $(STATIC) </dev/null

release: build ## check that the release binary runs where no Swift is installed
	@Scripts/check-release.sh $(RELEASE)

dependencies: packages ## check that a package that uses only the libraries depends on no other package
	@Scripts/check-dependencies.sh

documentation: tested ## check that every public symbol of the libraries has a documentation comment
	@Scripts/check-documentation.sh .build-tests/release

conversions: tested ## check that numbers are converted by CheckedNumbers, which cannot trap
	@Scripts/check-conversions.sh .build-tests/release

schemas: tested ## check the schemas and the example scenes with PyPI's jsonschema
	@Scripts/check-schemas.sh $(TOOL)

python: tested ## run the tests of the Python package, and check its types
	@Scripts/check-python.sh $(TOOL)

notebook: tested ## run the notebook of the Python package, and check that its pictures and its clip are displayed
	@Scripts/check-notebook.sh $(TOOL)

maps: tested ## check maps and displacement with OpenCV from PyPI and, where installed, FFmpeg and ImageMagick
	@Scripts/check-maps.sh $(TOOL)

passes: tested ## compare passes with VTK, OpenEXR and OpenCV from PyPI, on random surfaces; SEED=123 replays, COUNT=5 takes more
	@SEED=$(or $(SEED),1) COUNT=$(or $(COUNT),1) Scripts/check-passes.sh $(TOOL)

dataset: tested ## make a small data set of bent pages twice, and compare its bytes, maps and boxes
	@Scripts/check-dataset.sh $(TOOL)

lenses: tested ## compare lens models with OpenCV 5 and COLMAP from PyPI, live, on random cameras
	@Scripts/check-oracles.sh lenses $(TESTED)

fits: tested ## compare maps of points with SciPy, OpenCV 5 and libigl from PyPI, live, on random points
	@Scripts/check-oracles.sh fits $(TESTED)

formats: tested ## check the mesh files that are written with PyPI's readers of OBJ and glTF
	@Scripts/check-formats.sh $(TOOL)

images: tested ## check JPEG and WebP in and out with PyPI's Pillow
	@Scripts/check-images.sh $(TOOL)

compositing: tested ## check blend modes, masks and shadows with Skia from PyPI
	@Scripts/check-compositing.sh $(TOOL)

animations: tested ## check clips with Pillow from PyPI and, where installed, FFmpeg
	@Scripts/check-animations.sh $(TOOL)

references: tested ## check random scenes with float64 references in NumPy; SEED=123 replays, COUNT=5 takes more
	@Scripts/check-references.sh $(TOOL) $(if $(SEED),--seed $(SEED)) $(if $(COUNT),--count $(COUNT))

FUZZ_SECONDS ?= 600
TARGET ?=
fuzz: packages ## fuzz each parser for FUZZ_SECONDS (600), and draw random scenes; or only a TARGET
	@Scripts/fuzz.sh $(FUZZ_SECONDS) $(TARGET)

# `make fuzz` draws scenes with the address sanitizer. Without it, the same time is enough for three times as many.
scenes: tested ## draw random scenes for FUZZ_SECONDS by the build of the tests; SEED=123 replays
	@Scripts/random-scenes.sh .build-tests/release $(FUZZ_SECONDS) $(SEED)

# The long version: make batch BATCH="--jobs 400 --kills 100".
BATCH ?=
batch: tested ## run batches with broken jobs, dying workers and killed runs, and compare what is delivered; BATCH are its options
	@python3 Tests/Batch/batch.py $(TOOL) $(BATCH)

mistakes: tested ## make a new user's mistakes, and check the sentences that answer them
	@python3 Tests/Mistakes/mistakes.py $(TOOL)

# Random scenes and numbers are other ones in each run without a SEED.
TRUST_SEED ?= $(or $(SEED),$(shell date +%s))
trust: tested ## run hostile scenes, files, numbers, paths and lists; TRUST_SEED=123 replays, MUTATED=1000000 damages more files
	@Scripts/check-trust.sh $(TOOL) $(TRUST_SEED)

# Ray takes 600 MB of .venv-scale.
ENGINES ?= parallel slurm ray
scale: tested ## run a list of jobs with GNU parallel, Slurm and Ray, and compare with batch alone; ENGINES are some of them
	@Scripts/check-scale.sh $(TOOL) $(ENGINES)

# The long version: make faults FAULTS="--runs 100 --frames 20000 --pictures 10000".
FAULTS ?=
faults: tested ## kill, starve and crowd the tool, and check that nothing partial is left; FAULTS are its options
	@python3 Tests/Faults/faults.py $(TOOL) $(FAULTS)

FILTER ?=
asan: packages ## run the tests under the address sanitizer; FILTER is a part of them
	@swift build --build-tests --sanitize=address --scratch-path .build-asan </dev/null
	@# Frames are several times as large: trees as deep as they may be need more of a thread's stack. And a test that
	@# measures memory allows for 12 MB, of which freed blocks that are held back take 8. The sanitizer reserves
	@# terabytes of addresses, so that the tests that run the tool below a limit of addresses are left out.
	@ulimit -S -s 65536; ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=8 swift test --skip-build --disable-xctest --sanitize=address \
	  --scratch-path .build-asan $(if $(FILTER),--filter "$(FILTER)") \
	  --skip "aLargeMapIsWrittenInBands|theSystemLimitIsReported|dataBeyondTheSystemLimitIsReported" </dev/null

tsan: packages ## run animate and the tests of threads under the thread sanitizer
	@Scripts/check-threads.sh

# Another release or command: Scripts/test-in-debian.sh RELEASE COMMAND...
trixie: ## build and run the tests in a root of Debian 13, which debootstrap makes
	@Scripts/test-in-debian.sh trixie

# All works: make counts COUNTS=--check.
COUNTS ?= --works small,W2,W2aa,lights,layers,points,blends,mockup,validate --check
counts: tested ## count the driver's calls, bytes and instructions of a frame, and compare with those of before
	@python3 Benchmarks/counts/counts.py .build-tests/release/counts $(COUNTS)

drivers: tested ## draw by Mesa's other drivers, by GPUs and by failing drivers, and validate every shader
	@Scripts/check-drivers.sh $(TOOL) $(TESTED)

manual: tested ## check that the reference and the modules of Python are what the tool's tables give, and draw all examples
	@Scripts/check-reference.sh $(TOOL)

reference: build ## draw the pictures of Documentation/reference, and write its pages and the modules of Python again
	@python3 -B Scripts/reference/reference.py $(RELEASE) pictures
	@python3 -B Scripts/reference/reference.py $(RELEASE) pages
	@python3 -B Scripts/python_api/python_api.py $(RELEASE)

pictures: build ## draw the pictures of the README, the guides and the gallery again, by their own commands
	@python3 Scripts/gallery.py $(RELEASE) Documentation/gallery.md
	@PATH="$$(dirname "$$(Scripts/python-environment.sh)"):$$PATH" Scripts/pictures.sh $(RELEASE)

# API=0 leaves out the reference of the Swift libraries, which takes minutes and swift-docc-plugin. SITE_BASE=manual is for
# a site that will be at https://example.org/manual: only that reference needs to know.
API ?= 1
site: build ## build the manual as a web site in site/, by the commands of its pages; API=0 leaves out the Swift libraries
	@SITE_BASE="$(SITE_BASE)" Scripts/site.sh $(RELEASE) $(if $(filter 0,$(API)),--no-api)

browse: ## open every page of site/ in headless Chromium, at the widths of a phone and of a desktop
	@Scripts/check-site.sh site

chromium: tested ## check how headless Chromium plays clips, and compare texts of six scripts with its own
	@Scripts/check-browser.sh $(TOOL)

pages: tested ## check the manual: the gallery is complete, pages convert, and links and pictures are there
	@python3 Scripts/gallery.py $(TOOL) Documentation/gallery.md --check
	@Scripts/site.sh $(TOOL) --no-api --no-commands

# Other flags would compile everything again.
bench: export RELEASE_FLAGS = $(STATIC)
bench: build ## time single pictures, animations and PNG beside their peers, how things grow, what lights cost
	@swift build --configuration release --product frames $(STATIC) </dev/null
	@Benchmarks/frames.sh --tool $(RELEASE)
	@Benchmarks/users.sh --tool $(RELEASE)
	@swift build --configuration release --product curves $(STATIC) </dev/null
	@Benchmarks/growth-curves.sh
	@Benchmarks/png.sh
	@Benchmarks/subdivision.sh
	@swift run --configuration release $(STATIC) growth </dev/null
	@swift run --configuration release $(STATIC) lighting </dev/null

format: ## format the sources in place
	@swift format --in-place --parallel --recursive $(SOURCES)

lint: ## check the formatting, what is inlined, and the pages about the renderer and about maps
	@swift format lint --strict --parallel --recursive $(SOURCES)
	@python3 -B Scripts/check_inlining.py
	@python3 -B Scripts/check_renderer.py
	@python3 -B Scripts/check_maps_page.py

install: release ## install the tool, man pages, completions and examples under PREFIX (/usr/local), below DESTDIR
	@Scripts/install.sh $(RELEASE) "$(PREFIX)" "$(DESTDIR)"

uninstall: ## remove what install has made
	@Scripts/install.sh --remove "$(PREFIX)" "$(DESTDIR)"

deb: release ## make a package for Debian 12 and 13 in .build-package
	@Scripts/package.sh deb $(RELEASE)

tarball: release ## make an archive in .build-package that runs wherever it is unpacked
	@Scripts/package.sh tarball $(RELEASE)

wheel: build ## make a wheel for pip in .build-package: the tool with libpng linked statically, and its package for Python
	@Scripts/wheel.sh .build/release

sdist: ## make a source distribution for pip in .build-package, which takes Swift to install
	@Scripts/sdist.sh

# RELEASES are some of Debian's.
RELEASES ?= bookworm trixie
package-check: release ## install the packages in bare systems of Debian, and draw the README's pictures there
	@Scripts/check-package.sh $(RELEASE) $(RELEASES)

# What of that needs no other system.
packaged: linked ## make the packages of the tested tool, check them with lintian, and run what they hold
	@Scripts/check-packaged.sh .build-tests/release/static/meshrender

wheel-check: build ## install the wheel in bare systems of Debian, and run the manual's page about Python there
	@wheel=$$(Scripts/wheel.sh .build/release) && Scripts/check-wheel.sh "$$wheel" $(RELEASES)

wheel-tested: tested ## the same with the wheel of the tested tool, in one system
	@wheel=$$(Scripts/wheel.sh .build-tests/release .build-tests/wheel) && Scripts/check-wheel.sh "$$wheel" bookworm

completions: tested ## type command lines in bash, zsh and fish, and check what the tab key makes of them
	@Scripts/check_completions.py $(TOOL)

clean: ## remove everything that was built or rendered here
	@rm -rf .build .build-asan .build-fuzz .build-package .build-roots .build-tests .build-trixie .build-tsan .build-site .venv .venv-bench .venv-scale .venv-browser .venv-lenses .venv-fits .venv-pages .venv-passes .venv-wheel .venv-notebook .venv-python demo site

packages:
	@Scripts/check-swift.sh
	@Scripts/install-packages.sh
