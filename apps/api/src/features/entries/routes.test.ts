// cspell:disable – names as people write them
import { useMember, useOwner, useTestApi, useTestConsole } from '@laurel/support/hooks';
import { newMember } from '@laurel/support/people';
import { newVoter, votersOf } from '@laurel/support/voters';
import { beforeEach, describe, expect, it } from 'vitest';
import { after } from '../../clock.ts';

const api = useTestApi({ LIMITS_VOTES_ACCOUNT_MINUTE: '12' });
const owner = useOwner(api);
const desk = useTestConsole(api);
const iryna = useMember(desk, 'Iryna', 'editor');

const HOUR_MS = 3_600_000;
const PLACE = { nomination: 'best-partner', niche: 'crypto' };
const ORBIT = { ...PLACE, name: 'Orbit Crew', link: 'orbit.example', why: 'Pays on time.' };

/** Nominating from an hour ago until in an hour; voting opens a day later. */
const nominate = async (): Promise<void> => {
  await owner.query('DELETE FROM phase_times');
  const now = api.clock.now();
  const times = { nominatingOpens: -HOUR_MS, nominatingCloses: HOUR_MS, opens: 25 * HOUR_MS, closes: 50 * HOUR_MS };
  for (const [boundary, ms] of Object.entries(times)) {
    await owner.query('INSERT INTO phase_times (boundary, at) VALUES ($1, $2)', [boundary, after(now, ms)]);
  }
  await api.deps.phases.refresh();
};
beforeEach(async () => {
  await owner.query('DELETE FROM entries');
  await owner.query('DELETE FROM candidates');
  await nominate();
});

const put = (token: string, body: object) => api.post('/entries', body, { token });
const mine = async (token: string) => (await api.get('/entries/mine', { token })).json();
const withdraw = (token: string, id: string) =>
  api.app.inject({ method: 'DELETE', url: `/api/entries/${id}`, headers: { authorization: `Bearer ${token}` } });

describe('an entry', () => {
  it('is stored with a clean link, listed for its person alone, changed, and withdrawn', async () => {
    const [ada, bob] = await votersOf(api, 2);
    if (!ada || !bob) throw new Error('no voters');
    const answer = await put(ada.token, ORBIT);
    expect(answer.statusCode, answer.body).toBe(201);
    const { data } = answer.json();
    expect(data).toEqual({ ...ORBIT, id: expect.any(String), link: 'https://orbit.example' });
    expect(await mine(ada.token)).toEqual([data]);
    expect(await mine(bob.token)).toEqual([]);
    const changed = { ...PLACE, name: 'Orbit', link: null, why: null };
    expect((await put(bob.token, { ...changed, replaces: data.id })).statusCode).toBe(404);
    expect((await put(ada.token, { ...changed, replaces: data.id })).json().data).toEqual({ ...changed, id: data.id });
    expect((await withdraw(bob.token, data.id)).statusCode).toBe(404);
    expect((await withdraw(ada.token, data.id)).json()).toEqual({ success: true });
    expect(await mine(ada.token)).toEqual([]);
  });

  it.each([
    [{ niche: 'chess' }, { niche: 'entryCategory' }],
    [{ name: 'x'.repeat(10_000) }, { name: 'entryName' }],
    [{ link: 'javascript:alert(1)' }, { link: 'entryLink' }],
    [{ why: 'x'.repeat(301) }, { why: 'entryWhy' }],
  ])('is refused with the field and the rule: %o', async (wrong, fieldCodes) => {
    const { token } = await newVoter(api);
    const answer = await put(token, { ...ORBIT, ...wrong });
    expect([answer.statusCode, answer.json().metadata.fieldCodes]).toEqual([400, fieldCodes]);
    expect(await mine(token)).toEqual([]);
  });

  it('is refused if the category lists the name, and a second one in the category', async () => {
    const { token } = await newVoter(api);
    const [listed] =
      api.deps.edition.nominations
        .find(({ tag }) => tag === PLACE.nomination)
        ?.categories.find(({ tag }) => tag === PLACE.niche)?.companies ?? [];
    const known = await put(token, { ...ORBIT, name: listed?.name.en.toUpperCase() });
    expect(known.json().metadata.fieldCodes).toEqual({ name: 'entryNominee' });
    await put(token, ORBIT);
    const second = await put(token, { ...ORBIT, name: 'Kite' });
    expect([second.statusCode, second.json().code]).toEqual([409, 'entry.exists']);
  });

  it('needs a session, a voter, and the phase', async () => {
    expect((await api.post('/entries', ORBIT)).statusCode).toBe(401);
    const member = await newMember(api);
    const unverified = await put(member.token, ORBIT);
    expect([unverified.statusCode, unverified.json().codes]).toEqual([403, ['phone.unverified', 'social.unverified']]);
    const { token } = await newVoter(api);
    // Also by a process that has the old times.
    await owner.query(`UPDATE phase_times SET at = $1 WHERE boundary = 'nominatingCloses'`, [api.clock.now()]);
    for (const refresh of [false, true]) {
      if (refresh) await api.deps.phases.refresh();
      const late = await put(token, ORBIT);
      expect([late.statusCode, late.json().code]).toEqual([403, 'entry.not_open']);
    }
  });

  it('has the limit of votes', async () => {
    const { token } = await newVoter(api);
    const codes: number[] = [];
    for (let each = 0; each < 13; each += 1) codes.push((await put(token, ORBIT)).statusCode);
    expect(codes).toEqual([201, ...Array(11).fill(409), 429]);
  });
});

