#!/bin/sh
# Starts Patroni, with the passwords of the mounted files. They are in this process's environment only.
set -eu
secret() { cat "/run/secrets/$1"; }
export PATRONI_SUPERUSER_USERNAME=laurel
PATRONI_SUPERUSER_PASSWORD=$(secret postgres_password)
export PATRONI_REPLICATION_USERNAME=laurel_replication
PATRONI_REPLICATION_PASSWORD=$(secret cluster_replication_password)
export PATRONI_REWIND_USERNAME=laurel_rewind
PATRONI_REWIND_PASSWORD=$(secret cluster_rewind_password)
export PATRONI_RESTAPI_USERNAME=laurel
PATRONI_RESTAPI_PASSWORD=$(secret cluster_api_password)
export PATRONI_SUPERUSER_PASSWORD PATRONI_REPLICATION_PASSWORD PATRONI_REWIND_PASSWORD PATRONI_RESTAPI_PASSWORD
# `patronictl` inside the container: sh /etc/laurel/start.sh ctl list
if [ "${1:-}" = ctl ]; then
  shift
  exec patronictl -c /etc/laurel/patroni.yml "$@"
fi
sh /etc/laurel/watch-disk.sh &
exec patroni /etc/laurel/patroni.yml
