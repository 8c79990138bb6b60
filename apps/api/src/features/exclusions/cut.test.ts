import { setTimeout as sleep } from 'node:timers/promises';
import { compareTallies } from '@laurel/database/guards';
import type { ConsoleClient } from '@laurel/support/console';
import { draftOf, votesOf } from '@laurel/support/exclusions';
import { useMember, useOwner, useTestApi, useTestConsole } from '@laurel/support/hooks';
import { until } from '@laurel/support/until';
import { voteAs, votersOf } from '@laurel/support/voters';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Voter } from '../../rehearsal/voters.ts';

const ROUNDS = 30;
/** The number of votes to exclude. */
const EXCLUDED = 2;
const reason = 'a test';

const api = useTestApi();
const owner = useOwner(api);
const desk = useTestConsole(api);
const olena = useMember(desk, 'Olena', 'organiser');
let voters: Voter[];

type Answer = Awaited<ReturnType<ConsoleClient['post']>>;

beforeAll(async () => {
  voters = await votersOf(api, 5);
  await voteAs(api, voters);
});

/** Ends all database connections of this console, as when the database fails over. Other tests share the server. */
const cut = async (): Promise<void> => {
  await owner.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'laurel console' AND datname = current_database()`,
  );
};

/** Asks until the console has connections again. */
const untilServed = (ask: () => Promise<Answer>): Promise<Answer> =>
  until('the console to have connections again', async () => {
    const answer = await ask();
    return answer.statusCode === 503 ? undefined : answer;
  });

const stateOf = async (id: number): Promise<{ applied: boolean; recorded: boolean; out: number }> => {
  const { rows } = await owner.query<{ applied: boolean; recorded: boolean; out: number }>(
    `SELECT applied_at IS NOT NULL AND undone_at IS NULL AS applied,
            (SELECT count(*) FROM audit_entries WHERE subject = 'exclusion ' || $1::int AND action = 'exclusion.apply') = 1 AS recorded,
            (SELECT coalesce(sum(count), 0)::int FROM excluded_tallies) AS out
       FROM exclusions WHERE id = $1`,
    [id],
  );
  return rows[0] ?? { applied: false, recorded: false, out: -1 };
};

describe('applying an exclusion while the database connections are cut', () => {
  it('is committed with its audit entry, or not at all', async () => {
    const seen = new Set<boolean>();
    for (let round = 0; round < ROUNDS || seen.size < 2; round += 1) {
      await untilServed(() => olena.confirm());
      const draft = draftOf(votesOf(voters.slice(0, EXCLUDED)));
      const { id } = (await untilServed(() => olena.post('/exclusions', draft))).json().data;
      const applying = olena.post(`/exclusions/${id}/apply`, { reason });
      // Real time: in each round the connections are cut at another moment, in some only after the answer.
      await (round % 12 === 11 ? applying : sleep(round % 12));
      await cut();
      const { statusCode } = await applying;
      const { applied, recorded, out } = await stateOf(id);
      expect({ recorded, out }).toEqual({ recorded: applied, out: applied ? EXCLUDED : 0 });
      if (statusCode === 200) expect(applied).toBe(true);
      seen.add(applied);
      if (applied) {
        const undone = await untilServed(() => olena.post(`/exclusions/${id}/undo`, { reason }));
        expect(undone.statusCode).toBe(200);
      }
    }
    expect(await compareTallies(owner)).toEqual([]);
  });
});
