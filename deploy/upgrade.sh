#!/bin/sh
# deploy/upgrade.sh VERSION: goes over to another version of Laurel without an interruption.
#
# The database is migrated first, while the old version serves: old and new code can both live with what a migration
# leaves. Then each copy of the app is replaced in turn: a new one is started, and once it is healthy an old one is told
# to stop. Where anything fails, the old version serves with as many copies as before, .env names it, and the exit code is 1.
set -eu
cd "$(dirname "$0")/.."
. deploy/copies.sh

version=${1:?'say which version: deploy/upgrade.sh VERSION'}
case "$version" in
  *[!A-Za-z0-9._-]*) echo "$version is not a version: letters, digits, dots, dashes and underscores" >&2; exit 2 ;;
esac
[ -f .env ] || { echo 'There is no .env here: run "laurel setup" first.' >&2; exit 2; }

saved=
before=
# Back to the version before, with its settings and without any copy of the new one.
fail() {
  trap - EXIT
  trap '' INT TERM HUP
  remove_starting
  [ -z "$before" ] || cp -p "$before" .env
  rm -f "$saved"
  unset LAUREL_VERSION
  # Copies that were replaced already are replaced by the old version again.
  new=$started
  # shellcheck disable=SC2086 # each id is a word of its own
  if replace_copies $new; then
    echo "$1 What serves goes on serving, and .env names the version before." >&2
  else
    remove_starting
    echo "$1 .env names the version before, but a copy of it can't be started now: copies of $version go on serving." >&2
  fi
  exit "${2:-1}"
}
trap 'fail "The upgrade was interrupted." 130' INT TERM HUP
trap 'fail "The upgrade failed."' EXIT
saved=$(mktemp .env.XXXXXX)
cp -p .env "$saved"
before=$saved

# Compose believes the environment before .env.
export LAUREL_VERSION="$version"
# All that is created from here on is created as "docker compose up -d" would: it finds nothing to replace in the end.
{ grep -v '^LAUREL_VERSION=' "$before" || true; echo "LAUREL_VERSION=$version"; } >.env
docker compose config --images app backup | grep ":$version\$" | xargs docker image inspect >/dev/null 2>&1 \
  || docker compose pull --quiet app backup 2>/dev/null || docker compose build --quiet app backup \
  || fail "The images of $version could neither be pulled nor built."

echo "Migrating the database to $version …"
migrate || fail 'The migration failed.'
# shellcheck disable=SC2046 # each id is a word of its own
replace_copies $(copies) || fail "A copy of $version did not become healthy."
trap - INT TERM HUP EXIT
rm "$saved"
docker compose up -d --no-build --wait \
  || { echo "Laurel $version is serving, but another container is not healthy: docker compose ps" >&2; exit 1; }
echo "Laurel $version is serving."
