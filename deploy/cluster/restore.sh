#!/bin/sh
# deploy/cluster/restore.sh [OPTION …]: creates the cluster from a backup, of a cluster or of a single database.
#
# It restores into the empty volume of pg1, and starts pg1 as the primary of a new cluster. The options are those of
# "laurel backup restore", for example --not-before (README.md beside this file). etcd must be running, without a cluster.
# Exit codes: 0 pg1 is the primary (or --dry-run succeeded), 1 a step failed, 2 nothing was done.
set -eu
cd "$(dirname "$0")/../.."
refuse() { echo "$1" >&2; exit 2; }
fail() { echo "$1" >&2; exit 1; }

dry_run=
for option in "$@"; do
  case $option in
    --help | -h) exec docker compose run --rm --no-deps -T backup laurel backup restore --help ;;
    --dry-run) dry_run=yes ;;
    --to | --to=* | --no-finish) refuse "$option can't be used here: the script restores into the volume of pg1." ;;
  esac
done
docker compose config --services | grep -qx pg1 || refuse 'There is no cluster here: run deploy/cluster/prepare.sh first.'
# A new etcd needs some seconds to elect its leader. Commands get no standard input, which may be the private key.
tries=0
until known=$(docker compose exec -T etcd1 etcdctl get /laurel/ --prefix --keys-only --limit 1 2>/dev/null </dev/null); do
  tries=$((tries + 1))
  [ "$tries" -lt 20 ] || refuse 'etcd does not answer. Start it first: docker compose up -d etcd1 etcd2 etcd3'
  sleep 1
done
finish='deploy/postgres/passwords.sh pg1'
[ -z "$known" ] || refuse "etcd has a cluster already. If this script was interrupted while pg1 started, finish with: $finish
Otherwise remove the volumes of the old cluster first: deploy/cluster/README.md"
[ -z "$(docker compose ps -q pg1)" ] || refuse 'pg1 is running. Stop it first: docker compose stop pg1'

docker compose up --no-start --no-deps --quiet-pull pg1 </dev/null
data=/var/lib/postgresql/data
volume=$(docker inspect --format "{{range .Mounts}}{{if eq .Destination \"$data\"}}{{or .Name .Source}}{{end}}{{end}}" \
  "$(docker compose ps --all -q pg1)")
# The container gets a terminal, to ask for the private key, only if both sides have one.
terminal=-T
if [ -t 0 ] && [ -t 1 ]; then terminal=; fi
# shellcheck disable=SC2086 # $terminal may be empty
docker compose run --rm --no-deps $terminal -v "$volume:$data" backup laurel backup restore --to "$data/main" "$@" || exit
[ -z "$dry_run" ] || exit 0
# On an empty folder Patroni would create a new database.
docker compose run --rm --no-deps -T --entrypoint test pg1 -s "$data/main/PG_VERSION" </dev/null \
  || fail 'Nothing was restored, so pg1 was not started.'

echo 'Starting pg1 as the primary of a new cluster …'
trap 'fail "Interrupted. pg1 has the restored database. As soon as it is primary, run: $finish"' HUP INT TERM
docker compose up -d --no-deps --no-build pg1 </dev/null || fail 'pg1 did not start.'
on_primary() { docker compose exec -T pg1 psql -q -v ON_ERROR_STOP=1 -U laurel -d postgres -At "$@" </dev/null; }
tries=0
until [ "$(on_primary -c 'SELECT pg_is_in_recovery()' 2>/dev/null)" = f ]; do
  tries=$((tries + 1))
  [ "$tries" -lt 120 ] || fail 'pg1 did not become primary. Its log: docker compose logs pg1'
  sleep 1
done
deploy/postgres/passwords.sh pg1 || fail "pg1 is not complete. Correct the problem above, then run: $finish"
echo 'pg1 is the primary. Now start the rest, as deploy/cluster/README.md says. Visitors come in when Caddy starts.'
echo 'Votes are taken as soon as another node has copied pg1.'
