#!/bin/sh
# deploy/rehearse.sh --audience VOTERS [--minutes M] [--identity FILE] [--during-voting] [--json]
#
# Rehearses the last hour on a temporary copy beside the real deployment, and prints go or no-go (docs/rehearsal.md). The copy
# has the same images and limits, and its own project, networks, volumes, secrets and providers. Everything is removed at the
# end, also after Ctrl-C. Exit codes: 0 go, 1 no-go, 2 nothing was done.
set -eu
cd "$(dirname "$0")/.."
. deploy/running.sh

audience=
minutes=15
identity=
during_voting=
json=
misuse() { echo "$1" >&2; exit 2; }
while [ $# -gt 0 ]; do
  case $1 in
    --audience=* | --minutes=* | --identity=*) option=$1; shift; set -- "${option%%=*}" "${option#*=}" "$@" ;;
    --audience | --minutes | --identity)
      [ $# -ge 2 ] || misuse "$1 needs a value."
      case $1 in --audience) audience=$2 ;; --minutes) minutes=$2 ;; --identity) identity=$2 ;; esac
      shift 2
      ;;
    --during-voting) during_voting=yes; shift ;;
    --json) json=--json; shift ;;
    --help | -h) exec docker compose run --rm -T setup laurel rehearse --help ;;
    *) misuse "There is no option $1: deploy/laurel rehearse --help shows the options." ;;
  esac
done
case $audience in '' | *[!0-9]*) misuse 'Say how many voters you expect: deploy/laurel rehearse --audience VOTERS' ;; esac
case $minutes in
  [1-9] | [1-9][0-9] | 1[01][0-9] | 120) ;;
  *) misuse '--minutes must be a whole number from 1 to 120.' ;;
esac
[ -f .env ] || misuse 'There is no .env here: run "laurel setup" first.'

# The private key that opens the backups. It is kept in this shell only.
key=
case $identity in
  -) key=$(cat) ;;
  ?*) key=$(cat "$identity") || misuse "--identity $identity: the file can not be read." ;;
  *)
    if [ -r secrets/backup_identity ]; then key=$(cat secrets/backup_identity)
    elif [ -t 0 ]; then
      trap 'stty echo; exit 130' INT TERM HUP
      stty -echo
      printf 'The private key that opens the backups (AGE-SECRET-KEY-1…; it is not shown): ' >&2
      read -r key || true
      stty echo
      echo >&2
    fi
    ;;
esac

real=$(project_name)
copy=$real-rehearsal
# As Compose writes it into the labels of the containers.
folder=$(pwd -P)/rehearsal
# The first file of a rehearsal's folder, so that no other folder of that name is taken for one.
marker=$folder/.laurel-rehearsal
image=$(docker compose config --images setup | head -n 1)
docker image inspect "$image" "${image%:*}-backup:${image##*:}" >/dev/null 2>&1 || misuse "There is no image $image, or none of its backup: build them first."

copy_compose() {
  REHEARSAL_FOLDER=$folder docker compose --project-name "$copy" --project-directory "$folder" --env-file "$folder/.env" \
    --file "$folder/docker-compose.yml" --file "$folder/deploy/rehearsal.yml" "$@"
}

# Progress is a bar on a terminal, and a line for each new step elsewhere.
shown=
show() {
  if [ -t 2 ]; then
    filled=$(($1 * 30 / 1000))
    printf '\r\033[K[%s%s] %s' "$(printf '%*s' "$filled" '' | tr ' ' '#')" "$(printf '%*s' $((30 - filled)) '' | tr ' ' '.')" "$2" >&2
  else
    step=${2%%,*}
    [ "$step" = "$shown" ] || echo "$2" >&2
    shown=$step
  fi
}
hide() { if [ -t 2 ]; then printf '\r\033[K' >&2; fi; }

# Whether one of the lines that a command prints is another than this folder.
has_other() { "$@" | grep -qvxF "$folder"; }

