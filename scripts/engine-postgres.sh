#!/usr/bin/env bash
# The start of the official PostgreSQL image, as far as its replacement needs it (scripts/engine).
set -Eeo pipefail
[ "${1:0:1}" != - ] || set -- postgres "$@"
if [ "$1" != postgres ]; then exec "$@"; fi

for name in POSTGRES_PASSWORD POSTGRES_USER POSTGRES_DB; do
  file="${name}_FILE"
  if [ -n "${!file:-}" ]; then
    export "$name=$(<"${!file}")"
    unset "$file"
  fi
done
export POSTGRES_USER="${POSTGRES_USER:-postgres}" POSTGRES_DB="${POSTGRES_DB:-${POSTGRES_USER:-postgres}}"

if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /var/run/postgresql
  chown -R postgres:postgres "$PGDATA" /var/run/postgresql
  chmod 700 "$PGDATA"
  exec gosu postgres "$0" "$@"
fi

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  if [ -z "${POSTGRES_PASSWORD:-}" ]; then
    echo 'The database is new and has no password: set POSTGRES_PASSWORD.' >&2
    exit 1
  fi
  # shellcheck disable=SC2086 # each option becomes one argument
  initdb --username="$POSTGRES_USER" --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") ${POSTGRES_INITDB_ARGS:-}
  printf '\nhost all all all scram-sha-256\n' >>"$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -o "-c listen_addresses=''" -w start
  [ "$POSTGRES_DB" = postgres ] || createdb -U "$POSTGRES_USER" --maintenance-db=postgres "$POSTGRES_DB"
  for file in /docker-entrypoint-initdb.d/*; do
    case "$file" in
      *.sh) if [ -x "$file" ]; then "$file"; else . "$file"; fi ;;
      *.sql) psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -f "$file" ;;
    esac
  done
  pg_ctl -D "$PGDATA" -m fast -w stop
fi
exec "$@"
