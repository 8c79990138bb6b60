import type { Edition } from '@laurel/catalog/edition';
import { loadPublishedEdition } from '@laurel/catalog/load-edition';
import { readEdition } from '@laurel/database/editions';
import type pg from 'pg';
import { bad, type Finding, good, skipped } from '../checks/finding.ts';
import { shownTime } from '../checks/shown-time.ts';
import type { Config } from '../config.ts';
import { findContradiction } from '../features/public-log/exclusions.service.ts';
import { type Kept, keptIn } from '../features/public-log/kept.store.ts';
import { createPublished, LogAlarmError, WAYS_OUT } from '../features/public-log/published.service.ts';
import { readHorizon, readWaiting, spanOf } from '../features/public-log/store.ts';
import { createTiles } from '../features/public-log/tree.service.ts';
import { compareSample } from '../features/public-log/verify.service.ts';
import { describeCosigners } from '../features/public-log/witnesses.policy.ts';
import { silentSince } from '../features/public-log/witnesses.store.ts';
import { openLogIdentity } from '../wiring/public-log.ts';

const NOT_COMPARED =
  'If Laurel does not run yet, put the newest checkpoint that was shown there first (docs/operations.md). From its start on, Laurel takes this database for what was shown.';
/** How much longer than `log.delay` a vote may wait, milliseconds. */
const GRACE_MS = 60_000;

/** How long a witness may leave a checkpoint without its cosignature, milliseconds: it is asked every ten minutes at least. */
const WITNESS_MS = 15 * 60_000;

/** How many tiles of leaves are compared with the votes, at random if there are more: 102,400 leaves take some seconds. */
const TILES_COMPARED = 400;

/** Says which witnesses of an edition do not cosign; undefined if all do. */
export const checkWitnesses = async (
  pool: pg.Pool,
  witnesses: Edition['log']['witnesses'],
  now: Date,
): Promise<Finding | undefined> => {
  const late: string[] = [];
  for (const { key, url } of witnesses) {
    const since = await silentSince(pool, key);
    if (since !== null && now.getTime() - since.getTime() > WITNESS_MS) late.push(`${url} since ${shownTime(since)}`);
  }
  if (late.length === 0) return undefined;
  return bad(
    `witnesses do not cosign: ${late.join(', ')}`,
    'Ask who runs them, and see what Laurel’s log says of them. Voting goes on.',
  );
};

/** Checks that the public log can be continued, that no vote waits too long, and that its witnesses cosign. Changes nothing. */
export const checkPublicLog = async (config: Config, pool: pg.Pool, now: Date): Promise<Finding> => {
  if (config.logKey === undefined) return skipped('there is none without LOG_KEY');
  const stored = await readEdition(pool);
  if (!stored) return skipped('there is none without an edition');
  const edition = await loadPublishedEdition(stored.files);
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  const identity = await openLogIdentity({ config, pool, currentEdition: () => edition, publicUrl });
  if (!identity) return skipped('there is none without LOG_KEY');
  const nothing = async (): Promise<void> => {};
  const readOnly = (kind: 'checkpoint' | 'evidence'): Kept => {
    const { read } = keptIn(config.DATA_DIR, identity.year, kind);
    return { read, write: nothing, remove: nothing };
  };
  const [kept, evidence] = [readOnly('checkpoint'), readOnly('evidence')];
  const tiles = createTiles(pool);
  const published = createPublished({ db: pool, tiles, kept, evidence, replicated: nothing, key: identity.signer.key });
  // Read before the comparison: a running Laurel may write the kept checkpoint meanwhile.
  const isCompared = (await kept.read()) !== undefined;
  try {
    await published.refresh();
    const head = published.current();
    const waiting = await readWaiting(pool, spanOf(head, await readHorizon(pool)), edition.log.group);
    const late =
      waiting.oldest !== null && now.getTime() - waiting.oldest.getTime() > edition.log.delay * 1_000 + GRACE_MS;
    if (late) {
      return bad(
        `votes wait since ${shownTime(waiting.oldest ?? now)}, longer than log.delay`,
        'Is Laurel running, and what does its log say?',
      );
    }
    if (!head) return good('it has no checkpoint yet');
    const contradiction = await findContradiction({ db: pool, tiles }, head);
    if (contradiction !== undefined) return bad(contradiction, WAYS_OUT.rows);
    if (!isCompared) {
      return bad(
        `${head.size} leaves, not compared with what was shown before: there is no log-${identity.year}.checkpoint in ${config.DATA_DIR}`,
        NOT_COMPARED,
      );
    }
    const { year } = identity;
    const { compared, problem } = await compareSample({ db: pool, tiles, year }, head.size, TILES_COMPARED);
    if (problem !== undefined) {
      return bad(problem, 'Somebody changed the database without Laurel. "laurel log verify" reads everything.');
    }
    const { witnesses, quorum } = edition.log;
    const silent = await checkWitnesses(pool, witnesses, now);
    if (silent) return silent;
    const keys = witnesses.map(({ key }) => key);
    const seen = keys.length === 0 ? '' : `, ${describeCosigners(head.cosigned, keys, quorum)}`;
    const share = compared < head.size ? `${compared} of them ` : '';
    return good(`${head.size} leaves, ${share}compared with the votes, signed at ${shownTime(head.at)}${seen}`);
  } catch (error) {
    if (!(error instanceof LogAlarmError)) throw error;
    return bad(error.alarm.detail, WAYS_OUT[error.alarm.kind]);
  }
};
