import { join } from 'node:path';
import { HOST } from '@laurel/stack/outside';
import { faketimeLibrary } from '@laurel/support/faketime';

/** The database nodes of deploy/cluster/compose.yml. */
export const NODES = ['pg1', 'pg2', 'pg3'] as const;

/** The node whose clock a test can change. */
export const CLOCK_NODE = 'pg3';

/** The file with the clock of CLOCK_NODE. */
export const clockFile = (folder: string): string => join(folder, 'clock');

const disk = (folder: string, node: string): string =>
  `  ${node}-data: { driver: local, driver_opts: { type: none, o: bind, device: '${join(folder, node)}' } }`;

/** The differences of a test's cluster to an organiser's, as a compose file. */
export const overridesOf = async ({ folder, address }: { folder: string; address: string }): Promise<string> => {
  const outside = ['app', 'migrate', 'setup'].map((name) => `  ${name}: { extra_hosts: ['${HOST}:${address}'] }`);
  return [
    'services:',
    ...outside,
    `  ${CLOCK_NODE}:`,
    '    environment:',
    '      LD_PRELOAD: /clock/libfaketime.so',
    '      FAKETIME_TIMESTAMP_FILE: /clock/now',
    "      FAKETIME_CACHE_DURATION: '1'",
    "      FAKETIME_DONT_FAKE_MONOTONIC: '1'",
    "      FAKETIME_DISABLE_SHM: '1'",
    `    volumes: ['${await faketimeLibrary()}:/clock/libfaketime.so:ro', '${clockFile(folder)}:/clock/now:ro']`,
    'volumes:',
    ...NODES.map((node) => disk(folder, node)),
    '',
  ].join('\n');
};
