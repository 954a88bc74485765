# make setup    what Guise needs: Debian packages (as root) and the face models
# make run      filters on the sample photo and a sample clip, into out/
# make test     everything that is tested
# make lint     format, imports, scripts
# make format   formats the sources
# make golden   takes what is drawn now as the golden pictures; look at the difference before you commit
# make fuzz     broken files through every reader, FUZZ_SECONDS=120 long
# make bench    measures, beside the peers, and prints the tables of Documentation/Performance.md
# make install  PREFIX=/usr/local DESTDIR=: program, models, filters, completions
# make clean    removes what was built and out/; keeps what setup installed

PREFIX ?= /usr/local
# Not every shell expands the ~ of PREFIX=~/.local.
override PREFIX := $(patsubst ~/%,$(HOME)/%,$(PREFIX))
DESTDIR ?=
FUZZ_SECONDS ?= 120
# Arguments of Benchmarks/run.py, such as BENCH="--only track --rounds 3".
BENCH ?=

SWIFT_FOLDERS := Package.swift Sources Tests Examples Benchmarks
# Where setup puts files; as in Scripts/setup.
HOME_FOLDER := $(or $(GUISE_HOME),$(or $(XDG_DATA_HOME),$(HOME)/.local/share)/guise)
RELEASE := .build/release
# Apart, so that neither build undoes the other.
STANDALONE := .build/standalone

.DELETE_ON_ERROR:
.PHONY: setup run test lint format golden fuzz bench install clean

setup:
	@Scripts/setup

run: setup
	@Scripts/demo

test: setup
	swift build --build-tests
	swift test --skip-build --disable-xctest --parallel

lint:
	swift format lint --strict --recursive --parallel $(SWIFT_FOLDERS)
	Scripts/lint-imports
	@for script in Scripts/setup Scripts/demo .ci/run; do bash -n $$script || exit 1; done

format:
	swift format --in-place --recursive --parallel $(SWIFT_FOLDERS)

golden: setup
	GUISE_UPDATE_GOLDENS=1 swift test --disable-xctest --filter GoldenTests
	git status --short -- Tests/GoldenTests/Goldens

fuzz: setup
	swift build --configuration release --product GuiseFuzz
	$(RELEASE)/GuiseFuzz --seconds $(FUZZ_SECONDS) --keep out/fuzz

bench: setup
	@Benchmarks/run.py $(BENCH)

# The program carries Swift's libraries, so that the machine it runs on needs no toolchain.
install: setup
	swift build --scratch-path $(STANDALONE) --configuration release --product guise \
	  --static-swift-stdlib
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/guise"
	install -s -m 755 $(STANDALONE)/release/guise "$(DESTDIR)$(PREFIX)/bin/guise"
	@# With PREFIX=$$HOME/.local they lie there already.
	[ "$(HOME_FOLDER)" -ef "$(DESTDIR)$(PREFIX)/share/guise" ] || \
	  tar -c -C "$(HOME_FOLDER)" lib models fonts samples | \
	  tar -x --no-same-owner -C "$(DESTDIR)$(PREFIX)/share/guise"
	install -d "$(DESTDIR)$(PREFIX)/share/guise/filters"
	for filter in Filters/*/filter.json; do \
	  tar -c -C Filters $$(basename $$(dirname $$filter)) | \
	    tar -x --no-same-owner -C "$(DESTDIR)$(PREFIX)/share/guise/filters" || exit 1; \
	done
	install -m 644 LICENSE NOTICE "$(DESTDIR)$(PREFIX)/share/guise"
	install -d "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	$(STANDALONE)/release/guise completions bash > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/guise"
	$(STANDALONE)/release/guise completions zsh > "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_guise"
	$(STANDALONE)/release/guise completions fish > "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/guise.fish"

clean:
	rm -rf .build out
