# Everything a person types. Each target is enough by itself on a fresh clone.

CARGO ?= cargo
MODULES := abyss allegeance astoria

# Where Rust builds its releases. With PGO=1 they are laid out by a profile of the server at work, see
# `profile`: `make run PGO=1`, and so with build, server, bench, load, growth and compare.
BUILT := target
PROFILE := $(CURDIR)/target/pgo/profile.profdata
ifneq ($(PGO),)
BUILT := $(CURDIR)/target/pgo
export CARGO_TARGET_DIR := $(BUILT)
export RUSTFLAGS += -Cprofile-use=$(PROFILE) -Cllvm-args=-no-pgo-warn-mismatch
endif

# Whether there is a Node.js that the page can be built with, and npm.
NODE_FITS := const [a, b] = process.versions.node.split("."); process.exit(a > 22 || a == 22 && b >= 12 || a == 20 && b >= 19 ? 0 : 1)
HAS_NODE = { command -v npm && node -e '$(NODE_FITS)'; } >/dev/null 2>&1

# $(call put,MODE,FILE,PLACE) puts a file into its place whole, also under a server that runs.
put = install -m $(1) $(2) $(3).new && mv $(3).new $(3)

.PHONY: compare run build server rust profile learning page web page-if-possible test test-page test-python check bench load growth soak tools clean

## Starts the server with every game, on http://127.0.0.1:8080, with its journal in gueridon.db.
run: build
	dist/gueridon serve

## Leaves dist/: the server, its modules and its page, runnable and copyable as it is. Without
## Node.js, or where npm fails, everything but the page. With PGO=1 the server makes up to two
## fifths more moves, and the build takes three times as long.
build: learning $(if $(PGO),$(PROFILE))
	@./.ci/beside '$(MAKE) --no-print-directory rust' '$(MAKE) --no-print-directory page-if-possible'

## What of that is Rust's: the server and its modules.
server: learning rust

# Without `learning`, which `build` does first, so that nothing does it twice at the same time.
rust: $(if $(PGO),$(PROFILE))
	$(CARGO) build --release -p gueridon $(addprefix -p ,$(MODULES))
	install -d -m 755 dist/modules
	$(call put,755,$(BUILT)/release/gueridon,dist/gueridon)
	$(foreach game,$(MODULES),$(call put,644,$(BUILT)/release/lib$(game).so,dist/modules/$(game).so) &&) true

## Makes the profile that PGO=1 builds by anew. That happens by itself when there is none, or when
## a crate comes, goes or changes its version, for then the names in it change; after other changes it
## still fits most of the code.
profile:
	CARGO="$(CARGO)" ./.ci/profile

$(PROFILE): Cargo.lock
	CARGO="$(CARGO)" ./.ci/profile

## Puts what games bring for those who learn them beside their modules.
learning:
	install -d -m 755 dist/modules
	$(foreach game,$(MODULES),$(call put,644,games/$(game)/learning.json,dist/modules/$(game).learning.json) &&) true

## Puts the page into dist/web, and the tables that games bring for browsers beside their modules.
## Files take their place whole, and so does the page, but for the moment between two renames.
page: learning web

