#!/bin/sh
# Copies the parts of PostgreSQL's image that a backup needs to $1: the programs that read and check a cluster, the server
# for a restore drill, and the shell and tools with which it fetches its WAL. Without LLVM, which takes 150 MB.
set -eu
root=$1
server=$(dirname "$(dirname "$(readlink -f "$(command -v postgres)")")")

take() {
  mkdir -p "$root$(dirname "$1")"
  cp -L "$1" "$root$1"
}

for program in postgres pg_basebackup pg_receivewal pg_verifybackup pg_controldata; do
  take "$server/bin/$program"
  ln -s "$server/bin/$program" "$root/usr/local/bin/$program"
done
# PostgreSQL runs its commands with this path.
take /bin/sh
for program in cat cp mv rm tar; do
  take "$(command -v "$program")"
done
mkdir -p "$root$server/lib" "$root/usr/share" "$root/usr/lib"
cp -a "$server"/lib/*.so "$root$server/lib/"
rm -f "$root$server"/lib/llvmjit*
cp -a --parents "/usr/share/postgresql/$(basename "$server")" "$root/"
# Time zones, and the locales that a cluster may use.
cp -a /usr/share/zoneinfo "$root/usr/share/"
if [ -d /usr/lib/locale ]; then cp -a /usr/lib/locale "$root/usr/lib/"; fi

find "$root$server" "$root/bin" "$root/usr/bin" -type f 2>/dev/null | while read -r file; do
  ldd "$file" 2>/dev/null || true
done | grep -o '/[^ ]*\.so[^ ]*' | sort -u | while read -r library; do
  case $library in "$server"/*) ;; *) take "$library" ;; esac
done

# A new volume gets the owner of the folder where it is mounted first. The last one is for a restore.
for folder in /backups /spool /var/lib/postgresql/data; do install -d -m 700 -o postgres -g postgres "$root$folder"; done
