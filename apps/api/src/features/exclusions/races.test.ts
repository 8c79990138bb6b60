import { compareTallies } from '@laurel/database/guards';
import type { ConsoleClient } from '@laurel/support/console';
import { proposeExclusion, votesOf } from '@laurel/support/exclusions';
import { useEditionFolder, useMember, useOwner, useTestApi, useTestConsole } from '@laurel/support/hooks';
import { moveTimes } from '@laurel/support/move-times';
import { votersOf } from '@laurel/support/voters';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LAST_VOTE_MS } from '../../limits.ts';
import type { Voter } from '../../rehearsal/voters.ts';

const AT_ONCE = 8;
const ROUNDS = 5;
const reason = 'a test';

const edition = useEditionFolder();
beforeAll(() => edition.edit('edition.yaml', /^year: 2025/m, 'approvals: 2\nyear: 2025'));
const api = useTestApi({ EDITION_DIR: edition.path });
const owner = useOwner(api);
const desk = useTestConsole(api);
const olena = useMember(desk, 'Olena', 'organiser');
let others: ConsoleClient[];
let voters: Voter[];
let companies: string[];

const vote = ({ token }: Voter, company = 0) =>
  api.post('/vote', { nomination: 'best-partner', niche: 'gambling', vote: companies[company] }, { token });

beforeAll(async () => {
  others = [];
  for (let index = 0; index < 4; index += 1) others.push(await desk.member(`Person ${index}`, 'organiser'));
  companies = (api.deps.edition.nominations[0]?.categories[0]?.companies ?? []).slice(0, 2).map(({ tag }) => tag);
  voters = await votersOf(api, 20);
  for (const [index, voter] of voters.entries()) expect((await vote(voter, index % 2)).statusCode).toBe(201);
});
beforeEach(async () => {
  await Promise.all([olena, ...others].map((each) => each.confirm()));
});

const propose = (from: number, to: number): Promise<number> => proposeExclusion(olena, votesOf(voters.slice(from, to)));
const personOf = (index: number): ConsoleClient => others[index % others.length] ?? olena;
/**
 * Makes a step as many people at the same time.
 * @returns the statuses of their answers, sorted
 */
const atOnce = async (id: number, step: (index: number) => string): Promise<number[]> => {
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) => personOf(index).post(`/exclusions/${id}/${step(index)}`, { reason })),
  );
  return answers.map(({ statusCode }) => statusCode).sort();
};
const once = [200, ...Array.from({ length: AT_ONCE - 1 }, () => 409)];
const entriesOf = async (id: number): Promise<string[]> =>
  (
    await owner.query<{ action: string }>('SELECT action FROM audit_entries WHERE subject = $1 ORDER BY id', [
      `exclusion ${id}`,
    ])
  ).rows.map(({ action }) => action);
const excluded = async (): Promise<number> =>
  (await owner.query<{ count: number }>('SELECT coalesce(sum(count), 0)::int AS count FROM excluded_tallies')).rows[0]
    ?.count ?? -1;

