// A spool beside an empty store, for the tests of the shipper.
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchWal } from '../fetch-wal.ts';
import { createShipper } from '../shipper.ts';
import { segmentName } from '../wal.ts';
import { CLUSTER, startMadeStore } from './made-store.ts';

/** The name of a segment on the first timeline. */
export const name = (segment: number): string => segmentName(1, BigInt(segment));

export const startSpool = async () => {
  const { dir, store, keys, signer, trust, close } = await startMadeStore();
  const folder = join(dir, 'wal', CLUSTER);
  mkdirSync(folder, { recursive: true });
  const now = (): Date => new Date('2026-12-01T00:00:00Z');
  const common = { store, recipients: [keys.recipient], signer, trust, now };
  /** A shipper on the first timeline. Its `ship` takes the position that the receiver reports. */
  const shipper = (partialMs = 5_000, shipped = 0n, more: Partial<Parameters<typeof createShipper>[0]> = {}) => {
    const start = { timeline: 1, shipped, end: { timeline: 1, lsn: shipped } };
    const made = createShipper({ ...common, folder, cluster: CLUSTER, partialMs, ...start, ...more });
    return {
      ...made,
      ship: (received: bigint | undefined, nowMs: number, last?: boolean) =>
        made.ship(async () => received, nowMs, last),
      shipped: () => made.reach().shipped,
      signed: () => made.reach().signed,
      isAhead: () => made.reach().state === 'ahead',
    };
  };
  let clock = 1_700_000_000;
  return {
    dir,
    folder,
    store,
    trust,
    /** The options of `shipLeftovers`. */
    leftovers: { spoolDir: dir, ...common },
    shipper,
    /** Writes a file as pg_receivewal does, with a distinct modification time. */
    write: (file: string, content: string): void => {
      writeFileSync(join(folder, file), content);
      clock += 1;
      utimesSync(join(folder, file), clock, clock);
    },
    stored: async (): Promise<string[]> => (await store.list('7/wal/')).map(({ key }) => key.split('/').at(-1) ?? ''),
    fetched: async (wanted: string): Promise<string | undefined> => {
      const path = join(dir, 'fetched');
      const ask = { store, cluster: CLUSTER, identities: [keys.identity], trust, end: undefined, aheadDir: undefined };
      return (await fetchWal({ ...ask, name: wanted, path })) ? readFileSync(path, 'utf8') : undefined;
    },
    close,
  };
};

export type Spool = Awaited<ReturnType<typeof startSpool>>;
