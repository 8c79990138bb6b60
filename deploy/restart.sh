#!/bin/sh
# deploy/restart.sh: makes a change of .env or of secrets take effect without an interruption.
#
# The edition is imported first, as "docker compose up" does; then each copy of the app is replaced in turn: a new one is started, and once it is
# healthy an old one is told to stop. Where anything fails, no copy that serves is stopped, and the exit code is 1.
set -eu
cd "$(dirname "$0")/.."
. deploy/copies.sh

fail() {
  trap - EXIT
  trap '' INT TERM HUP
  remove_starting
  echo "$1 What serves goes on serving, as it was started. Correct what is named above, and run deploy/restart.sh again." >&2
  exit "${2:-1}"
}
trap 'fail "The restart was interrupted." 130' INT TERM HUP
trap 'fail "The restart failed."' EXIT

[ -f .env ] || { trap - EXIT; echo 'There is no .env here: run "laurel setup" first.' >&2; exit 2; }

echo 'Importing the edition …'
migrate || fail 'The database or the edition could not be brought up to date.'
# shellcheck disable=SC2046 # each id is a word of its own
replace_copies $(copies) || fail 'A new copy did not become healthy.'
trap - INT TERM HUP EXIT
docker compose up -d --no-build --wait \
  || { echo 'The copies of the app were replaced, but another container is not healthy: docker compose ps' >&2; exit 1; }
echo 'All copies of the app run with the new settings.'
