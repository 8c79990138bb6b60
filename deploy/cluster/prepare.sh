#!/bin/sh
# Run after `laurel setup`, in the folder with docker-compose.yml: adds what the cluster needs to secrets/ and .env. Existing
# files are kept, so it can be run again.
set -eu
cd "$(dirname "$0")/../.."
[ -s secrets/database_url ] || { echo 'There is no deployment here: run "laurel setup" first.' >&2; exit 1; }

# write NAME: the secret from standard input, unless it exists. Readable, because containers have users of their own; only the
# folder's owner can open secrets/.
write() {
  if [ -e "secrets/$1" ]; then cat >/dev/null; return; fi
  cat >"secrets/$1"
  chmod 444 "secrets/$1"
}
password() { od -An -N 24 -t x1 /dev/urandom | tr -d ' \n'; }

for name in cluster_replication_password cluster_rewind_password cluster_api_password; do password | write "$name"; done
# The application's role, through PgBouncer.
sed 's/@postgres:5432/@pgbouncer:6432/' secrets/database_url | write database_pooled_url
sed 's#^postgres://\([^:]*\):\([^@]*\)@.*$#"\1" "\2"#' secrets/database_url | write pgbouncer_users
# The backup's role, on a standby.
sed 's/@postgres:5432/@haproxy:5433/' secrets/database_replication_url | write database_standby_url

grep -q '^COMPOSE_FILE=' .env || printf '\nCOMPOSE_FILE="docker-compose.yml:deploy/cluster/compose.yml"\nAPP_REPLICAS="3"\n' >>.env
