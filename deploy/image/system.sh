#!/bin/sh
# Copies to $1 what a container needs in addition to Laurel: Node.js, the libraries that it and the native modules under
# /app are linked with, the files for name resolution, and the users.
set -eu
root=$1

take() {
  mkdir -p "$root$(dirname "$1")"
  cp -L "$1" "$root$1"
}

take "$(command -v node)"
{
  ldd "$(command -v node)"
  find /app -name '*.node' -exec ldd {} +
} | grep -o '/[^ ]*\.so[^ ]*' | grep -v '^/app/' | sort -u | while read -r library; do take "$library"; done
# glibc loads these at run time to resolve host names.
for library in libnss_dns.so.2 libnss_files.so.2 libresolv.so.2; do
  take "$(find /lib/*-linux-gnu -name "$library" | head -n 1)"
done
take /etc/nsswitch.conf
grep -E '^(root|node|postgres):' /etc/passwd >"$root/etc/passwd"
grep -E '^(root|node|postgres):' /etc/group >"$root/etc/group"
# DATA_DIR: a volume that is mounted here gets this mode, so that Laurel can write to it.
install -d -m 1777 "$root/tmp" "$root/data"
# The state of a witness: a new volume takes the owner of the folder.
install -d -m 700 -o 1000 -g 1000 "$root/witness"