# Without `learning`, as `rust`.
web: node_modules/.package-lock.json
	./.ci/page build
	install -d -m 755 dist/modules
	rm -rf dist/web.new dist/web.old
	cp -R platform/web/dist dist/web.new
	{ [ ! -e dist/web ] || mv dist/web dist/web.old; } && mv dist/web.new dist/web
	rm -rf dist/web.old
	for table in games/*/web/dist/*.js; do \
		[ -e "$$table" ] || continue; \
		name=dist/modules/$$(basename "$$table"); \
		$(call put,644,"$$table","$$name") || exit 1; \
	done

# Says why, where there can be no page.
page-if-possible:
	@if ! $(HAS_NODE); then \
		echo 'The page was not built: install Node.js 22.12 or newer, or 20 from 20.19, with npm, and run `make build` again.' >&2; \
	elif ! $(MAKE) --no-print-directory web; then \
		echo 'The page was not built, for the reason above: dist/web is as it was before, or not there.' >&2; \
		echo 'The server runs all the same. `make build` tries again; the first time, npm needs its registry.' >&2; \
	fi

# npm itself writes this file, and writes it last.
node_modules/.package-lock.json: package-lock.json
	npm ci --ignore-scripts --no-audit --no-fund
	touch $@

# The environment in which the Python package is tested.
target/python/.installed: clients/python/requirements.txt clients/python/pyproject.toml
	python3 -m venv --clear target/python
	target/python/bin/pip --disable-pip-version-check install --quiet \
		--requirement clients/python/requirements.txt
	target/python/bin/pip --disable-pip-version-check install --quiet \
		--no-deps --no-build-isolation --editable clients/python
	touch $@

## Everything that must hold: format, lints, every test, docs without a warning; the package for
## Python; the page, and browsers that play. Says at the end how long each part took.
test:
	CARGO="$(CARGO)" ./.ci/test

## What of that is the page's: types, lints and format, unit tests, and browsers that play against
## the server and the modules in target/debug.
test-page:
	./.ci/test page

## Only the tests of the Python package, with the modules in target/debug.
test-python:
	./.ci/test python

check:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings

## What the tests need beyond Rust: found, installed from Debian's packages, or asked for.
tools:
	./.ci/tools

## How fast it is. Figures and what they mean: docs/performance.md.
bench: $(if $(PGO),$(PROFILE))
	$(CARGO) build --release $(addprefix -p ,$(MODULES))
	$(CARGO) bench --workspace

## What the server carries, over real sockets on the loopback; bounded, about two minutes. With
## NODES=3, what one to three servers carry over one PostgreSQL, which it starts itself, and how long
## players wait when something fails: about ten minutes.
load: $(if $(PGO),$(PROFILE))
	$(CARGO) build --release $(addprefix -p ,$(MODULES))
	$(CARGO) bench -p gueridon --bench load $(if $(NODES),-- nodes=$(NODES) heard recovery)

## How the cost of a move grows with tables, sockets, documents and games: draws docs/growth. A
## quarter of an hour, five gigabytes on the disk meanwhile, 20,000 open files for each of two processes.
growth: $(if $(PGO),$(PROFILE))
	$(CARGO) build --release $(addprefix -p ,$(MODULES))
	$(CARGO) bench -p gueridon --bench load -- growth

# How often each is measured by `make compare`.
ROUNDS ?= 3

## Beside other servers for games and GraphQL, in turn and in the same minutes: three minutes a round.
## The first time it needs npm's registry. What is compared: compare/README.md.
compare: $(if $(PGO),$(PROFILE))
	$(CARGO) build --release $(addprefix -p ,$(MODULES) tricks)
	$(CARGO) bench -p gueridon --bench load --no-run
	for peer in boardgame-io colyseus mercurius; do \
		[ -d compare/$$peer/node_modules ] || npm ci --prefix compare/$$peer --omit=optional \
			--legacy-peer-deps --ignore-scripts --no-audit --no-fund || exit 1; \
	done
	CARGO="$(CARGO)" node compare/run.mjs $(ROUNDS)

# How much `make soak` draws: worlds in which everything fails, playouts of each game with each
# number of seats, documents that graphql-js answers too, faults of three servers and their database,
# tables of bots at once, rounds in which each attack alone is measured, seconds of all attacks at
# once, kills of the server in the middle of them.
SEEDS ?= 100000
PLAYOUTS ?= 2000
DOCUMENTS ?= 10000
FAULTS ?= 300
BOT_TABLES ?= 200
ATTACK_ROUNDS ?= 5
ATTACK_SECONDS ?= 1800
KILLS ?= 200

## The long forms of the tests that draw at random, and of those of the page: every game played to its
## end in every way, everything in every window and language. For a night: make soak SEEDS=1000000
soak: tools page
	$(CARGO) test --workspace --no-run
	SEEDS=$(SEEDS) $(CARGO) test --workspace --test cluster
	DOCUMENTS=$(DOCUMENTS) $(CARGO) test --workspace --test reference generated
	PLAYOUTS=20 $(CARGO) test --workspace --test server caches
	FAULTS=$(FAULTS) $(CARGO) test --workspace --test server faults
	BOT_TABLES=$(BOT_TABLES) HINTS=18 ANALYSED_GAMES=4 \
		$(CARGO) test --workspace --test server -- bots:: play::hints play::analyses
	$(CARGO) test --workspace --test server tools -- --include-ignored
	ATTACK_ROUNDS=$(ATTACK_ROUNDS) ATTACK_SECONDS=$(ATTACK_SECONDS) KILLS=$(KILLS) \
		$(CARGO) test --workspace --test server attacks -- --ignored --nocapture --test-threads 1
	PLAYOUTS=$(PLAYOUTS) $(CARGO) test --workspace --test game sealed
	PLAYOUTS=$(PLAYOUTS) $(CARGO) test --workspace --test laws
	LONG=1 npm run e2e

clean:
	$(CARGO) clean
	rm -rf dist node_modules platform/web/dist games/*/web/dist
