import { encodeUtf8 } from '@laurel/tlog/bytes';
import { nodeVerifier, sha256 } from '@laurel/tlog/node';
import { parseVerifierKey } from '@laurel/tlog/note';
import type { Later, VerifierKey } from '@laurel/tlog/port';
import { consistencyFromTiles, rootFromTiles, type TileReader } from '@laurel/tlog/tiles';
import type { Logger } from 'pino';
import type { WitnessAnswer, WitnessClient } from '../../adapters/witness/port.ts';
import { waitAtMost } from '../../concurrency/wait-at-most.ts';
import {
  compareTrees,
  type Finding,
  formatRequest,
  namedSize,
  pauseAfter,
  readCosignature,
  readEvidence,
  type Tree,
} from './witnesses.policy.ts';
import { addCosignature, cosignedSize, hasCosignature } from './witnesses.store.ts';

/** A witness as the edition names it: its verifier key, and its submission prefix. */
export type WitnessAddress = { readonly key: string; readonly url: string };

/** The newest checkpoint, with the log's signature. */
type Head = Tree & { readonly note: string };

type Deps = {
  db: Parameters<typeof addCosignature>[0];
  client: WitnessClient;
  /** The log's own key. */
  log: VerifierKey;
  /** The witnesses of the current edition. */
  witnesses(): readonly WitnessAddress[];
  /** The newest checkpoint that may be shown; undefined before the first. */
  shown(): Later<Head | undefined>;
  /** The same, after another look at the database. */
  newest(): Promise<Head | undefined>;
  readTile: TileReader;
  now(): Date;
  logger: Logger;
};

export type Witnesses = {
  /**
   * Asks each witness that has not cosigned the newest checkpoint, unless it is being asked or failed a short time ago.
   * Returns at once. Must be called after each checkpoint, and about every second.
   */
  ask(): void;
  /**
   * Asks all witnesses and waits for their answers, at most ten seconds. Nothing may be signed before this has returned
   * once: after a restore, only the witnesses may know what was shown.
   */
  firstLook(): Promise<void>;
  /** What witnesses say against the log; at most one finding for each. */
  findings(): readonly Finding[];
  /** The checkpoint that contradicts the log, signed with its own key; undefined without one. Claims alone stop nothing. */
  evidence(): string | undefined;
};

/** What this process knows of a witness. */
type Known = {
  key: VerifierKey;
  /** The size that the witness cosigned last, as far as we know. */
  size: number;
  /** The size of the newest checkpoint that it has cosigned for us, or refused. */
  settled: number;
  failures: number;
  askAgainAt: number;
  asking: Promise<void> | undefined;
  finding: Finding | undefined;
};

/** How often a witness is asked for a checkpoint: the log may grow while it is asked. */
const TRIES = 4;

const FIRST_LOOK_MS = 10_000;

/** Why a witness did not cosign. It is asked again later. */
class WitnessFailure extends Error {
  override name = 'WitnessFailure';
}