# Ends the script if the folder, a container or a volume with the names of the copy is not that of a rehearsal here: its end
# would remove them. A rehearsal that was killed leaves all of them, and its process id.
check_names() {
  if [ -e "$folder" ]; then
    [ -x "$folder" ] || misuse "$folder belongs to another user: rehearse as that user or as root."
    before=$(cat "$folder/pid" 2>/dev/null || true)
    ! is_running "$before" 'rehearse\.sh' || misuse "A rehearsal is running here, as process $before. Wait until it has ended, or end it: kill $before"
    # Where a rehearsal was killed before its first file, the folder is empty.
    [ -f "$marker" ] || rmdir "$folder" 2>/dev/null \
      || misuse "$folder was not made by a rehearsal, which would remove it. Nothing was done: move it away. If it is left from a rehearsal of an earlier release: rm -r $folder"
  fi
  project=label=com.docker.compose.project=$copy
  if has_other docker ps -a --filter "$project" --format '{{.Label "com.docker.compose.project.working_dir"}}' \
    || has_other docker volume ls --filter "$project" --format '{{.Label "laurel.rehearsal"}}'; then
    misuse "Another deployment has the name $copy, which a rehearsal would remove. Nothing was done: look at docker ps -a --filter $project and docker volume ls --filter $project, and give one of the two another COMPOSE_PROJECT_NAME. What an earlier release's rehearsal left, remove by hand."
  fi
}

# The containers, volumes and networks of the copy, by their labels.
remove_copy() {
  for tries in 1 2 3; do
    containers=$(docker ps -aq --filter "label=com.docker.compose.project=$copy" --filter "label=com.docker.compose.project.working_dir=$folder")
    # shellcheck disable=SC2086 # each id becomes one argument
    [ -z "$containers" ] || docker rm --force --volumes $containers >/dev/null 2>&1 || true
    volumes=$(docker volume ls -q --filter "label=com.docker.compose.project=$copy" --filter "label=laurel.rehearsal=$folder")
    # shellcheck disable=SC2086
    [ -z "$volumes" ] || docker volume rm --force $volumes >/dev/null 2>&1 || true
    networks=$(docker network ls -q --filter "label=com.docker.compose.project=$copy")
    # shellcheck disable=SC2086
    [ -z "$networks" ] || docker network rm $networks >/dev/null 2>&1 || true
    [ ! -f "$marker" ] || rm -rf "$folder"
    [ -n "$containers$volumes$networks" ] || return 0
    [ "$tries" = 1 ] || sleep 1
  done
  echo "Something of the copy could not be removed: docker ps -a --filter label=com.docker.compose.project=$copy" >&2
  return 1
}

child=
finish() {
  code=$1
  trap - EXIT
  trap '' INT TERM HUP
  if [ -n "$child" ]; then
    kill "$child" 2>/dev/null || true
    wait "$child" 2>/dev/null || true
  fi
  show 1000 'removing the copy'
  remove_copy || code=1
  hide
  exit "$code"
}

# Runs a command so that a signal ends the wait for it at once.
waiting() {
  "$@" &
  child=$!
  if wait "$child"; then ended=0; else ended=$?; fi
  child=
  return "$ended"
}

check_names
trap 'finish $?' EXIT
trap 'finish 130' INT
trap 'finish 143' TERM HUP
remove_copy || exit 1
mkdir -m 700 "$folder"
: >"$marker"
echo $$ >"$folder/pid"
measurements=$folder/measurements
: >"$measurements"
fail() { printf '{"step":"failed","name":"%s","reason":"%s"}\n' "$1" "$(echo "$2" | tr -d '"\\' | tr '\n\t' '  ')" >>"$measurements"; }
# What the last program said.
said() { tail -n 2 "$folder/errors"; }

show 0 'checking the real deployment'
if [ -z "$during_voting" ]; then
  phase=$(docker compose exec -T app laurel phase show --json </dev/null 2>/dev/null | sed -n 's/^  "phase": "\([a-z]*\)",*$/\1/p')
  case $phase in
    open) misuse 'People vote now. A rehearsal would take processors and memory from them: wait, or say --during-voting.' ;;
    '') misuse 'The phase of the real deployment can not be read: start it first (docker compose up -d --wait), or say --during-voting.' ;;
  esac
fi
# Both only read. Compose's own lines go to the standard error.
waiting docker compose run --rm -T setup laurel doctor --json >"$folder/doctor" 2>"$folder/errors" </dev/null || true
if grep -q '"findings"' "$folder/doctor"; then
  printf '{"step":"doctor","report":%s}\n' "$(tr -d '\n' <"$folder/doctor")" >>"$measurements"
else
  fail doctor 'it did not end'
fi
# Any node of a cluster can count.
database=$(docker compose ps --services --status running | grep -m 1 -x -e postgres -e 'pg[123]' || true)
votes=$(docker compose exec -T -e 'PGOPTIONS=-c default_transaction_read_only=on' "$database" \
  psql -U laurel -d laurel -XtAqc 'SELECT count(*) FROM votes' </dev/null 2>/dev/null || true)
