import { createHash } from 'node:crypto';
import { type Report, reportSchema } from '@laurel/contracts/public-log/report';
import { proposeExclusion } from '@laurel/support/exclusions';
import { useMember, useOwner, useTestApi, useTestConsole } from '@laurel/support/hooks';
import { moveTimes } from '@laurel/support/move-times';
import { lookAtLog, readServedLog } from '@laurel/support/public-log';
import { firstBallot, voteAs, votersOf } from '@laurel/support/voters';
import { beforeAll, describe, expect, it } from 'vitest';
import { LAST_VOTE_MS } from '../../limits.ts';

const api = useTestApi({ LOG_LEVEL: 'silent' });
const owner = useOwner(api);
const desk = useTestConsole(api);
const olena = useMember(desk, 'Olena', 'organiser');
const petro = useMember(desk, 'Petro', 'editor');

const WITNESS = 'w.example+12345678+AAAA';
const SIGNAL = { signal: 'one_network', what: 'network', count: 7, of: 7, base: 0.001, exponent: 9 };
const path = () => `/log/${api.deps.edition.year}/report`;
const served = () => api.app.inject(path());
const leaves = async () => (await readServedLog(api)).leaves.filter((leaf) => leaf.type === 'report');
const shown = async (): Promise<Report> => reportSchema.parse(JSON.parse((await served()).body));
const look = () => lookAtLog(api);
const exclude = async (accounts: readonly string[]): Promise<number> => {
  await olena.confirm();
  const id = await proposeExclusion(olena, { accounts });
  expect((await olena.post(`/exclusions/${id}/apply`, { reason: 'a test' })).statusCode).toBe(200);
  return id;
};

let numbers: number[];
beforeAll(async () => {
  const voters = await votersOf(api, 18);
  const [, second] = api.deps.edition.nominations[0]?.categories[0]?.companies ?? [];
  await voteAs(api, voters.slice(0, 8));
  await voteAs(api, voters.slice(8), { ...firstBallot(api), vote: second?.tag ?? '' });
  const people = voters.map(({ accountId }) => accountId);
  numbers = [await exclude(people.slice(8, 15)), await exclude(people.slice(17))];
  await owner.query(
    `WITH c AS (INSERT INTO clusters (certainty, people, nominees, reasons, against, found_at, seen_at) VALUES ('likely', 7, '{}', $1, '[]', now(), now()) RETURNING id)
     INSERT INTO cluster_members (cluster_id, voter_id, shares) SELECT c.id, a.voter_id, '{0}' FROM c, accounts a WHERE a.id = ANY ($2)`,
    [JSON.stringify([{ ...SIGNAL, value: '192.0.2.0' }]), people.slice(8, 15)],
  );
  await owner.query(
    `INSERT INTO clusters (certainty, people, nominees, reasons, against, found_at, seen_at, state, why, reason, decided_at, decided_by, decided_people)
     VALUES ('possible', 9, '{}', '[]', '[]', now(), now(), 'dismissed', 'one_place', 'a hall that nobody may name', now(), 'Olena', 9)`,
  );
  await owner.query(
    `INSERT INTO objections (exclusion_id, account_id, text, made_at) VALUES ($1, $2, 'Not me', now())`,
    [numbers[0], people[8]],
  );
});

