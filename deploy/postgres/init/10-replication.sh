#!/bin/sh
# Runs once, when the database is created: allows the backup to read the write-ahead log over the containers' network.
set -eu
printf '\nhost replication laurel_backup all scram-sha-256\n' >>"$PGDATA/pg_hba.conf"
