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

stop() {
  echo "$1 Nothing was changed: the version before goes on serving." >&2
  exit 1
}

export LAUREL_VERSION="$version"
image=$(docker compose config --images app | head -n 1)
docker image inspect "$image" >/dev/null 2>&1 || docker compose pull --quiet app || docker compose build --quiet app \
  || stop "The image $image could neither be pulled nor built."

echo "Migrating the database to $version …"
docker compose run --rm --no-deps -T migrate </dev/null || stop 'The migration failed.'

# From here on this version is the one that "docker compose up -d" brings.
if grep -q '^LAUREL_VERSION=' .env; then
  sed "s/^LAUREL_VERSION=.*/LAUREL_VERSION=$version/" .env >.env.new
else
  { cat .env; echo "LAUREL_VERSION=$version"; } >.env.new
fi
chmod 600 .env.new

old=$(docker compose ps -q app)
wanted=$(echo "$old" | grep -c . || true)
for copy in $old; do
  docker compose up -d --no-deps --no-recreate --no-build --scale "app=$((wanted + 1))" --wait app >/dev/null 2>&1 \
    || { rm -f .env.new; docker compose logs --tail 20 app >&2; echo "A copy of $version did not become healthy; the others of the version before go on serving." >&2; exit 1; }
  docker stop --time 30 "$copy" >/dev/null
  docker rm "$copy" >/dev/null
  echo "One copy of $version is serving in place of an old one."
done
mv .env.new .env
docker compose up -d --no-build --wait
echo "Laurel $version is serving."
