import { listClusters, readCluster, revealCluster } from '@laurel/contracts/console/calls/clusters';
import { castBy, REASON } from '@laurel/support/clusters';
import { importTestEdition } from '@laurel/support/harness';
import { useEditionFolder, useMember, useOwner, useTestApi, useTestConsole } from '@laurel/support/hooks';
import { firstBallot, voteAs, votersOf } from '@laurel/support/voters';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

const edition = useEditionFolder();
const api = useTestApi({ EDITION_DIR: edition.path });
const owner = useOwner(api);
const desk = useTestConsole(api);
const olena = useMember(desk, 'Olena', 'organiser');
const petro = useMember(desk, 'Petro', 'auditor');
let voters: string[];
let chosen: number;
let other: number;
let second = 0;

const found = (people: readonly string[], certainty = 'likely') => ({
  certainty,
  nominees: [chosen],
  people: people.map((voter) => ({ voter, shares: [0] })),
  reasons: [REASON],
  against: [] as object[],
});
/** Stores what a search found, a minute after the one before. */
const store = (...clusters: readonly ReturnType<typeof found>[]) => {
  second += 60;
  return owner.query(`SELECT store_clusters($1, 900, now() + make_interval(secs => $2))`, [
    JSON.stringify(clusters),
    second,
  ]);
};
const list = async (member = olena) => listClusters.reply.parse((await member.get('/clusters')).json());
const actions = async (): Promise<string[]> =>
  (
    await owner.query<{ action: string }>(`SELECT action FROM audit_entries WHERE action LIKE 'cluster.%' ORDER BY id`)
  ).rows.map(({ action }) => action);

beforeAll(async () => {
  const made = await votersOf(api, 12);
  const companies = (api.deps.edition.nominations[0]?.categories[0]?.companies ?? []).map(({ tag }) => tag);
  // Seven votes for the first nominee, of which six are the cluster's, and five for the second.
  for (const [index, voter] of made.entries()) {
    await voteAs(api, [voter], { ...firstBallot(api), vote: companies[index < 7 ? 0 : 1] ?? '' });
  }
  const cast = await castBy(owner, made);
  voters = cast.voters;
  [chosen = 0, other = 0] = [cast.nominees[0], cast.nominees[7]];
});
beforeEach(async () => {
  await owner.query('TRUNCATE clusters, cluster_members, cluster_searches RESTART IDENTITY');
  await olena.confirm();
});

describe('the list of clusters', () => {
  it('says what each does to the result, for whom, and why', async () => {
    expect(await list()).toEqual({ searched: null, clusters: [] });
    await store(found(voters.slice(0, 6)));
    const { searched, clusters } = await list();
    const [first, second] = api.deps.edition.nominations[0]?.categories[0]?.companies ?? [];
    expect(searched).toEqual({ at: expect.any(String), compared: 900 });
    expect((await olena.get('/me')).json().waiting.clusters).toBe(1);
    expect(clusters).toMatchObject([
      {
        certainty: 'likely',
        state: 'open',
        people: 6,
        votes: 6,
        effect: 'winner',
        choices: [
          {
            company: first?.tag,
            votes: 6,
            place: { now: 1, without: 2 },
            winners: { now: [first?.tag], without: [second?.tag] },
          },
        ],
        reasons: [REASON],
        decided: null,
      },
    ]);
  });

  it('has the largest effect first, and says which are honest crowds, for which nobody is asked', async () => {
    const none = { ...found(voters.slice(7)), nominees: [other] };
    const crowd = { ...none, certainty: 'possible', against: [{ signal: 'one_place', count: 5, of: 5 }] };
    await store(crowd, found(voters.slice(0, 6), 'look_closer'));
    const looks = async () => (await list()).clusters.map(({ effect, looksHonest }) => [effect, looksHonest]);
    expect(await looks()).toEqual([
      ['winner', false],
      ['none', true],
    ]);
    expect((await olena.get('/me')).json().waiting.clusters).toBe(1);
    await store({ ...crowd, certainty: 'likely' });
    expect(await looks()).toEqual([['none', false]]);
    expect((await olena.get('/me')).json().waiting.clusters).toBe(1);
  });

  it('keeps a cluster while its people change, and leaves out one that is there no more', async () => {
    await store(found(voters.slice(0, 6)));
    await store(found(voters.slice(1, 7)));
    expect((await list()).clusters.map(({ id, people }) => [id, people])).toEqual([[1, 6]]);
    await store();
    expect((await list()).clusters).toEqual([]);
  });

  it('stores each cluster once if two searches end at once', async () => {
    await Promise.all(Array.from({ length: 5 }, () => store(found(voters.slice(0, 6)))));
    expect((await list()).clusters.map(({ id }) => id)).toEqual([1]);
  });
});

