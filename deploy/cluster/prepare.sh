#!/bin/sh
# Run after `laurel setup`, in the folder with docker-compose.yml: adds what the cluster needs to secrets/ and .env. Existing
# files that are not empty are kept, so it can be run again.
set -eu
cd "$(dirname "$0")/../.."
[ -s secrets/database_url ] || { echo 'There is no deployment here: run "laurel setup" first.' >&2; exit 1; }

# write NAME COMMAND …: the secret that the command prints, unless there is one. It gets its name only when it is complete.
# Readable, because containers have users of their own; only the folder's owner can open secrets/.
write() {
  name=$1
  shift
  [ ! -s "secrets/$name" ] || return 0
  rm -f "secrets/$name.draft"
  "$@" >"secrets/$name.draft"
  [ -s "secrets/$name.draft" ] || { echo "secrets/$name could not be made." >&2; exit 1; }
  chmod 444 "secrets/$name.draft"
  mv -f "secrets/$name.draft" "secrets/$name"
}
password() {
  made=$(od -An -N 24 -t x1 /dev/urandom | tr -d ' \n')
  [ ${#made} -eq 48 ] && printf %s "$made"
}

for each in cluster_replication_password cluster_rewind_password cluster_api_password; do write "$each" password; done
# The application's role, through PgBouncer.
write database_pooled_url sed 's/@postgres:5432/@pgbouncer:6432/' secrets/database_url
write pgbouncer_users sed 's#^postgres://\([^:]*\):\([^@]*\)@.*$#"\1" "\2"#' secrets/database_url
# The backup's role, on a standby.
write database_standby_url sed 's/@postgres:5432/@haproxy:5433/' secrets/database_replication_url

grep -q '^COMPOSE_FILE=' .env || printf '\nCOMPOSE_FILE="docker-compose.yml:deploy/cluster/compose.yml"\nAPP_REPLICAS="3"\n' >>.env