describe('the report', () => {
  it('does not exist while the winners are not announced, and nobody can ask for it', async () => {
    await look();
    await moveTimes(api, { closes: 'now' });
    api.clock.advance(LAST_VOTE_MS);
    await look();
    expect([(await served()).statusCode, await leaves()]).toEqual([404, []]);
    await olena.confirm();
    const early = await olena.post('/results/report', { reason: 'too early' });
    expect([early.statusCode, early.json().code]).toEqual([409, 'console.no_result']);
  });

  it('is made once by itself when they are, and its leaf has its SHA-256', async () => {
    await moveTimes(api, { announced: 'now' });
    api.clock.advance(LAST_VOTE_MS);
    await owner.query(
      `INSERT INTO log_cosignatures (size, witness, line, at) SELECT size, $1, '— w', at + interval '90 s' FROM log_checkpoints ORDER BY size LIMIT 1`,
      [WITNESS],
    );
    await look();
    await look();
    const digest = createHash('sha256')
      .update((await served()).rawPayload)
      .digest('hex');
    expect(await leaves()).toEqual([{ type: 'report', year: api.deps.edition.year, version: 1, digest }]);
  });

  it('says what was left out and what that changed, and of fewer than five people nothing of how they voted', async () => {
    const { exclusions, voters, votes } = await shown();
    expect([voters, votes]).toEqual([18, { cast: 18, excluded: 8, counted: 10 }]);
    const { nomination, niche, vote } = firstBallot(api);
    const second = api.deps.edition.nominations[0]?.categories[0]?.companies[1]?.tag;
    const category = `${nomination}/${niche}`;
    expect(exclusions).toMatchObject([
      {
        ...{ number: numbers[0], state: 'applied', votes: 7, people: 7, criteria: ['accounts'] },
        ...{ signals: [{ ...SIGNAL, value: '' }], objections: 1, answered: 0 },
        categories: [{ category, votes: 7, winnersChange: true }],
      },
      {
        ...{ number: numbers[1], votes: 1, people: null, signals: [] },
        categories: [{ category, votes: 1, winnersChange: null, places: null }],
      },
    ]);
    expect(exclusions[0]?.categories[0]?.places).toEqual([
      { nominee: vote, without: 1, with: 2 },
      { nominee: second, without: 2, with: 1 },
    ]);
  });

  it('counts groups by what became of them, witnesses by name with their silence, and the steps of people', async () => {
    const report = await shown();
    expect(report.clusters).toEqual({
      ...{ found: 2, excluded: 1, watched: 0, open: 0 },
      dismissed: [{ why: 'one_place', groups: 1 }],
    });
    const [witness] = report.witnesses.filter(({ verifierKey }) => verifierKey === WITNESS);
    expect(witness).toMatchObject({ name: 'w.example', confirmed: 1 });
    // Everything after its one confirmation waits.
    expect(witness?.silenceSeconds).toBeGreaterThan(0);
    expect(report.funnel.at(-1)).toEqual({ step: 'first_votes', people: 18 });
    expect(JSON.stringify(report)).not.toMatch(/192\.0\.2|hall that|Olena|Not me/);
  });
});

describe('its page', () => {
  const page = async (url: string) => {
    const { statusCode, body } = await api.app.inject(url);
    return { statusCode, body: body.replaceAll('\u00a0', ' ') };
  };

  it('says in its headings what was found, in both languages, without a script, and links its JSON', async () => {
    for (const [language, ...said] of [
      ['en', '18 people cast 18 votes', '8 votes were taken out of the count', '2 groups of voters looked suspicious'],
      ['uk', '18 учасників віддали 18 голосів', 'Не враховано 8 голосів', '2 групи учасників видалися підозрілими'],
    ] as const) {
      const { statusCode, body } = await page(`/record/report?lang=${language}`);
      expect(statusCode).toBe(200);
      for (const each of said) expect(body).toContain(`<h2>${each}</h2>`);
      expect(body).toContain(`<link rel="alternate" type="application/json" href="${path()}">`);
      expect(body).not.toMatch(/<script|192\.0\.2|hall that|Olena|Not me/);
    }
    expect((await page('/record')).body).toContain('/record/report?lang=en');
    expect((await page(`/${api.deps.edition.year}/record/report`)).statusCode).toBe(200);
  });

  it('shows the SHA-256 of the JSON, and the changes of places except of fewer than five votes', async () => {
    const { body } = await page('/record/report');
    expect(body).toContain(
      createHash('sha256')
        .update((await served()).rawPayload)
        .digest('hex'),
    );
    expect(body).toMatch(/place 1; with these votes 2.*place 2; with these votes 1\. The winner would be another one/s);
    expect(body).toContain('1 vote of fewer than five people.');
    expect(body).toContain('of fewer than five votes, that could show how somebody voted');
    expect(body).toContain('7 of 7 people signed up from one network; among everyone else, 0.1% do.');
  });
});

describe('another version', () => {
  // This test fails if requests are counted: each would make a version of its own.
  it('is made again only when an organiser asks, once for all who ask at the same time', async () => {
    const ask = () => olena.post('/results/report', { reason: 'an exclusion was undone' });
    expect((await petro.post('/results/report', { reason: 'I may not' })).statusCode).toBe(403);
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map((answer) => answer.json())).toEqual(Array(3).fill({ version: 2 }));
    await look();
    await look();
    expect((await leaves()).map((leaf) => leaf.type === 'report' && leaf.version)).toEqual([1, 2]);
    // Answers are shared for a second.
    await expect.poll(async () => (await shown()).version).toBe(2);
  });

  it('is not shown while the announcement is put off again', async () => {
    await moveTimes(api, { announced: null });
    api.clock.advance(1);
    expect((await served()).statusCode).toBe(404);
    expect((await api.app.inject('/record/report')).statusCode).toBe(404);
  });
});
