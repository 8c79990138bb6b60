#!/bin/sh
# deploy/postgres/passwords.sh [SERVICE]: sets the passwords of the database's roles to those in secrets/. This is needed
# after a restore with a new secrets/ folder (docs/operations.md). SERVICE is the database's container: postgres, or the
# primary of a cluster, which also gets the roles and the settings that Patroni expects.
set -eu
cd "$(dirname "$0")/../.."
service=${1:-postgres}

# set_password ROLE PASSWORD: the statement, for a role that exists. A missing one is created by the next migration.
set_password() {
  case $2 in
    '' | *[!A-Za-z0-9._~-]*)
      echo "The password of $1 has special characters and was not changed. If it is a new one, set it with \\password in psql." >&2
      ;;
    *) echo "SELECT 'ALTER ROLE $1 PASSWORD ''$2''' FROM pg_roles WHERE rolname = '$1' \\gexec" ;;
  esac
}

# from_url FILE: the statement for the role and the password of a connection string; none for an empty file.
from_url() {
  credentials=$(sed 's#^postgres[a-z]*://\([^@]*\)@.*$#\1#' "secrets/$1")
  [ -n "$credentials" ] || return 0
  set_password "${credentials%%:*}" "${credentials#*:}"
}

# create_role ROLE ATTRIBUTES: the statement, for a role that is missing.
create_role() {
  echo "SELECT 'CREATE ROLE $1 $2' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '$1') \\gexec"
}

statements() {
  # No password in the server's log. The primary of a new cluster has no standby yet that could confirm a commit.
  echo 'SET log_statement = none; SET log_min_duration_statement = -1; SET log_min_error_statement = panic;'
  echo 'SET synchronous_commit = local;'
  owner=$(cat secrets/postgres_password)
  set_password laurel "$owner"
  for file in database_url database_console_url database_replication_url; do from_url "$file"; done
  [ "$service" != postgres ] || return 0
  # Patroni writes this setting. One that was set by hand on a restored database would override it.
  echo 'ALTER SYSTEM RESET synchronous_standby_names;'
  echo 'SELECT pg_reload_conf() AS reloaded \gset'
  # As Patroni creates them with a new cluster.
  create_role laurel_replication 'LOGIN REPLICATION'
  create_role laurel_rewind LOGIN
  for function in 'pg_ls_dir(text, boolean, boolean)' 'pg_stat_file(text, boolean)' 'pg_read_binary_file(text)' \
    'pg_read_binary_file(text, bigint, bigint, boolean)'; do
    echo "GRANT EXECUTE ON FUNCTION pg_catalog.$function TO laurel_rewind;"
  done
  replication=$(cat secrets/cluster_replication_password)
  set_password laurel_replication "$replication"
  rewind=$(cat secrets/cluster_rewind_password)
  set_password laurel_rewind "$rewind"
}
# First all statements: if a file is missing, none is sent.
sql=$(statements)
printf '%s\n' "$sql" | docker compose exec -T "$service" psql -q -v ON_ERROR_STOP=1 -U laurel -d postgres || exit 1
