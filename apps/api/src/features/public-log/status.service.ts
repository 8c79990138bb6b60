import type { LogResult, LogStatus } from '@laurel/contracts/calls/log';
import { type Report, reportSchema } from '@laurel/contracts/public-log/report';
import { parseResult } from '@laurel/contracts/public-log/result';
import type { Queryable } from '@laurel/database/queryable';
import { encodeBase64 } from '@laurel/tlog/bytes';
import { nodeVerifier } from '@laurel/tlog/node';
import { parseVerifierKey } from '@laurel/tlog/note';
import { shared } from '../../concurrency/shared.ts';
import type { GroupRule } from './policy.ts';
import type { Published } from './published.service.ts';
import { readReport, type StoredReport } from './report.store.ts';
import {
  type Renamed,
  readCategories,
  readLastVote,
  readNewestEdition,
  readRenamed,
  readSmallestGroup,
  readWitnesses,
} from './reports.store.ts';
import { readCounts, readResult } from './store.ts';

/** How long the status and the result are shared among requests, milliseconds. */
const CACHE_MS = 1_000;

type Deps = {
  db: Queryable;
  published: Pick<Published, 'current' | 'stored' | 'alarm'>;
  origin: string;
  rule(): GroupRule;
  /** The verifier keys of the edition's witnesses. */
  witnesses(): readonly string[];
  /** Whose signatures the edition asks for, as text (tlog-policy). */
  policy(): Promise<string>;
  /** Whether every winner is public. */
  isAnnounced(): Promise<boolean>;
  /** Whether voting ended so long ago that no vote is stored any more. */
  isSettled(): boolean;
};

/** A report, and whether the result has changed since. */
export type ShownReport = StoredReport & { report: Report; isOutdated: boolean };

const castIn = (lines: readonly { readonly cast: number }[]): number => lines.reduce((sum, { cast }) => sum + cast, 0);

/** Finds the fewest people who have a vote in one category of a group. Reads each group once: groups never change. */
export const createSmallestGroup = (db: Queryable) => {
  let known: { size: number; people: number | null } = { size: 0, people: null };
  /** @returns null before the first votes of a log of this size */
  return async (size: number): Promise<number | null> => {
    if (size < known.size) known = { size: 0, people: null };
    while (known.size < size) {
      const { people, to } = await readSmallestGroup(db, known.size, size);
      if (to === null) break;
      const both = [known.people, people].filter((each) => each !== null);
      known = { size: to, people: both.length === 0 ? null : Math.min(...both) };
    }
    return known.people;
  };
};

/** Finds the tags whose name changed within the log. Compares the editions again once a newer one is in the log. */
const createRenamed = (db: Queryable) => {
  let known: { newest: number | null; renamed: readonly Renamed[] } = { newest: null, renamed: [] };
  return async (size: number): Promise<readonly Renamed[]> => {
    const newest = await readNewestEdition(db, size);
    if (newest !== known.newest) known = { newest, renamed: await readRenamed(db, size) };
    return known.renamed;
  };
};

/** The status of the log, and the opening of its result. */
export const createLogStatus = ({ db, published, origin, rule, witnesses, policy, isAnnounced, isSettled }: Deps) => {
  const smallestGroupOf = createSmallestGroup(db);
  const renamedIn = createRenamed(db);
  const witnessStates = async (): Promise<LogStatus['witnesses']> => {
    const named = witnesses();
    const newest = new Map((await readWitnesses(db, named)).map((each) => [each.witness, each]));
    const keys = await Promise.all(
      named.map(async (text) => ({
        text,
        key: await parseVerifierKey(nodeVerifier, text).catch(() => undefined),
      })),
    );
    return keys.map(({ text, key }) => {
      const name = key?.name ?? text;
      // By the verifier key: a new key of the same name is another witness.
      const found = newest.get(text);
      return { verifierKey: text, name, size: found?.size ?? null, at: found?.at.toISOString() ?? null };
    });
  };
  const opening = shared(async (): Promise<LogResult | undefined> => {
    const found = await readResult(db, published.current()?.size ?? 0);
    if (!found) return undefined;
    // Votes followed this result because voting was opened again. A result with these votes follows.
    if (castIn(parseResult(found.text)) !== castIn((await readCounts(db)).counts)) return undefined;
    const last = await readLastVote(db);
    return {
      index: found.leaf,
      nonce: found.nonce.toString('base64'),
      text: found.text,
      lastVote: last && { size: last.size, root: encodeBase64(last.root) },
    };
  }, CACHE_MS);
  const report = shared(async (): Promise<ShownReport | undefined> => {
    const size = published.current()?.size ?? 0;
    const [found, result] = [await readReport(db, size), await readResult(db, size)];
    if (!found) return undefined;
    const read = reportSchema.parse(JSON.parse(found.text));
    return { ...found, report: read, isOutdated: result !== undefined && result.leaf > read.result.leaf };
  }, CACHE_MS);
  return {
    policy,
    /** The newest report, while the winners are announced. */
    report: async (): Promise<ShownReport | undefined> => ((await isAnnounced()) ? report() : undefined),
    /** The status at the shown checkpoint; undefined before the first one. A stopped log says so. */
    status: shared(async (): Promise<LogStatus | undefined> => {
      const shown = published.stored();
      if (!shown) return undefined;
      const { size, root, at, voters, totals } = shown;
      // A category that the edition no longer has is listed only if it has votes.
      const votes = (await readCategories(db, Object.keys(totals))).map(({ id, nomination, niche }) => ({
        category: `${nomination}/${niche}`,
        votes: totals[id] ?? 0,
      }));
      const { group, delay } = rule();
      const smallestGroup = await smallestGroupOf(size);
      const stopped = published.alarm() !== undefined;
      const common = { origin, size, root: encodeBase64(root), at: at.toISOString(), stopped };
      return { ...common, voters, votes, group, delay, smallestGroup, witnesses: await witnessStates() };
    }, CACHE_MS),
    /** The tags whose name changed within the log. */
    renamed: shared(() => renamedIn(published.current()?.size ?? 0), CACHE_MS),
    /** The opening of the newest result, once the winners are announced; undefined if it does not count every vote. */
    result: async (): Promise<LogResult | undefined> => (isSettled() && (await isAnnounced()) ? opening() : undefined),
  };
};
export type LogReports = ReturnType<typeof createLogStatus>;