describe('the desk', () => {
  const candidates = async () =>
    (await iryna.get(`/entries?nomination=${PLACE.nomination}&niche=${PLACE.niche}`)).json();

  it('gathers what people wrote, counts people, and says what is alike', async () => {
    const names = ['Lanternway', 'LANTERNWAY LTD', 'Лантернвей', 'Lantern Way Sports', 'Brightmoor'];
    const voters = await votersOf(api, names.length);
    for (const [each, { token }] of voters.entries()) await put(token, { ...PLACE, name: names[each] });
    const { entries, people, candidates: listed } = await candidates();
    expect({ entries, people }).toEqual({ entries: 5, people: 5 });
    expect(listed).toMatchObject([
      { name: 'Lanternway', people: 3, spellings: 3, state: 'open' },
      { name: 'Brightmoor', people: 1 },
      { name: 'Lantern Way Sports', people: 1 },
    ]);
    const [first, , sports] = listed;
    const { spellings, near } = (await iryna.get(`/entries/candidates/${first.id}`)).json();
    expect(spellings.map(({ together }: { together: string }) => together)).toEqual(['same', 'spelling', 'spelling']);
    expect(near).toMatchObject([{ name: 'Lantern Way Sports', together: 4, sameLink: false }]);
    const merged = await iryna.post(`/entries/candidates/${first.id}/merge`, { other: sports.id });
    expect(merged.statusCode, merged.body).toBe(200);
    const after = await candidates();
    expect(after.candidates[0]).toMatchObject({ people: 4, entries: 4 });
    expect(after.steps).toMatchObject([{ kind: 'merge', name: 'Lanternway', actor: 'Iryna (console)', undone: false }]);
    expect((await iryna.post(`/entries/steps/${merged.json().data.step}/undo`, {})).statusCode).toBe(200);
    expect((await candidates()).candidates).toEqual(listed);
  });

  it('refuses an unknown candidate, a step that changes nothing, and a role that may not see it', async () => {
    expect((await iryna.post('/entries/candidates/7777/accept', {})).json().code).toBe('console.not_found');
    const { token } = await newVoter(api);
    await put(token, ORBIT);
    const [{ id }] = (await candidates()).candidates;
    expect((await iryna.post(`/entries/candidates/${id}/accept`, {})).statusCode).toBe(200);
    expect((await iryna.post(`/entries/candidates/${id}/accept`, {})).json().code).toBe('console.changed');
    const support = await desk.member('Petro', 'support');
    expect((await support.get('/entries')).json().code).toBe('console.forbidden');
  });
});