/** The part of the log that asks witnesses (C2SP tlog-witness). Its failures affect neither votes nor checkpoints. */
export const createWitnesses = (deps: Deps): Witnesses => {
  const { db, client, log, readTile, logger } = deps;
  const known = new Map<string, Known>();
  const originHash = Buffer.from(sha256(encodeUtf8(log.name))).toString('hex');

  const knownOf = async (text: string): Promise<Known> => {
    const found = known.get(text);
    if (found) return found;
    const key = await parseVerifierKey(nodeVerifier, text);
    const size = await cosignedSize(db, text);
    const made = { key, size, settled: 0, failures: 0, askAgainAt: 0, asking: undefined, finding: undefined };
    const first = known.get(text) ?? made;
    known.set(text, first);
    return first;
  };

  const rootAt = (size: number): Promise<Uint8Array> => rootFromTiles(sha256, readTile, size);

  /** Asks a witness for the newest checkpoint that it cosigned, and compares it with the log. */
  const investigate = async (witness: Known, url: string, claim: Pick<Finding, 'kind' | 'size'>): Promise<void> => {
    const shown = await client.newestCheckpoint(url, originHash).catch(() => undefined);
    const evidence = shown?.status === 200 ? shown.body : '';
    const tree = await readEvidence(nodeVerifier, log, evidence);
    // Read afterwards: another process of ours may have asked with a newer checkpoint meanwhile.
    const head = await deps.newest();
    if (claim.kind === 'older' && head && claim.size <= head.size) return;
    const kind = tree && (await compareTrees(tree, head?.size ?? 0, rootAt));
    witness.finding =
      tree && kind
        ? { kind, witness: witness.key.name, proven: true, size: tree.size, evidence }
        : { ...claim, witness: witness.key.name, proven: false, evidence: '' };
    logger.error({ ...witness.finding, ours: head?.size ?? 0 }, 'a witness contradicts the public log');
  };

  const accept = async (witness: Known, text: string, head: Head, answer: WitnessAnswer): Promise<void> => {
    const seconds = deps.now().getTime() / 1_000;
    const cosigned = await readCosignature(nodeVerifier, witness.key, head.note, answer.body, seconds);
    if (!cosigned) throw new WitnessFailure('its cosignature is not valid');
    await addCosignature(db, {
      size: head.size,
      witness: text,
      line: cosigned.line,
      at: new Date(cosigned.time * 1_000),
    });
    witness.size = head.size;
    witness.settled = head.size;
    witness.finding = undefined;
  };

  /** Asks for one cosignature. @returns whether to ask again at once, because the witness named its size */
  const request = async (witness: Known, { key, url }: WitnessAddress, head: Head): Promise<boolean> => {
    const old = Math.min(witness.size, head.size);
    const proof = old > 0 ? await consistencyFromTiles(sha256, readTile, old, head.size) : [];
    const answer = await client.addCheckpoint(url, formatRequest(old, proof, head.note));
    if (answer.status === 200) {
      await accept(witness, key, head, answer);
      return false;
    }
    const size = answer.status === 409 ? namedSize(answer) : undefined;
    // Earlier texts of tlog-witness had 409 for another tree of the same size.
    const isOtherRoot = answer.status === 409 && old === head.size && (size ?? old) === old;
    if (answer.status === 422 || isOtherRoot) {
      await investigate(witness, url, { kind: 'fork', size: old });
      throw new WitnessFailure('it refused the consistency of the log');
    }
    if (size === undefined || size === old) throw new WitnessFailure(`it answered ${answer.status}`);
    if (size > head.size) {
      const newer = await deps.newest();
      if (newer === undefined || newer.size < size) {
        await investigate(witness, url, { kind: 'older', size });
        throw new WitnessFailure('it knows a larger log');
      }
    }
    witness.size = size;
    return true;
  };

  /** Before the first checkpoint: a witness that knows one shows that the database has lost its log. */
  const lookWithoutLog = async (witness: Known, { url }: WitnessAddress): Promise<void> => {
    const { status, body } = await client.newestCheckpoint(url, originHash);
    const tree = status === 200 ? await readEvidence(nodeVerifier, log, body) : undefined;
    if (tree && tree.size > 0) await investigate(witness, url, { kind: 'older', size: tree.size });
  };

  const askOne = async (witness: Known, address: WitnessAddress): Promise<void> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      // After the first try the log may have grown.
      const head = await (tries === 0 ? deps.shown() : deps.newest());
      if (!head) return lookWithoutLog(witness, address);
      // Each process asks once even if the database has the cosignature: the database may be an older one.
      if (witness.settled >= head.size) return undefined;
      if (witness.settled > 0 && (await hasCosignature(db, head.size, address.key))) {
        witness.settled = head.size;
        return undefined;
      }
      if (!(await request(witness, address, head))) return undefined;
    }
    throw new WitnessFailure('it names another size each time');
  };

  const findings = (): readonly Finding[] => deps.witnesses().flatMap(({ key }) => known.get(key)?.finding ?? []);

  /** Asks a witness, unless it is being asked or the pause after its last failure goes on. Never rejects. */
  const look = async (address: WitnessAddress): Promise<void> => {
    try {
      const witness = await knownOf(address.key);
      if (witness.asking) return await witness.asking;
      if (deps.now().getTime() < witness.askAgainAt) return;
      const { key } = witness;
      witness.asking = askOne(witness, address)
        .then(
          () => {
            witness.failures = 0;
            witness.askAgainAt = 0;
          },
          (err: unknown) => {
            witness.failures += 1;
            witness.askAgainAt = deps.now().getTime() + pauseAfter(witness.failures);
            logger.warn({ err, witness: key.name, failures: witness.failures }, 'a witness did not cosign');
          },
        )
        .finally(() => {
          witness.asking = undefined;
        });
      await witness.asking;
    } catch (err) {
      logger.error({ err }, 'a witness can’t be asked');
    }
  };

  const lookAtAll = async (): Promise<void> => {
    await Promise.all(deps.witnesses().map(look));
  };

  return {
    ask: () => void lookAtAll(),
    firstLook: async () => {
      await waitAtMost(FIRST_LOOK_MS, lookAtAll());
    },
    findings,
    evidence: () => findings().find(({ proven }) => proven)?.evidence,
  };
};