describe('people at the same time', () => {
  it('approve an exclusion once, and only one of approval and refusal counts', async () => {
    const id = await propose(0, 3);
    expect(await atOnce(id, () => 'approve')).toEqual(once);
    expect(await entriesOf(id)).toEqual(['exclusion.propose', 'exclusion.approve']);
    const disputed = await propose(0, 3);
    expect(await atOnce(disputed, (index) => (index % 2 === 0 ? 'approve' : 'refuse'))).toEqual(once);
    expect(await entriesOf(disputed)).toHaveLength(2);
  });

  it('apply it once and undo it once', async () => {
    const id = await propose(0, 3);
    await personOf(0).post(`/exclusions/${id}/approve`, { reason });
    expect(await atOnce(id, () => 'apply')).toEqual(once);
    expect(await excluded()).toBe(3);
    expect((await olena.post(`/exclusions/${id}/undo`, { reason })).statusCode).toBe(409);
    expect(await atOnce(id, () => 'undo')).toEqual(Array.from({ length: AT_ONCE }, () => 409));
    // Olena is not among the people who then undo it.
    expect((await olena.post(`/exclusions/${id}/propose-undo`, { reason })).statusCode).toBe(200);
    expect((await olena.post(`/exclusions/${id}/undo`, { reason })).statusCode).toBe(409);
    expect(await excluded()).toBe(3);
    expect(await atOnce(id, () => 'undo')).toEqual(once);
    expect(await excluded()).toBe(0);
    expect(await entriesOf(id)).toEqual([
      'exclusion.propose',
      'exclusion.approve',
      'exclusion.apply',
      'exclusion.propose-undo',
      'exclusion.undo',
    ]);
  });

  it('propose to undo it once, and never undo it alone', async () => {
    const id = await propose(0, 3);
    await personOf(0).post(`/exclusions/${id}/approve`, { reason });
    await olena.post(`/exclusions/${id}/apply`, { reason });
    const statuses = await atOnce(id, () => 'propose-undo');
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect((await entriesOf(id)).filter((action) => action === 'exclusion.propose-undo')).toHaveLength(1);
    const { rows } = await owner.query<{ by: string }>('SELECT undo_proposed_by AS by FROM exclusions WHERE id = $1', [
      id,
    ]);
    const proposer = others.findIndex((_, index) => rows[0]?.by === `Person ${index} (console)`);
    const alone = await Promise.all(
      Array.from({ length: AT_ONCE }, () => personOf(proposer).post(`/exclusions/${id}/undo`, { reason })),
    );
    expect(new Set(alone.map(({ statusCode }) => statusCode))).toEqual(new Set([409]));
    expect(await excluded()).toBe(3);
    expect((await olena.post(`/exclusions/${id}/undo`, { reason })).statusCode).toBe(200);
  });

  it('undo it while it is applied: it is applied, or applied and undone, and the counts agree', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await propose(0, 3);
      await personOf(0).post(`/exclusions/${id}/approve`, { reason });
      // As if one person were enough, so that the steps are possible at the same time.
      await owner.query('UPDATE exclusions SET approvals = 1 WHERE id = $1', [id]);
      await owner.query('UPDATE editions SET approvals = 1');
      const statuses = await atOnce(id, (index) => (index % 2 === 0 ? 'apply' : 'undo'));
      const [, , ...steps] = await entriesOf(id);
      expect(statuses.filter((status) => status === 200)).toHaveLength(steps.length);
      expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
      expect(['exclusion.apply', 'exclusion.apply exclusion.undo']).toContain(steps.join(' '));
      expect(await excluded()).toBe(steps.length === 1 ? 3 : 0);
      expect(await compareTallies(owner)).toEqual([]);
      if (steps.length === 1) expect((await olena.post(`/exclusions/${id}/undo`, { reason })).statusCode).toBe(200);
      await owner.query('UPDATE editions SET approvals = 2');
    }
  });

  it('apply it while voting is closed and people vote: the final result has the other votes', async () => {
    const id = await propose(0, 4);
    await personOf(0).post(`/exclusions/${id}/approve`, { reason });
    const late = await votersOf(api, 30);
    const { statistics } = api.deps;
    const close = async () => {
      await moveTimes(api, { closes: 'now' });
      api.clock.advance(1);
    };
    const [applied, , ...votes] = await Promise.all([
      olena.post(`/exclusions/${id}/apply`, { reason }),
      close(),
      ...late.map((voter, index) => vote(voter, index % 2)),
    ]);
    expect(applied.statusCode).toBe(200);
    const cast = 20 + votes.filter(({ statusCode }) => statusCode === 201).length;
    expect(votes.every(({ statusCode }) => statusCode === 201 || statusCode === 403)).toBe(true);
    expect(await compareTallies(owner)).toEqual([]);
    // Totals are final once the last vote can be stored.
    api.clock.advance(LAST_VOTE_MS);
    await statistics.current();
    const { rows } = await owner.query<{ votes: string; final: boolean }>(
      `SELECT p.votes, p.final FROM published_tallies p JOIN categories c ON c.id = p.category_id
        WHERE c.nomination = 'best-partner' AND c.niche = 'gambling'`,
    );
    expect(rows).toEqual([{ votes: String(cast - 4), final: true }]);
    expect(await excluded()).toBe(4);
  });
});
