import { runLaurel } from '@laurel/support/cli';
import {
  compareMessages,
  compareVotes,
  isInDoubt,
  STORED,
  type Stored,
  WRONG_TALLIES,
} from '@laurel/support/ledger/compare';
import type { Entry } from '@laurel/support/ledger/orders';
import { deliver } from '@laurel/support/ledger/queue';
import { z } from 'zod';
import type { FaultSetup } from './setup.ts';

const ORPHANS = 'SELECT count(*)::int AS count FROM votes v LEFT JOIN accounts a USING (voter_id) WHERE a.id IS NULL';
const STRANGERS = `
  SELECT count(*)::int AS count FROM votes v JOIN accounts a USING (voter_id) WHERE NOT a.id = ANY($1)`;

/** Compares the responses with the stored votes. */
const checkVotes = async (setup: FaultSetup, entries: readonly Entry[]): Promise<string[]> => {
  const { asOwner, voters, categories } = setup;
  const stored = await asOwner<Stored>(STORED, [voters]);
  const problems = compareVotes({
    entries: entries.filter((entry) => entry.kind === 'vote'),
    seen: entries.filter((entry) => entry.kind === 'seen'),
    stored,
    voters: new Map(voters.map((account, index) => [index, account])),
    categories,
    isUncertain: isInDoubt,
  });
  const [orphans] = await asOwner<{ count: number }>(ORPHANS);
  if (orphans?.count !== 0) problems.push(`${orphans?.count} votes have no account`);
  const [strangers] = await asOwner<{ count: number }>(STRANGERS, [voters]);
  if (strangers?.count !== 0) problems.push(`${strangers?.count} votes are stored, but the ledger has no such voters`);
  return problems;
};

const doctorReport = z.object({
  findings: z.array(z.object({ check: z.string(), ok: z.boolean(), detail: z.string() })),
});
/** The doctor's findings about the machine, its address and the clients' addresses, which depend on the machine. */
const NOT_OURS = new Set(['disk', 'public url', 'addresses']);

const askDoctor = async ({ env, cluster }: FaultSetup): Promise<string[]> => {
  // It compares the public log with what a server has shown.
  const [server] = cluster.servers;
  const own = server === undefined ? {} : { DATA_DIR: server.dataDir };
  const { lines } = await runLaurel(['doctor', '--json'], { ...env, ...own });
  const { findings } = doctorReport.parse(JSON.parse(lines.join('\n')));
  const checks = new Set(findings.map(({ check }) => check));
  const missing = ['tallies', 'guards', 'queue', 'clock'].filter((check) => !checks.has(check));
  return [
    ...missing.map((check) => `laurel doctor did not check: ${check}`),
    ...findings
      .filter(({ check, ok }) => !ok && !NOT_OURS.has(check))
      .map(({ check, detail }) => `doctor: ${check}: ${detail}`),
  ];
};

/**
 * Ends the load and compares the ledger with the database, the received messages and the doctor.
 * @param holdRounds the rounds of half a second for which a living worker may hold a job
 * @returns the problems found
 */
export const finishAndCompare = async (setup: FaultSetup, holdRounds?: number): Promise<string[]> => {
  await setup.ledger.order({ do: 'stop' });
  await deliver({
    asOwner: setup.asOwner,
    ...(holdRounds === undefined ? {} : { holdRounds }),
  });
  const entries = setup.ledger.read();
  const { problems } = compareMessages(entries);
  const audit = await setup.asOwner<{ wrong: number }>(WRONG_TALLIES);
  if (audit[0]?.wrong !== 0) problems.push(`${audit[0]?.wrong} tallies differ from the votes`);
  return [...problems, ...(await checkVotes(setup, entries)), ...(await askDoctor(setup))];
};
