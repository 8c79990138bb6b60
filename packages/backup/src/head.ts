// The head of a cluster's backups, CLUSTER/head.signed, says how far they reach. After an attacker cuts off the end of the
// WAL or restores an older state of the store, the head does not match, or is older than a known one.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { BackupError } from './errors.ts';
import { openSigned, type Signer, type Trust } from './signed.ts';
import type { Store } from './store.ts';
import { formatLsn, parseLsn } from './wal.ts';

const shape = {
  cluster: z.string(),
  sequence: z.number().int().positive(),
  at: z.coerce.date(),
  timeline: z.number().int().positive(),
  /** All WAL before this position is in the store. */
  upTo: z.string().transform(parseLsn),
  /** The latest time up to which all WAL is in the store. */
  completeAt: z.coerce.date(),
};

export type Head = z.output<z.ZodObject<typeof shape>>;

export const headKey = (cluster: string): string => `${cluster}/head.signed`;

export const writeHead = async (store: Store, signer: Signer, head: Head): Promise<void> => {
  const { cluster, upTo, ...rest } = head;
  const bytes = signer.sign('head', { cluster, ...rest, upTo: formatLsn(upTo) });
  await store.put(headKey(cluster), Readable.from([bytes]));
};

/** Reads the head of a cluster; undefined if there is none. @throws BackupError if it is not signed, or of another cluster */
export const readHead = async (store: Store, cluster: string, trust: Trust): Promise<Head | undefined> => {
  const key = headKey(cluster);
  const body = await store.get(key);
  if (!body) return undefined;
  const { stated } = openSigned(await buffer(body), { source: key, kind: 'head', shape, trust });
  if (stated.cluster !== cluster) throw new BackupError(`${key} was signed for another cluster (${stated.cluster}).`);
  return stated;
};

export type Examined = { stored: Head | undefined; problem: string | undefined };

/**
 * The error of a machine that wrote no head and can't trust the stored one: the backups may be those of the lost
 * machine.
 */
const refusal = (problem: string, key: string): string =>
  `${problem} This machine wrote nothing to the store yet, and does not replace what it can’t verify. If these backups are yours, append your copy of the verify key to secrets/backup_verify_key; if they are not, set another BACKUP_STORE, or delete ${key} from the store. Then recreate the backup service.`;

/**
 * Reads the head at the start of the service, and describes its problem. A machine that wrote heads before continues
 * their numbers, even if the store now has an older head or none.
 * @param ours the number of the last head that this machine wrote; 0 if it wrote none
 * @throws BackupError if this machine wrote none and there is one that cannot be trusted; the store's error if it can't be read:
 *   then it is not known how far the store reaches
 */
export const examineHead = async (store: Store, cluster: string, trust: Trust, ours: number): Promise<Examined> => {
  try {
    const stored = await readHead(store, cluster, trust);
    if (ours <= (stored?.sequence ?? 0)) return { stored, problem: undefined };
    const found = stored ? `its head is number ${stored.sequence}` : 'it has no head';
    const problem = `the store was put back to an older state: ${found}, and this machine wrote number ${ours}. Check who else can write to the store; "laurel backup verify" reports what is missing`;
    return { stored, problem };
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    if (ours === 0) throw new BackupError(refusal(error.message, headKey(cluster)), { cause: error });
    return { stored: undefined, problem: error.message };
  }
};

/** How often an idle database's head is written again: its age shows that the backup service is running. */
const IDLE_MS = 60_000;

/**
 * Writes the heads of one cluster, with increasing numbers.
 * @param known the number of the last head that this machine wrote; 0 if it wrote none
 * @param stored the head in the store
 */
export const createHeadWriter = (
  store: Store,
  signer: Signer,
  cluster: string,
  known: number,
  stored?: Pick<Head, 'sequence'>,
) => {
  let sequence = Math.max(known, stored?.sequence ?? 0);
  let written: Pick<Head, 'at' | 'upTo'> | undefined;
  return {
    sequence: (): number => sequence,
    /** Writes a head if the WAL has advanced or the last head is old. @param last writes one in any case, if any WAL was signed */
    write: async (state: Omit<Head, 'cluster' | 'sequence'>, last = false): Promise<void> => {
      // On a new timeline, nothing is in the store at first. A head that says so would hide an older copy of the database.
      if (sequence > 0 && state.upTo === 0n) return;
      const isOld = !written || state.at.getTime() - written.at.getTime() >= IDLE_MS || state.at < written.at;
      if (!last && !isOld && written?.upTo === state.upTo) return;
      await writeHead(store, signer, { cluster, sequence: sequence + 1, ...state });
      sequence += 1;
      written = state;
    },
  };
};
