import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faketimeLibrary } from '@laurel/support/faketime';

/** The database nodes of deploy/cluster/compose.yml. */
export const NODES = ['pg1', 'pg2', 'pg3'] as const;

const clockFolder = (folder: string, node: string): string => join(folder, `clock-${node}`);
const wrapperFile = (folder: string): string => join(folder, 'postgres.sh');

/** Starts PostgreSQL with libfaketime. Patroni runs without it, because the library breaks Python's sleep(). */
const WRAPPER = `#!/bin/sh
export LD_PRELOAD=/clock/libfaketime.so FAKETIME_TIMESTAMP_FILE=/clock/files/now FAKETIME_CACHE_DURATION=1
export FAKETIME_DONT_FAKE_MONOTONIC=1 FAKETIME_DISABLE_SHM=1
exec /usr/lib/postgresql/17/bin/postgres "$@"
`;

/** Sets the clock of a node's PostgreSQL, relative to the machine's: "+30". */
export const setClock = (folder: string, node: string, by: string): void =>
  writeFileSync(join(clockFolder(folder, node), 'now'), by);

/** Writes the files that the nodes mount for their clocks. */
export const writeClocks = (folder: string): void => {
  for (const node of NODES) {
    mkdirSync(clockFolder(folder, node));
    setClock(folder, node, '+0');
  }
  writeFileSync(wrapperFile(folder), WRAPPER);
  chmodSync(wrapperFile(folder), 0o755);
};

const disk = (folder: string, node: string): string =>
  `  ${node}-data: { driver: local, driver_opts: { type: none, o: bind, device: '${join(folder, node)}' } }`;

/** The clocks and disks of a test's nodes, as a compose file. */
export const overridesOf = async (folder: string, diskFolder: string): Promise<string> => {
  const library = await faketimeLibrary();
  const clocks = NODES.flatMap((node) => [
    `  ${node}:`,
    "    environment: { PATRONI_POSTGRESQL_BIN_POSTGRES: '/clock/postgres' }",
    `    volumes: ['${library}:/clock/libfaketime.so:ro', '${clockFolder(folder, node)}:/clock/files:ro', '${wrapperFile(folder)}:/clock/postgres:ro']`,
  ]);
  return ['services:', ...clocks, 'volumes:', ...NODES.map((node) => disk(diskFolder, node)), ''].join('\n');
};