[ -z "$votes" ] || printf '{"step":"real","votes":%s}\n' "$votes" >>"$measurements"

show 30 'preparing the copy'
cp -p docker-compose.yml "$folder/"
cp -Rp deploy edition "$folder/"
fits=yes
waiting docker run --rm --network none --label "com.docker.compose.project=$copy" --label "com.docker.compose.project.working_dir=$folder" --user 0:0 --cap-drop ALL \
  --cap-add CHOWN --cap-add DAC_OVERRIDE --cap-add FOWNER -v "$PWD/.env:/real/.env:ro" -v "$folder:/rehearsal" "$image" \
  laurel rehearsal prepare --audience "$audience" --minutes "$minutes" --from /real --to /rehearsal \
  >>"$measurements" 2>"$folder/errors" </dev/null || fits=
grep -q '"step":"machine"' "$measurements" || fail machine "$(said)"

# Starts the containers of the copy, and opens the voting in it.
start_copy() {
  copy_compose up -d --no-build --wait --wait-timeout 240 >"$folder/started" 2>&1 </dev/null \
    && copy_compose exec -T app laurel phase set --opens 2000-01-01T00:00Z --closes none --announced none \
      --reason 'a rehearsal' --as rehearsal --without-approval --yes >"$folder/started" 2>&1 </dev/null \
    || { fail start "$(tail -n 2 "$folder/started")"; return 1; }
}

# make_voters COUNT: in the database of the copy. No image has a statement that verifies people.
make_voters() {
  copy_compose exec -T postgres psql -U laurel -d laurel -Xq -v ON_ERROR_STOP=1 -v now=now -v count="$1" -v phone=true -v social=true \
    <deploy/rehearsal-voters.sql >/dev/null 2>&1
}

# kill_service NAME: kills its containers as a crash does, and starts them again.
kill_service() {
  case $1 in
    'one app') killed=$(copy_compose ps -aq app </dev/null | head -n 1) ;;
    *) killed=$(copy_compose ps -aq "$1" </dev/null) ;;
  esac
  # shellcheck disable=SC2086 # each id becomes one argument
  docker kill --signal KILL $killed >/dev/null 2>&1 && docker start $killed >/dev/null 2>&1
}

# Drives the copy. What the container asks for: apps/api/src/cli/rehearse/drive-copy.ts.
drive() {
  mkfifo "$folder/answers"
  # Open for both, so that neither side waits for the other.
  exec 3<>"$folder/answers"
  copy_compose run --rm -T --use-aliases rehearsal <"$folder/answers" 2>"$folder/errors" | while read -r verb rest; do
    case $verb in
      progress) show $((100 + ${rest%% *} * 7 / 10)) "${rest#* }" ;;
      measured) echo "$rest" >>"$measurements" ;;
      start) if start_copy; then echo done; else echo failed; fi >&3 ;;
      voters) if make_voters "$rest"; then echo done; else echo failed; fi >&3 ;;
      kill) if kill_service "$rest"; then echo done; else echo failed; fi >&3 ;;
    esac
  done
  exec 3>&-
}

restore() {
  printf '%s\n' "$key" | copy_compose run --rm -T restore >>"$measurements" 2>"$folder/errors"
}

if [ -n "$fits" ]; then
  export REHEARSAL_AUDIENCE="$audience" REHEARSAL_MINUTES="$minutes" REHEARSAL_SECRETS="$PWD/secrets"
  REHEARSAL_BACKUPS=$(docker volume ls -q --filter "label=com.docker.compose.project=$real" --filter label=com.docker.compose.volume=backup-data)
  export REHEARSAL_BACKUPS

  show 60 'starting the copy'
  waiting drive || true
  grep -q '"step":"ledger"' "$measurements" || fail drive "$(said)"

  show 850 'restoring the newest backup'
  if [ -z "$REHEARSAL_BACKUPS" ]; then fail backup 'there is no volume of backups: docker compose up -d backup'
  elif [ -z "$key" ]; then fail backup 'not restored, because the private key was not given: --identity FILE'
  elif ! waiting restore; then fail backup "$(said)"
  fi
fi

hide
docker run --rm -i --network none --label "com.docker.compose.project=$copy" --label "com.docker.compose.project.working_dir=$folder" "$image" laurel rehearsal verdict $json <"$measurements"
