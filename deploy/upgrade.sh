#!/bin/sh
# deploy/upgrade.sh VERSION: goes over to another version of Laurel without an interruption.
#
# The database is migrated first, while the old version serves: old and new code can both live with what a migration
# leaves. Then each copy of the app is replaced in turn: a new one is started, and once it is healthy an old one is told
# to stop. Where anything fails, what serves goes on serving, .env still names the old version, and the exit code is 1.
set -eu
cd "$(dirname "$0")/.."

version=${1:?'say which version: deploy/upgrade.sh VERSION'}
case "$version" in
  *[!A-Za-z0-9._-]*) echo "$version is not a version: letters, digits, dots, dashes and underscores" >&2; exit 2 ;;
esac
[ -f .env ] || { echo 'There is no .env here: run "laurel setup" first.' >&2; exit 2; }

before=$(mktemp .env.XXXXXX)
cp -p .env "$before"
stop() {
  mv "$before" .env
  echo "$1 What serves goes on serving, and .env names the version before." >&2
  exit 1
}

# Compose believes the environment before .env.
export LAUREL_VERSION="$version"
# All that is created from here on is created as "docker compose up -d" would: it finds nothing to replace in the end.
{ grep -v '^LAUREL_VERSION=' "$before" || true; echo "LAUREL_VERSION=$version"; } >.env
docker compose config --images app backup | grep ":$version\$" | xargs docker image inspect >/dev/null 2>&1 \
  || docker compose pull --quiet app backup 2>/dev/null || docker compose build --quiet app backup \
  || stop "The images of $version could neither be pulled nor built."

echo "Migrating the database to $version …"
docker compose up -d --no-build migrate >/dev/null 2>&1 || stop 'The migration could not be started.'
if [ "$(docker wait "$(docker compose ps -aq migrate)")" != 0 ]; then
  docker compose logs --no-log-prefix --tail 20 migrate >&2
  stop 'The migration failed.'
fi

old=$(docker compose ps -q app)
wanted=$(echo "$old" | grep -c . || true)
for copy in $old; do
  if ! docker compose up -d --no-recreate --no-build --scale "app=$((wanted + 1))" --wait app >/dev/null 2>&1; then
    docker compose logs --tail 20 app >&2
    stop "A copy of $version did not become healthy."
  fi
  docker stop --time 30 "$copy" >/dev/null
  docker rm "$copy" >/dev/null
  echo 'A copy of the app was replaced.'
done
rm "$before"
docker compose up -d --no-build --wait
echo "Laurel $version is serving."
