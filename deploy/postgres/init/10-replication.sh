#!/bin/sh
# Runs once, when the database is made: lets the backup read the write-ahead log over the network between containers.
set -eu
printf '\nhost replication laurel_backup all scram-sha-256\n' >>"$PGDATA/pg_hba.conf"
