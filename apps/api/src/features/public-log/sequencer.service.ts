import { randomBytes, randomInt } from 'node:crypto';
import type { DecisionGroup } from '@laurel/contracts/calls/decisions';
import type { PhaseTimes } from '@laurel/contracts/phase';
import { decodeLeaf, voteLeaf } from '@laurel/contracts/public-log/leaves';
import type { Queryable } from '@laurel/database/queryable';
import { signCheckpoint } from '@laurel/tlog/checkpoint';
import { sha256 } from '@laurel/tlog/node';
import type { Signer } from '@laurel/tlog/port';
import type pg from 'pg';
import { inTurns } from '../../concurrency/in-turns.ts';
import { countLoggedVoters } from './bundle.store.ts';
import { findContradiction } from './exclusions.service.ts';
import { areCountsRight, readHeld } from './exclusions.store.ts';
import {
  canWait,
  type GroupRule,
  type Item,
  isDue,
  isFinal,
  missingItems,
  mostVotes,
  reportItem,
  resultItem,
  resultText,
  shuffle,
  type Totals,
  totalsWith,
  type Waiting,
  withoutLeaf,
} from './policy.ts';
import type { Published } from './published.service.ts';
import type { AskedReport } from './report.service.ts';
import { readMissingVersion } from './report.store.ts';
import {
  append,
  type Horizon,
  hasLateVotes,
  type Looked,
  lookedAt,
  type OpenVote,
  readCounts,
  readHorizon,
  readLogged,
  readMissing,
  readNomineeNames,
  readResult,
  readWaiting,
  type Span,
  spanOf,
  withLock,
} from './store.ts';
import { type Edge, readEdge, readLeaf, type Tiles } from './tree.service.ts';

/** How many votes one checkpoint adds if more than `MOST` wait. */
const CHUNK = 2_048;
/** How many votes one checkpoint adds at most. They need about 5 MB. */
const MOST = 4 * CHUNK;

type Deps = {
  pool: pg.Pool;
  tiles: Tiles;
  published: Published;
  signer: Signer;
  year: number;
  now(): Date;
  /** Reloads the edition and the times. Otherwise a process with outdated values would append them after newer ones. */
  refresh(): Promise<void>;
  rule(): GroupRule;
  times(): PhaseTimes;
  /** Whether voting is over. */
  isOver(now: Date): boolean;
  isAnnounced(now: Date): Promise<boolean>;
  /** Makes a version of the report about the vote. */
  report(asked: AskedReport): Promise<string>;
  /** Whether voting has begun. */
  hasBegun(now: Date): boolean;
  /** The editions after a number, with their canonical JSON. */
  editionsAfter(number: number): Promise<{ number: number; json: string }[]>;
  decisions(): Promise<readonly DecisionGroup[]>;
  /** The people who were verified so far. The count may be some time old unless it is smaller than `atLeast`. */
  countPeople(atLeast: number): Promise<number>;
  /** Whether this process stops: it then leaves the parts that it has not begun. */
  isStopping(): boolean;
  /** Waits until the batches of votes that are being written are committed. */
  awaitBallots(): Promise<void>;
  /** Called at each look with the votes that wait. */
  onWaiting(waiting: Waiting): void;
};

/** Another process appended first. */
class LostRaceError extends Error {
  override name = 'LostRaceError';
}

/** This process stops. The votes that are left wait for the next run of any process. */
class StoppedError extends Error {
  override name = 'StoppedError';
}

/** The state of a run, which may append several times. */
type Work = {
  readonly db: Queryable;
  readonly edge: Edge;
  readonly horizon: Horizon;
  readonly span: Span;
  readonly now: Date;
  /** The counts of the newest checkpoint. */
  newest: { voters: number; totals: Totals };
};

type Leaves = {
  items: readonly Item[];
  votes: OpenVote[];
  nextTx: string;
  result?: { nonce: Uint8Array; text: string };
};

/**
 * Appends to the log what is missing. Any process can do this: one at a time has the lock, and the database refuses
 * leaves that do not continue its newest checkpoint. A checkpoint that was signed but not stored was shown to nobody.
 * @returns a function that looks once, and appends what is due. With `mayWait`, because voting keeps the process busy,
 *   it leaves everything for later as long as the log's delay permits
 * @throws LogAlarmError if the log must not be continued
 */
