import { seasonSchema } from '@laurel/contracts/console/calls/season';
import { useMember, useOwner, useTestApi, useTestConsole } from '@laurel/support/hooks';
import { moveTimes } from '@laurel/support/move-times';
import { newVoter, voteAs } from '@laurel/support/voters';
import { expect, it } from 'vitest';

const api = useTestApi();
const owner = useOwner(api);
const desk = useTestConsole(api);
const organiser = useMember(desk, 'Olena', 'organiser');

it('the report of a season counts since the switch to this edition, and names no nominee', async () => {
  await voteAs(api, [await newVoter(api)]);
  const { rows } = await owner.query<{ at: Date }>(`SELECT date_trunc('hour', now()) AS at`);
  const now = rows[0]?.at ?? new Date();
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
  const activity = (kind: string, at: Date, count: number) =>
    owner.query('INSERT INTO activity_hours VALUES ($1, $2, $3)', [kind, at, count]);
  await owner.query('UPDATE years SET began_at = $1', [hours(-40)]);
  await activity('votes', hours(-50), 70);
  await activity('votes', hours(-3), 12);
  await activity('registered', hours(-30), 9);
  for (const [at, sent] of [
    [hours(-50), 500],
    [hours(-3), 4],
  ] as const) {
    await owner.query(`INSERT INTO message_totals VALUES ($1, 'sms', '380', 'twilio', 'EUR', $2, 1, 90000)`, [
      at,
      sent,
    ]);
  }
  await moveTimes(api, { closes: 'now' });
  api.clock.advance(60_000);

  const answer = await organiser.get('/results/season');
  const season = seasonSchema.parse(answer.json());
  expect(season).toMatchObject({
    votes: { cast: 1, excluded: 0, counted: 1 },
    messages: [{ kind: 'sms', country: '380', sent: 4, failed: 1, cost: [{ currency: 'EUR', micros: 90_000 }] }],
    exclusions: [],
    moves: [{ reason: expect.any(String) }],
  });
  expect(season.days.reduce((sum, { votes }) => sum + votes, 0)).toBe(12);
  expect(season.funnel[0]).toEqual({ step: 'registered', people: 9 });
  for (const { tag } of api.deps.edition.nominations.flatMap(({ categories }) => categories[0]?.companies ?? [])) {
    expect(answer.body).not.toContain(tag);
  }
});
