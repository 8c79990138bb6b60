# Sourced by upgrade.sh and restart.sh: replaces the copies of the app, one after another, without an interruption.
#
# A new copy is started apart from the network on which Caddy finds the app, and joins it once it is healthy: a copy that
# never becomes healthy is never asked anything.

# How long a new copy may take to become healthy, seconds. Its health check gives up by itself after about 90.
patience=180
# While a copy is being started: all that were there before it. Else empty.
known=
# The copies that were started and are healthy.
started=

# All copies, also those that stopped or restart again and again.
copies() { docker compose ps -aq app; }

# Brings the database up to date and imports the edition, as "docker compose up" does first. Shows what it says on its
# standard error: an edition that was not imported is no failure. Says why where it fails, and leaves no container then
# that compose would start again with the same settings.
migrate() {
  if docker compose up -d --no-build migrate >/dev/null 2>&1; then
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

# Starts one more copy, by the .env and the image of this moment. 1 where it does not become healthy; it is removed then.
start_copy() {
  known=$(docker compose ps -aq app)
  if new=$(create_copy) && wait_healthy "$new" && docker network connect --alias app "$(edge)" "$new"; then
    started="$started $new"
    known=
  else
    remove_starting
    return 1
  fi
}

# The network on which Caddy finds the app.
edge() { echo "$(docker compose config | sed -n 's/^name: //p')_edge"; }

# Without --no-deps, which makes a container that compose would replace at its next "up".
create_copy() {
  count=$(echo "$known" | grep -c .)
  docker compose up --no-start --no-recreate --no-build --scale "app=$((count + 1))" app >/dev/null 2>&1 || return 1
  new=$(docker compose ps -aq app | grep -vxF "$known") || return 1
  docker network disconnect "$(edge)" "$new" && docker start "$new"
}

wait_healthy() {
  waited=0
  while [ "$waited" -lt "$patience" ]; do
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

# Removes the copy that is being started, if there is one: it serves nobody yet.
remove_starting() {
  [ -n "$known" ] || return 0
  for copy in $(docker compose ps -aq app | grep -vxF "$known"); do docker rm --force "$copy" >/dev/null; done
  known=
}

# replace_copies ID…: starts a new copy for each of these and stops it once the new one serves. 1 at the first that fails.
replace_copies() {
  for old in "$@"; do
    start_copy || return 1
    docker stop --time 30 "$old" >/dev/null
    docker rm "$old" >/dev/null
    echo 'A copy of the app was replaced.'
  done
}
