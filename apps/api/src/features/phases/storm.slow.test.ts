import { runLaurel } from '@laurel/support/cli';
import { useCluster } from '@laurel/support/hooks';
import { type Answer, fire, type Shot, summary } from '@laurel/support/load';
import { until } from '@laurel/support/until';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const cluster = useCluster(2);

const set = async (...argv: string[]): Promise<void> => {
  const environment = { NODE_ENV: 'test', ...cluster.env };
  const { code, problems } = await runLaurel(['phase', 'set', ...argv, '--reason', 'a test', '--yes'], environment);
  expect({ code, problems }).toEqual({ code: 0, problems: [] });
};
const answer = z.object({ data: z.object({ phase: z.string() }) });
const phases = () =>
  Promise.all(
    cluster.servers.map(async ({ origin }) => {
      const response = await fetch(`${origin}/api/edition`);
      return answer.parse(await response.json()).data.phase;
    }),
  );
/** How many votes are sent between two checks whether voting is closed. */
const SALVO = 400;

describe('a move of the phases while two processes serve requests', () => {
  it('that closes voting stores no vote after the end, and loses no accepted vote', async () => {
    for (let round = 1; round <= 2; round += 1) {
      const voters = await cluster.voters(1_000);
      const before = await cluster.audit();
      const shots = voters.flatMap((voter, index) =>
        cluster.ballot
          .slice(0, 40)
          .map((vote, place): Shot => ({ origin: cluster.origin(index + place), token: voter.token, vote })),
      );
      // Continues until voting is closed, and for one more round.
      let isClosed = false;
      const answers: Answer[] = [];
      const storm = async (): Promise<void> => {
        for (let from = 0; from < shots.length; from += SALVO) {
          const isLast = isClosed;
          answers.push(...(await fire(shots.slice(from, from + SALVO), 96)));
          if (isLast) return;
        }
      };
      const storming = storm();
      // Some votes are stored before the end, and many are on their way.
      await until('the first votes', () => answers.length >= SALVO * round);
      await set('--closes', 'now');
      isClosed = true;
      const late = await fire(
        voters
          .slice(0, 100)
          .map(({ token }, index) => ({
            origin: cluster.origin(index),
            token,
            vote: cluster.ballot[40] ?? shots[0]?.vote,
          }))
          .filter((shot): shot is Shot => shot.vote !== undefined),
        48,
      );
      expect(Object.keys(summary(late))).toEqual(['403 vote.not_open']);
      await storming;
      const counts = summary(answers);
      expect(counts['201']).toBeGreaterThan(0);
      expect(counts['403 vote.not_open']).toBeGreaterThan(0);
      expect(await cluster.audit()).toEqual({ votes: before.votes + (counts['201'] ?? 0), wrongTallies: 0 });
      // This test fails without the wait of stop_ballots(): ten votes were late.
      const { rows } = await cluster.owner.query<{ late: number }>(
        'SELECT count(*)::int AS late FROM votes v JOIN categories c ON c.id = v.category_id WHERE v.cast_at >= c.closes_at',
      );
      expect(rows).toEqual([{ late: 0 }]);
      await set('--clear');
      await expect.poll(phases).toEqual(['open', 'open']);
    }
  });

  it('reaches every process', async () => {
    await expect.poll(phases).toEqual(['open', 'open']);
    for (const [move, seen] of [
      [['--closes', 'now'], 'closed'],
      [['--announced', 'now'], 'announced'],
      [['--clear'], 'open'],
    ] as const) {
      await set(...move);
      await expect.poll(phases).toEqual([seen, seen]);
    }
  });
});
