# Sourced by upgrade.sh and restart.sh. Replaces the copies of the app one after another, without an interruption.
#
# A new copy starts disconnected from the network on which Caddy finds the app, and joins it when it is healthy and answers
# what visitors ask for first as the old copy does. Any other copy receives no request.

. deploy/running.sh

# Seconds in which a new copy must become healthy. Its health check gives up after about 90.
timeout=180
# While a copy starts: the ids of all copies before it. Otherwise empty.
known=
# The ids of the new copies that are healthy.
started=
# Whether a new copy's answers are checked, too.
asks=yes

# A folder that exists while one of the scripts runs: two runs at once would remove each other's copies.
lock=.deploying

is_locked() {
  holder=$(cat "$lock/pid" 2>/dev/null) && is_running "$holder" '(upgrade|restart)\.sh'
}

# Ends the script with exit code 2 while another run lasts. Takes over the lock of a run that was killed.
take_lock() {
  if mkdir "$lock" 2>/dev/null; then echo $$ >"$lock/pid"; return; fi
  [ -d "$lock" ] || { echo "$PWD/$lock can not be created." >&2; exit 2; }
  # A run that begins now has not written its id yet.
  [ -s "$lock/pid" ] || sleep 1
  # Only one run can take it over. It looks again, because another one may have done so and ended.
  if ! is_locked && mkdir "$lock/next" 2>/dev/null; then
    if ! is_locked; then echo $$ >"$lock/pid"; rmdir "$lock/next"; return; fi
    rmdir "$lock/next"
  fi
  echo "deploy/upgrade.sh or deploy/restart.sh is running here, as process ${holder:-?}. Nothing was done: wait until it has ended." >&2
  echo "Only if there is no such process: rm -r $PWD/$lock" >&2
  exit 2
}
release_lock() { rm -rf "$lock"; }

# Ends the script with exit code 2, before anything is done, if compose would replace nodes or etcd members of a cluster
# (deploy/cluster): it replaces all of them at once.
check_nodes() {
  nodes=$(docker compose config --services | grep -E '^(pg|etcd)[0-9]+$') || return 0
  # shellcheck disable=SC2086 # each name becomes one argument
  docker compose --dry-run create --no-build $nodes 2>&1 </dev/null | grep -q ' Recreate$' || return 0
  echo 'The definition or the image of a database or of etcd has changed, and Compose would replace all of them at once. Nothing was done.' >&2
  echo 'First replace them one after another: deploy/cluster/README.md, "On one machine, to try it".' >&2
  release_lock
  exit 2
}

# The ids of all copies, including stopped and restarting ones.
copies() { docker compose ps -aq app; }

# Compose starts no container of the app without every file that it mounts. A folder from before the console has no connection
# for it: an empty file means that there is no console (docs/self-hosting.md, "The console").
complete_secrets() {
  file=secrets/database_console_url
  [ -e "$file" ] || { : >"$file" && chmod 444 "$file"; }
}

# quietly COMMAND …: runs it. If it fails, prints the last lines of its output, which have the reason.
quietly() {
  said=$("$@" 2>&1) && return 0
  printf '%s\n' "$said" | tail -n 10 >&2
  return 1
}

# Migrates the database and imports the edition, as "docker compose up" does first. Prints the container's standard error,
# because the migration also succeeds if the edition was not imported. If it fails, prints the log and removes the
# container, so that compose does not start it again with the same settings.
migrate() {
  complete_secrets || return 1
  if quietly docker compose up -d --no-build migrate; then
    migrated=$(docker compose ps -aq migrate)
    if [ "$(docker wait "$migrated")" = 0 ]; then
      docker logs "$migrated" >/dev/null
      return 0
    fi
    docker compose logs --no-log-prefix --tail 20 migrate >&2
  fi
  docker compose rm --force --stop migrate >/dev/null 2>&1
  return 1
}

# Whether Caddy can start with the current Caddyfile and .env.
check_caddy() {
  quietly docker compose run --rm -T --no-deps caddy caddy validate --config /etc/caddy/Caddyfile --adapter caddyfile </dev/null
}