export const createSequencer = (deps: Deps): { run(mayWait?: boolean): Promise<void> } => {
  const { pool, tiles, published, signer, year } = deps;
  /** All votes that were cast before are in the log. */
  let since = deps.now();
  /** The last look that found no missing vote. The next look begins at the transactions where this one ended. */
  let looked: Looked | undefined;

  const add = async (work: Work, { items, votes, nextTx, result }: Leaves): Promise<void> => {
    const { db, edge, horizon, now, newest } = work;
    const expected = edge.size;
    const names = votes.length > 0 ? await readNomineeNames(db) : new Map();
    // Nobody must be able to tell from a place when a vote was cast, or by whom.
    shuffle(votes, randomInt);
    const leaves = items.map(({ leaf }) => leaf);
    await inTurns(votes, ({ nomineeId, serverNonce, browserNonce }) => {
      const name = names.get(nomineeId);
      if (!name) throw new Error(`there are votes for nominee ${nomineeId}, which does not exist`);
      leaves.push(voteLeaf(sha256, year, { serverNonce, browserNonce, ...name }));
    });
    const grown = await edge.append(leaves);
    const root = edge.root();
    const totals = totalsWith(newest.totals, votes);
    // Never fewer than in the newest checkpoint: its count may be of another process, and newer.
    const voters = Math.max(newest.voters, await deps.countPeople(mostVotes(totals)));
    const isFirst = await append(pool, {
      expected,
      size: edge.size,
      root,
      note: await signCheckpoint(signer, { size: edge.size, root }),
      at: now,
      people: voters,
      nextTx,
      cluster: horizon.cluster,
      tiles: grown,
      items: items.map((item, at) => ({ ...item, place: expected + at })),
      votes: votes.map(({ voterId, categoryId }, at) => ({ voterId, categoryId, leaf: expected + items.length + at })),
      result,
    });
    if (!isFirst) throw new LostRaceError();
    work.newest = { voters, totals };
  };

  /** Appends all votes of the span. Those that are cast meanwhile stay for the next run, in a group of their own. */
  const addVotes = async (work: Work, items: readonly Item[], waiting: Waiting): Promise<void> => {
    let first = items;
    let votes: OpenVote[] = [];
    for await (const part of readMissing(work.db, work.span, waiting.votes <= MOST)) {
      votes = votes.length === 0 ? part : votes.concat(part);
      // At least `CHUNK` votes are left each time, so that the last group is not a small one.
      while (waiting.votes > MOST && votes.length >= 2 * CHUNK) {
        if (deps.isStopping()) throw new StoppedError();
        await add(work, { items: first, votes: votes.splice(0, CHUNK), nextTx: work.span.from });
        first = [];
      }
    }
    await add(work, { items: first, votes, nextTx: work.span.to });
  };

  /**
   * Compares what the log says about exclusions with the database. No row may change what was said once.
   * @throws LogAlarmError
   */
  const requireUnchanged = async ({ db, edge }: Pick<Work, 'db' | 'edge'>): Promise<void> => {
    const contradiction = await findContradiction({ db, tiles }, { size: edge.size, root: edge.root() });
    if (contradiction !== undefined) published.refuse('rows', contradiction);
  };

  /**
   * Requires that the counts may have changed since the last result, and are those of the votes.
   * @throws LogAlarmError
   */
  const requireReason = async ({ db, edge }: Pick<Work, 'db' | 'edge'>): Promise<void> => {
    let last = edge.size - 1;
    const tree = { size: edge.size, root: edge.root() };
    const typeAt = async (place: number) => decodeLeaf(await readLeaf(tiles, place, tree)).type;
    // A report is no reason.
    while (last >= 0 && (await typeAt(last)) === 'report') last -= 1;
    if (last >= 0 && (await typeAt(last)) === 'result') {
      published.refuse(
        'rows',
        `the counts are not those of the result of leaf ${last}, and nothing in the log says why`,
      );
    }
    if (!(await areCountsRight(db))) published.refuse('rows', 'stored counts are not those of the votes');
  };

  /** Appends the result if every vote is in the log and the result has changed. */
  const addResult = async (work: Work, exclusionChanges: number): Promise<boolean> => {
    const { db, edge, span } = work;
    const counted = await readCounts(db);
    const text = resultText(counted.counts);
    // If the counts include a change of an exclusion that is not in the log, that change must enter the log first.
    if (counted.exclusions !== exclusionChanges || (await readResult(db, edge.size))?.text === text) return false;
    // A vote whose commit waits for a standby is not visible yet; the next check would miss it.
    await deps.awaitBallots();
    if (await hasLateVotes(db, span.from)) return false;
    await requireUnchanged(work);
    await requireReason(work);
    const result = { nonce: randomBytes(16), text, voters: await countLoggedVoters(db, edge.size) };
    await add(work, { items: [resultItem(sha256, year, result)], votes: [], nextTx: span.to, result });
    return true;
  };

  /** Appends the report that is due, once the result in the log is the one that was announced. */
  const addReport = async (work: Work): Promise<boolean> => {
    const { db, edge, span, now } = work;
    const version = (await deps.isAnnounced(now)) ? await readMissingVersion(db) : undefined;
    const result = version === undefined ? undefined : await readResult(db, edge.size);
    if (version === undefined || result?.text !== resultText((await readCounts(db)).counts)) return false;
    const content = await deps.report({ version, size: edge.size, result: result.leaf });
    await add(work, { items: [reportItem(sha256, year, version, content)], votes: [], nextTx: span.from });
    return true;
  };

  const sequence = async (db: Queryable): Promise<boolean> => {
    // The horizon is read before the times: the times by which the votes before it were accepted are then committed,
    // and their leaf never follows those of the votes.
    const horizon = await readHorizon(db);
    await deps.refresh();
    const now = deps.now();
    const head = await published.accept();
    // The log begins with the vote: until then its edition may still turn out to be that of another year.
    if (head === undefined && !deps.hasBegun(now)) return false;
    const logged = await readLogged(db);
    const [editions, decisions] = await Promise.all([deps.editionsAfter(logged.edition), deps.decisions()]);
    const held = await readHeld(db, withoutLeaf(decisions, logged));
    const items = missingItems(sha256, year, { editions, times: deps.times(), decisions, held }, logged);
    const span = spanOf(head, horizon, looked);
    const waiting = await readWaiting(db, span, MOST);
    deps.onWaiting(waiting);
    if (waiting.votes === 0) looked = lookedAt(span, horizon);
    const over = deps.isOver(now);
    const final = isFinal(deps.times(), over, now);
    const due = isDue(waiting, deps.rule(), over, now);
    if (!due) since = waiting.oldest ?? now;
    if (items.length === 0 && !due && !final) return false;

    const edge = await readEdge(tiles, head?.size ?? 0);
    if (head && !head.root.equals(edge.root())) {
      published.refuse('tiles', `the tiles are not those of the checkpoint of ${head.size} leaves`);
    }
    const work: Work = { db, edge, horizon, span, now, newest: head ?? { voters: 0, totals: {} } };
    if (items.some(({ kind }) => kind === 'exclusion')) await requireUnchanged(work);
    if (due) {
      await addVotes(work, items, waiting);
      since = now;
    } else if (items.length > 0) await add(work, { items, votes: [], nextTx: span.from });
    const added = due || items.length > 0;
    if (!final) return added;
    const refs = [...logged.refs, ...items.map(({ kind, ref }) => `${kind} ${ref}`)];
    const exclusionChanges = refs.filter((ref) => ref.startsWith('exclusion ')).length;
    const hasResult = await addResult(work, exclusionChanges);
    return (await addReport(work)) || hasResult || added;
  };

  return {
    run: async (mayWait = false) => {
      const now = deps.now();
      if (mayWait && canWait(since, deps.rule(), deps.isOver(now), now)) return;
      let added = false;
      try {
        await withLock(pool, async (db) => {
          added = await sequence(db);
        });
      } catch (error) {
        if (!(error instanceof LostRaceError || error instanceof StoppedError)) throw error;
      }
      if (added) await published.refresh();
    },
  };
};
