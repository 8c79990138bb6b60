// A spool beside an empty store, for the tests of the shipper.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchWal } from '../fetch-wal.ts';
import { openStore } from '../open-store.ts';
import { createKeyPair } from '../sealed.ts';
import { createShipper } from '../shipper.ts';
import { createSigningKeys, requireSigner, requireTrust } from '../signed.ts';
import { segmentName } from '../wal.ts';

/** The name of a segment on the first timeline. */
export const name = (segment: number): string => segmentName(1, BigInt(segment));

export const startSpool = async () => {
  const dir = mkdtempSync(join(tmpdir(), 'laurel-shipper-'));
  const folder = join(dir, 'wal', '7');
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(dir, 'store'));
  const store = await openStore({ kind: 'folder', path: join(dir, 'store') });
  const keys = await createKeyPair();
  const { signingKey } = createSigningKeys();
  const signer = requireSigner({ signingKey });
  const trust = requireTrust({ signingKey, verifyKey: undefined });
  const recipients = [keys.recipient];
  const now = (): Date => new Date('2026-12-01T00:00:00Z');
  const common = { store, recipients, signer, trust, now };
  /** A shipper on the first timeline. Its `ship` takes the position that the receiver reports. */
  const shipper = (partialMs = 5_000, shipped = 0n, more: Partial<Parameters<typeof createShipper>[0]> = {}) => {
    const start = { timeline: 1, shipped, end: { timeline: 1, lsn: shipped } };
    const made = createShipper({ ...common, folder, cluster: '7', partialMs, ...start, ...more });
    return {
      ...made,
      ship: (received: bigint | undefined, nowMs: number, last?: boolean) =>
        made.ship(async () => received, nowMs, last),
      shipped: () => made.reach().shipped,
      signed: () => made.reach().signed,
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
      const ask = { store, cluster: '7', identities: [keys.identity], trust, end: undefined, aheadDir: undefined };
      return (await fetchWal({ ...ask, name: wanted, path })) ? readFileSync(path, 'utf8') : undefined;
    },
    close: () => rmSync(dir, { recursive: true, force: true }),
  };
};

export type Spool = Awaited<ReturnType<typeof startSpool>>;
