import type { Vote } from '@laurel/contracts/records';
import { inYear } from '@laurel/database/in-year';
import type { Tile } from '@laurel/tlog/tiles';
import { AppError } from '../app-error.ts';
import { anchorOf } from '../features/archive/outcome.policy.ts';
import { openArchive } from '../features/archive/service.ts';
import type { Decisions } from '../features/decisions/service.ts';
import { createReceipts } from '../features/public-log/receipts.service.ts';
import { readOwnVotes } from '../features/public-log/reports.store.ts';
import { readHead, readTile } from '../features/public-log/store.ts';
import { createTilesOf, type Tiles } from '../features/public-log/tree.service.ts';
import { votesOf } from '../features/votes/store.ts';
import type { SessionUserId } from '../http/gate.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { wirePublicLog } from './public-log.ts';
import type { wireVoting } from './voting.ts';

/** Wires what the site knows of other years than its own: stored answers, a person's votes and receipts, and tiles of logs. */
export const wireArchive = async (
  { pool, clock, replicated, edition }: Infrastructure,
  voting: Pick<Awaited<ReturnType<typeof wireVoting>>, 'votesOf' | 'editionService' | 'shares' | 'turnout'>,
  { receipts }: Pick<ReturnType<typeof wirePublicLog>, 'receipts'>,
  decisions: Decisions,
) => {
  const archive = await openArchive(pool);
  const { year } = edition;
  /** @throws AppError request.not_found */
  const archived = (asked: number): number => {
    if (!archive.has(asked)) throw new AppError('request.not_found');
    return asked;
  };
  const logs = new Map<number, Tiles>();
  const tilesOf = (past: number): Tiles => {
    const tiles =
      logs.get(past) ?? createTilesOf((level, index) => inYear(pool, past, (db) => readTile(db, level, index)));
    logs.set(past, tiles);
    return tiles;
  };
  const pastReceipts = async (userId: SessionUserId, past: number) => {
    const stored = await archive.answer(past, `/log/${past}/checkpoint`);
    const head = stored && (await inYear(pool, past, readHead));
    const shown = head && { size: head.size, cosigned: stored.body.toString() };
    return createReceipts({
      readOwnVotes: (accountId) => inYear(pool, past, (db) => readOwnVotes(db, accountId)),
      tiles: tilesOf(past),
      published: { current: () => shown },
      year: past,
      replicated,
    })(userId);
  };
  return {
    archive,
    year,
    votesOf: async (userId: SessionUserId, asked = year): Promise<Vote[]> =>
      asked === year ? voting.votesOf(userId) : inYear(pool, archived(asked), (db) => votesOf(db, userId)),
    receiptsOf: async (userId: SessionUserId, asked = year) =>
      asked === year ? receipts(userId) : pastReceipts(userId, archived(asked)),
    pastLogs: {
      answer: archive.answer,
      tile: async (past: number, tile: Tile) =>
        (await archive.answer(past, `/log/${past}/checkpoint`)) && tilesOf(past).find(tile),
    },
    /** The archive has what a link names, if this edition has no such nomination. */
    pastLink: async ({ nomination, niche, company }: Readonly<Record<string, unknown>>) => {
      if (typeof nomination !== 'string' || edition.nominations.some(({ tag }) => tag === nomination)) return undefined;
      const past = await archive.yearOf(nomination);
      if (past === undefined) return undefined;
      const tags = [niche, company].filter((tag) => typeof tag === 'string');
      return `/${past}/#${tags.length === 2 ? anchorOf(nomination, ...tags) : anchorOf(nomination)}`;
    },
    /** What the page of this year shows. */
    archivePage: {
      edition: () => voting.editionService.at(clock.now()).edition,
      statistics: voting.shares,
      people: async (): Promise<number | null> =>
        JSON.parse((await voting.turnout.current()).body.toString())?.voters ?? null,
      decisions: async () => (await decisions.published()).groups.flatMap((group) => group.decisions).length,
    },
  };
};