# The services that run with an older configuration: a program reads it when it starts, and compose compares only its own
# file. Until a container is replaced, it has the file that it started with, or a copy of it.
outdated() {
  while read -r service file inside; do
    [ -n "$(docker compose ps -q "$service" 2>/dev/null </dev/null)" ] || continue
    docker compose exec -T "$service" cat "$inside" 2>/dev/null </dev/null | cmp -s - "$file" || echo "$service"
  done <<END
caddy deploy/caddy/Caddyfile /config/Caddyfile.loaded
haproxy deploy/cluster/haproxy/laurel.cfg /etc/haproxy/laurel.cfg
pgbouncer deploy/cluster/pgbouncer.ini /etc/laurel/pgbouncer.ini
pgbouncer deploy/pgbouncer/settings.ini /etc/laurel/settings.ini
prometheus deploy/monitoring/prometheus.yml /etc/prometheus/prometheus.yml
prometheus deploy/monitoring/rules.yml /etc/prometheus/rules.yml
END
}

# start_others SERVICE…: replaces the containers of these, and of others if compose finds a change.
start_others() {
  { [ -z "$*" ] || quietly docker compose up -d --no-build --no-deps --force-recreate "$@"; } \
    && docker compose up -d --no-build --wait
}

# start_copy OLD: starts one more copy with the current .env and image. If it does not become healthy or answers otherwise
# than OLD, removes it and returns 1.
start_copy() {
  known=$(docker compose ps -aq app)
  if new=$(create_copy) && wait_healthy "$new" && answers "$new" "$1" && docker network connect --alias app "$(edge)" "$new"; then
    started="$started $new"
    known=
  else
    remove_starting
    return 1
  fi
}

# The network on which Caddy finds the app.
edge() { echo "$(project_name)_edge"; }

# Without --no-deps: with it, compose would replace the container at its next "up".
create_copy() {
  count=$(echo "$known" | grep -c .)
  quietly docker compose up --no-start --no-recreate --no-build --scale "app=$((count + 1))" app || return 1
  new=$(docker compose ps -aq app | grep -vxF "$known") || return 1
  docker network disconnect "$(edge)" "$new" && docker start "$new"
}

wait_healthy() {
  waited=0
  while [ "$waited" -lt "$timeout" ]; do
    case $(docker inspect --format '{{.State.Status}} {{.State.Health.Status}} {{.RestartCount}}' "$1") in
      'running healthy 0') return 0 ;;
      'running starting 0') ;;
      *) break ;;
    esac
    sleep 1
    waited=$((waited + 1))
  done
  docker logs --tail 20 "$1" >&2
  return 1
}

# answers NEW OLD: whether the new copy answers visitors, and as the old one does where that one answers. A version of before
# this check does not know the option.
answers() {
  [ -n "$asks" ] || return 0
  like=$(docker inspect --format "{{with index .NetworkSettings.Networks \"$(project_name)_data\"}}{{.IPAddress}}{{end}}" "$2")
  said=$(docker exec "$1" laurel doctor --copy http://127.0.0.1:8080 ${like:+--like "http://$like:8080"} 2>&1) && return 0
  case $said in *"unknown option '--copy'"*) return 0 ;; esac
  printf '%s\n' "$said" | tail -n 10 >&2
  return 1
}

# Removes the copy that is starting, if there is one. It receives no requests yet.
remove_starting() {
  [ -n "$known" ] || return 0
  for copy in $(docker compose ps -aq app | grep -vxF "$known"); do docker rm --force "$copy" >/dev/null; done
  known=
}

# replace_copies ID…: for each id, starts a new copy, then stops the old one. Returns 1 when a new copy fails.
replace_copies() {
  for old in "$@"; do
    start_copy "$old" || return 1
    docker stop --time 30 "$old" >/dev/null
    docker rm "$old" >/dev/null
    echo 'Replaced a copy of the app.'
  done
}
