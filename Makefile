# Everything a person types. Each target is enough by itself on a fresh clone.

CARGO ?= cargo
MODULES := abyss allegeance astoria

.PHONY: run build test check bench load soak tools clean

## Starts the server with every game, on http://127.0.0.1:8080, with its journal in gueridon.db.
run: build
	dist/gueridon serve

## Leaves dist/: the server and its modules, runnable and copyable as it is.
build:
	$(CARGO) build --release -p gueridon $(addprefix -p ,$(MODULES))
	install -d -m 755 dist/modules
	install -m 755 target/release/gueridon dist/gueridon
	$(foreach game,$(MODULES),install -m 644 target/release/lib$(game).so dist/modules/$(game).so;)

## Everything that must hold: format, lints, every test, docs without a warning.
test: tools check
	$(CARGO) build --workspace --all-targets
	$(CARGO) test --workspace
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --quiet

check:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings

## What the tests need beyond Rust: found, installed from Debian's packages, or asked for.
tools:
	./.ci/tools

## How fast it is. Figures and what they mean: docs/performance.md.
bench:
	$(CARGO) build --release $(addprefix -p ,$(MODULES))
	$(CARGO) bench --workspace

## What the server carries, over real sockets on the loopback; bounded, about a minute.
load:
	$(CARGO) build --release $(addprefix -p ,$(MODULES))
	$(CARGO) bench -p gueridon --bench load

# How much `make soak` draws: worlds in which everything fails, playouts of each game with each
# number of seats, documents that graphql-js answers too.
SEEDS ?= 100000
PLAYOUTS ?= 2000
DOCUMENTS ?= 10000

## The long forms of the tests that draw at random, for a night: make soak SEEDS=1000000
soak: tools
	SEEDS=$(SEEDS) $(CARGO) test -p gueridon-host --test cluster
	DOCUMENTS=$(DOCUMENTS) $(CARGO) test -p gueridon --test reference generated
	PLAYOUTS=$(PLAYOUTS) $(CARGO) test -p gueridon-game $(addprefix -p ,$(MODULES)) --test sealed --test laws

clean:
	$(CARGO) clean
	rm -rf dist
