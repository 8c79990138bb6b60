#!/bin/sh
# Patroni runs this when its node becomes primary or standby: role-changed.sh on_role_change ROLE SCOPE.
# The backup reads a standby. If that becomes primary, the backup moves to another one, and its old slot would keep the log for nobody.
set -eu
[ "$2" = primary ] || exit 0
drop="SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = 'laurel_backup'"
# While the slot is in use, dropping it fails: HAProxy closes the backup's connection within a second. Without a slot, it succeeds.
for _ in $(seq 60); do
  if psql -v ON_ERROR_STOP=1 -U laurel -d postgres -Atc "$drop"; then exit 0; fi
  sleep 1
done
