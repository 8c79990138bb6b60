#!/bin/sh
# deploy/upgrade.sh VERSION: changes to another version of Laurel without an interruption.
#
# It migrates the database while the old version runs: both versions work with the migrated database. Then it replaces the
# copies of the app one after another: a new one starts, and when it is healthy and answers as the old ones do, an old one
# stops. If a step fails, the old version runs with as many copies as before, .env names it again, and the exit code is 1. It
# is 2 if nothing was done: while another upgrade or restart runs, or if databases of a cluster would be replaced.
set -eu
cd "$(dirname "$0")/.."
. deploy/copies.sh

version=${1:?'name the version: deploy/upgrade.sh VERSION'}
case "$version" in
  *[!A-Za-z0-9._-]*) echo "$version is not a version: use letters, digits, dots, dashes and underscores" >&2; exit 2 ;;
esac
[ -f .env ] || { echo 'There is no .env here: run "laurel setup" first.' >&2; exit 2; }

saved=
before=
# Restores the previous version and its settings, and removes every copy of the new one.
fail() {
  trap release_lock EXIT
  trap '' INT TERM HUP
  remove_starting
  [ -z "$before" ] || cp -p "$before" .env
  rm -f "$saved"
  unset LAUREL_VERSION
  # Replaces the new copies by copies of the old version, which answered before.
  asks=
  new=$started
  # shellcheck disable=SC2086 # each id becomes one argument
  if replace_copies $new; then
    echo "$1 The previous version is running, and .env names it again." >&2
  else
    remove_starting
    echo "$1 .env names the previous version again, but a copy of it did not start. Copies of $version are still running." >&2
  fi
  exit "${2:-1}"
}
take_lock
check_nodes
trap 'fail "The upgrade was interrupted." 130' INT TERM HUP
trap 'fail "The upgrade failed."' EXIT
saved=$(mktemp .env.XXXXXX)
cp -p .env "$saved"
before=$saved

# Compose prefers the environment to .env.
export LAUREL_VERSION="$version"
# With both set, containers are created as by "docker compose up -d", which then has nothing to replace.
{ grep -v '^LAUREL_VERSION=' "$before" || true; echo "LAUREL_VERSION=$version"; } >.env
docker compose config --images app backup | grep ":$version\$" | xargs docker image inspect >/dev/null 2>&1 \
  || pulled=$(docker compose pull --quiet app backup 2>&1) || docker compose build --quiet app backup \
  || { printf '%s\n' "$pulled" | tail -n 10 >&2; fail "The images of $version could neither be pulled nor built."; }

# In the new version, which knows what it mounts.
docker compose run --rm -T --no-deps setup laurel secrets complete --absent-only </dev/null \
  || fail 'The files in secrets/ could not be completed.'
check_caddy || fail 'Caddy can not start with its Caddyfile and the settings.'
echo "Migrating the database to $version …"
migrate || fail 'The migration failed.'
# shellcheck disable=SC2046 # each id becomes one argument
replace_copies $(copies) || fail "A copy of $version did not become healthy, or does not answer as it should."
trap 'exit 130' INT TERM HUP
trap release_lock EXIT
rm "$saved"
# shellcheck disable=SC2046 # each name becomes one argument
start_others $(outdated) \
  || { echo "Laurel $version is running, but another container is not healthy. To see which: docker compose ps" >&2; exit 1; }
echo "Laurel $version is running."
