#!/bin/sh
# Patroni runs this once, on the first primary of a new cluster.
set -eu
psql -v ON_ERROR_STOP=1 "$1" -c 'CREATE DATABASE laurel'
