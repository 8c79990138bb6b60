#!/bin/sh
# deploy/restart.sh: applies a change of .env, of secrets or of the Caddyfile without an interruption.
#
# It imports the edition, as "docker compose up" does. Then it replaces the copies of the app one after another: a new one
# starts, and when it is healthy and answers as the old ones do, an old one stops. The backup is replaced, too. If a step
# fails, copies that were not replaced yet stay, and the exit code is 1. It is 2 if nothing was done: while another restart or upgrade runs, or if databases of a cluster would be replaced.
set -eu
cd "$(dirname "$0")/.."
. deploy/copies.sh

fail() {
  trap release_lock EXIT
  trap '' INT TERM HUP
  remove_starting
  echo "$1 Copies of the app that were not replaced yet run with the old settings. Correct the problem above and run deploy/restart.sh again." >&2
  exit "${2:-1}"
}
[ -f .env ] || { echo 'There is no .env here: run "laurel setup" first.' >&2; exit 2; }
take_lock
check_nodes
trap 'fail "The restart was interrupted." 130' INT TERM HUP
trap 'fail "The restart failed."' EXIT

check_caddy || fail 'Caddy can not start with its Caddyfile and the settings.'
echo 'Importing the edition …'
migrate || fail 'The database or the edition could not be brought up to date.'
# shellcheck disable=SC2046 # each id becomes one argument
replace_copies $(copies) || fail 'A new copy did not become healthy, or does not answer as it should.'
trap 'exit 130' INT TERM HUP
trap release_lock EXIT
# The backup reads its secrets at its start, as the app does. On a machine of a cluster it may not run.
backup=$(docker compose ps -q backup)
# shellcheck disable=SC2046 # each name becomes one argument
start_others ${backup:+backup} $(outdated) \
  || { echo 'All copies of the app were replaced, but another container is not healthy. To see which: docker compose ps' >&2; exit 1; }
echo 'All copies of the app run with the new settings.'