describe('a cluster', () => {
  it('shows its votes by time and its people, masked, and records each look once', async () => {
    const row = { ...REASON, signal: 'numbers_in_a_row', what: 'run', value: '380671234567' };
    await store({ ...found(voters.slice(0, 6)), reasons: [row] });
    await owner.query(`UPDATE accounts SET phone_number = '+380671234567' WHERE voter_id = $1`, [voters[0]]);
    const before = (await actions()).length;
    const answer = readCluster.reply.parse((await olena.get('/clusters/1')).json());
    await olena.get('/clusters/1');
    expect(answer.timeline?.these.reduce((sum, each) => sum + each, 0)).toBe(6);
    expect(answer.timeline?.others.reduce((sum, each) => sum + each, 0)).toBe(6);
    expect(answer.reasons).toEqual([{ ...row, value: '+3806******67' }]);
    expect(answer.members).toHaveLength(6);
    expect(answer.members.find(({ voterId }) => voterId === voters[0])).toMatchObject({
      email: expect.stringContaining('***'),
      number: '+3806******67',
      shares: [0],
    });
    expect((await actions()).slice(before)).toEqual(['cluster.look']);
  });

  it('shows nobody to an auditor, who can neither decide nor reveal', async () => {
    await store(found(voters.slice(0, 6)));
    expect((await petro.get('/clusters/1')).json()).toMatchObject({ members: [], people: 6 });
    await petro.confirm();
    const decision = { state: 'dismissed', why: 'one_place', reason: 'a hall' };
    expect((await petro.post('/clusters/1/decide', decision)).statusCode).toBe(403);
    expect((await petro.post('/clusters/1/people', { reason: 'to look' })).statusCode).toBe(403);
  });

  it('reveals its people with a record', async () => {
    await store(found(voters.slice(0, 6)));
    const before = (await actions()).length;
    const answer = (await olena.post('/clusters/1/people', { reason: 'to call them' })).json();
    expect(revealCluster.reply.parse(answer).people).toHaveLength(6);
    expect((await actions()).slice(before)).toEqual(['cluster.reveal']);
  });

  it('that was set aside stays so until it has grown by more than a quarter', async () => {
    await store(found(voters.slice(0, 5)));
    const decision = { state: 'dismissed', why: 'one_place', reason: 'a hall' };
    expect((await olena.post('/clusters/1/decide', decision)).json()).toMatchObject({
      state: 'dismissed',
      decided: { why: 'one_place', reason: 'a hall', people: 5 },
    });
    await store(found(voters.slice(0, 6)));
    expect((await list()).clusters).toMatchObject([{ state: 'dismissed', people: 5 }]);
    await store(found(voters.slice(0, 7)));
    expect((await list()).clusters).toMatchObject([{ state: 'open', people: 7 }]);
  });

  it('that does not exist is not found', async () => {
    expect((await olena.get('/clusters/77')).statusCode).toBe(404);
    const decision = { state: 'watched', reason: 'to look' };
    expect((await olena.post('/clusters/77/decide', decision)).statusCode).toBe(404);
  });
});

// The last test of the file: the embargo stays.
it('under the embargo clusters have no nominee and no place', async () => {
  edition.edit('edition.yaml', /visibility: live/, 'visibility: hidden\n  staff: embargo');
  await importTestEdition(api.migrateUrl, edition.path);
  await api.deps.served.refresh();
  await store(found(voters.slice(0, 6)));
  expect((await list()).clusters).toMatchObject([{ people: 6, votes: 6, choices: null, effect: null }]);
  expect((await olena.get('/clusters/1')).json()).toMatchObject({ choices: null, timeline: null });
});
