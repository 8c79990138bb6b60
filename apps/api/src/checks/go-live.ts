// The tasks before a public vote. A trial works without them, so an open task is not a problem.
import { join } from 'node:path';
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import { readBackupEvidence } from '@laurel/database/backup-evidence';
import type { Queryable } from '@laurel/database/queryable';
import { checkVisitorAddresses } from './addresses.ts';
import { assessBackupSlot, assessDrill, checkBackupKey } from './backups.ts';
import { type Check, type Finding, good, todo } from './finding.ts';

const ADVICE =
  'Put your own nominees into edition/, then "laurel edition check edition" and "laurel edition import /edition".';

/** Turns a problem into a task before going live. */
const asTodo = (finding: Finding): Finding => (finding.ok ? finding : todo(finding.detail, finding.advice));

/** Checks that the served edition is not the demo edition. */
export const checkContent = async (client: Queryable): Promise<Finding> => {
  const { rows } = await client.query<{ company: string }>(
    'SELECT DISTINCT company FROM nominees WHERE withdrawn_at IS NULL ORDER BY company',
  );
  if (rows.length === 0) return todo('no edition was imported', ADVICE);
  const { nominations } = await loadEdition(demoEditionDir);
  const companies = nominations.flatMap(({ categories }) => categories.flatMap((each) => each.companies));
  const demo = new Set(companies.map(({ tag }) => tag));
  const kept = rows.filter(({ company }) => demo.has(company));
  if (kept.length === 0) return good('no nominee of the demo edition is listed');
  return todo(
    `${kept.length} of ${rows.length} nominees are those of the demo edition, like ${kept[0]?.company}`,
    ADVICE,
  );
};

/** Checks that voting has an end, by the phases in the database. */
export const checkVotingEnd = async (client: Queryable): Promise<Finding> => {
  const { rows } = await client.query<{ open: number }>(
    'SELECT count(*) FILTER (WHERE closes_at IS NULL)::int AS open FROM categories',
  );
  if (rows[0]?.open === 0) return good('voting has an end');
  return todo(
    'voting has no end',
    'Set votingClosesAt in edition.yaml, or say "laurel phase set --closes 2026-12-01T20:00:00+02:00 --reason …".',
  );
};

/** Checks that the announcement has a time: without one, the origins of votes are never deleted (forget_vote_origins()). */
export const checkAnnouncement = async (client: Queryable): Promise<Finding> => {
  const { rows } = await client.query<{ hasTime: boolean }>(
    `SELECT EXISTS (SELECT FROM phase_times WHERE boundary = 'announced' AND at IS NOT NULL)
         OR (SELECT announced_at FROM editions ORDER BY id DESC LIMIT 1) IS NOT NULL AS "hasTime"`,
  );
  if (rows[0]?.hasTime) return good('the announcement has a time');
  return todo(
    'the announcement of the winners has no time, so the networks of votes would be kept for ever',
    'Set winnersAnnouncedAt in edition.yaml, or say "laurel phase set --announced 2026-12-04T20:00:00+02:00 --reason …".',
  );
};

/** Checks that the connections of requests have time limits. A pooler drops those that a process asks for. */
export const checkTimeLimits = async (client: Queryable): Promise<Finding> => {
  const { rows } = await client.query<{ statement: string; transaction: string }>(
    `SELECT current_setting('statement_timeout') AS statement,
            current_setting('idle_in_transaction_session_timeout') AS transaction`,
  );
  const { statement = '0', transaction = '0' } = rows[0] ?? {};
  if (statement !== '0' && transaction !== '0') return good(`a statement may take ${statement}`);
  return todo(
    'the pooled connections have no time limits: a process that stops in a transaction keeps its locks',
    'Give the pooler the connect_query of docs/scaling.md, or set statement_timeout and idle_in_transaction_session_timeout for the role.',
  );
};

/** Checks that a backup reads the log. A disconnected one is a problem; without any, setting one up is a task. */
export const checkBackup = async (client: Queryable, now: Date): Promise<Finding> => {
  const evidence = await readBackupEvidence(client);
  const finding = assessBackupSlot(evidence, now);
  return evidence.slot === undefined ? asTodo(finding) : finding;
};

/** Checks that a drill ran recently. */
export const checkRestore = async (client: Queryable, now: Date): Promise<Finding> =>
  asTodo(assessDrill(await readBackupEvidence(client), now));

/** Checks that the key of the backups was moved away. @param deployment the folder with secrets/, if it is visible */
export const checkKeyCopied = (deployment: string | undefined): Finding =>
  asTodo(checkBackupKey(deployment === undefined ? undefined : join(deployment, 'secrets')));

type Deployment = {
  publicUrl: string | undefined;
  /** The folder with secrets/; undefined if it is not visible, as in the app's container. */
  folder: string | undefined;
};

/** The checks before a public vote, by name. */
export const goLiveChecks = (client: Queryable, { publicUrl, folder }: Deployment, now: () => Date): Check[] => [
  ['addresses', () => checkVisitorAddresses(client, publicUrl, now())],
  ['content', () => checkContent(client)],
  ['voting ends', () => checkVotingEnd(client)],
  ['announcement', () => checkAnnouncement(client)],
  // With the folder, the command has no connection through the pooler: only the processes know what it does.
  ...(folder === undefined ? [['time limits', () => checkTimeLimits(client)] as const] : []),
  ['backup', () => checkBackup(client, now())],
  ['restore', () => checkRestore(client, now())],
  ['backup key', async () => checkKeyCopied(folder)],
];

/** The open tasks, by the name of their check. A check that throws is left out. */
export const leftToDo = async (checks: readonly Check[]): Promise<Record<string, string>> => {
  const left: Record<string, string> = {};
  for (const [name, run] of checks) {
    const finding = await run().catch(() => undefined);
    if (finding && (!finding.ok || finding.advice !== undefined)) left[name] = finding.detail;
  }
  return left;
};
