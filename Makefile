PREFIX ?= /usr/local
MODEL ?= Fixtures/models/efficientnet_lite0_int8.tflite
LIBRARIES = libopenblas-dev libturbojpeg0-dev libpng-dev pkg-config
INSTALL = apt-get update -q; DEBIAN_FRONTEND=noninteractive apt-get install -y -q $(LIBRARIES)
# Without it the compiler's arguments, which name the traits, change their order from call to call, and
# with them everything is built anew.
export SWIFT_DETERMINISTIC_HASHING = 1
SWIFTLET = .build/release/swiftlet
PYTHON = .build/python/bin/python

.PHONY: demo test bench bench-kernels bench-merge compare differential lint fuzz fuzz-short check check-short coverage operators docs install build deps

# Names what a photo shows.
demo: build ; @$(SWIFTLET) classify Fixtures/images/coffee.jpg --max-results 5

# Runs the whole test suite. Without testable imports it shares its build with the command.
test: deps ; swift test -c release --disable-testable-imports

# Times a model step by step: make bench MODEL=path.
bench: build ; @$(SWIFTLET) benchmark $(MODEL) --profile

# Times the kernels on the shapes of real layers: make bench-kernels ONLY=ResNet JSON=out.json.
bench-kernels: deps ; swift run -c release KernelBenchmarks $(or $(SHAPES),Benchmarks/kernels/shapes.txt) --check $(if $(ONLY),--only "$(ONLY)") $(if $(JSON),--json "$(JSON)")

# Puts the results of machines side by side: make bench-merge FILES="a.json b.json".
bench-merge: deps ; @swift run -q -c release KernelBenchmarks --merge $(FILES)

# Times models against LiteRT in turns: make compare MODELS="a.tflite b.tflite" JSON=out.json.
compare: build $(PYTHON) ; @$(PYTHON) Benchmarks/compare/compare.py $(MODELS) $(if $(JSON),--json "$(JSON)")

# Runs random graphs in LiteRT and here: make differential SEEDS=0:20000.
differential: build $(PYTHON) ; @$(PYTHON) Tests/Differential/differential.py --seeds $(or $(SEEDS),0:200) --jobs 2 --keep .build/found

# The Python packages that these two need.
$(PYTHON): Benchmarks/compare/requirements.txt ; python3 -m venv .build/python && $(PYTHON) -m pip install -q -r $< && touch $@

# Checks the style of all sources.
lint: ; swift format lint --strict -p -r Sources Tests Benchmarks Package.swift

# Feeds every reader damaged files, each so long: make fuzz MINUTES=60 ONLY=ModelMutation.
fuzz: deps ; @Tests/Fuzz/run.sh $$((60 * $(or $(MINUTES),5))) $(ONLY)

# The same in about a minute.
fuzz-short: deps ; @Tests/Fuzz/run.sh 4

# Sanitizers, older processors, a build without libraries, and fuzzing, of the whole suite.
check: deps ; @Tests/check.sh all

# The same of what is most exposed, for CI.
check-short: deps ; @Tests/check.sh short

# How much of the reader of files and of the planner the tests reach.
coverage: deps ; @Tests/coverage.sh

# Makes docs/operators.md anew.
operators: build ; @$(SWIFTLET) operators --markdown Fixtures/operators > docs/operators.md.new && mv docs/operators.md.new docs/operators.md

# Makes the API reference in .build/api.
docs: build ; @docs/api.sh

# Puts the command and the default model in place: make install PREFIX=path.
install: build ; install -D -s -m 755 $(SWIFTLET) "$(DESTDIR)$(PREFIX)/bin/swiftlet" && install -D -m 644 Fixtures/models/efficientnet_lite0_int8.tflite "$(DESTDIR)$(PREFIX)/share/swiftlet/efficientnet_lite0_int8.tflite"

# Builds the command.
build: deps ; swift build -c release --product swiftlet

# Installs the three system libraries unless they are there.
deps:
	@pkg-config --exists openblas libturbojpeg libpng 2>/dev/null && exit; \
	if [ "$$(id -u)" = 0 ]; then sh -c '$(INSTALL)'; \
	elif command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then sudo sh -c '$(INSTALL)'; \
	else echo 'Three system libraries are missing; as root, run: apt-get install $(LIBRARIES)' >&2; exit 1; fi
