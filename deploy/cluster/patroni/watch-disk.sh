#!/bin/sh
# PostgreSQL on a full disk stores nothing, but answers, so Patroni keeps it as primary. While the primary's disk has little space
# left, this asks Patroni for a switch-over to the synchronous standby. After one, it asks again only if there was space in between.
set -u
least_kb=65536
asked=
# Patroni knows: on a full disk PostgreSQL may refuse new connections, because it can't write a cache file for them.
is_primary() { python3 -c 'import urllib.request as r; r.urlopen("http://127.0.0.1:8008/leader", timeout=5)' 2>/dev/null; }
while sleep 5; do
  free_kb=$(df -Pk /var/lib/postgresql/data | awk 'NR == 2 { print $4 }')
  if [ "$free_kb" -ge "$least_kb" ]; then
    asked=
  elif [ -z "$asked" ] && is_primary; then
    echo "The disk has $free_kb KB left: asking for a switch-over."
    sh /etc/laurel/start.sh ctl switchover laurel --leader "$PATRONI_NAME" --force
    # The exit code is 0 as well if Patroni refused, for example because the synchronous standby is away.
    is_primary || asked=yes
  fi
done
