# shellcheck shell=sh
# Sourced by scripts of which only one may run at a time.

# The name of the Compose project. Compose quotes one that looks like a number.
project_name() { docker compose config | sed -n 's/^name: //p' | tr -d "\"'"; }

# is_running ID PATTERN: whether the process with this id is such a script, of any user. Another program may have the id
# after the machine was restarted.
is_running() {
  [ -n "$1" ] && { tr '\0' ' ' <"/proc/$1/cmdline" || ps -p "$1" -o args=; } 2>/dev/null | grep -Eq "$2"
}
