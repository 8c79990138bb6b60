import { readEntries } from '@laurel/database/audit';
import { laurelOver } from '@laurel/support/cli';
import { type ConsoleClient, startTestConsole, type TestConsole } from '@laurel/support/console';
import { importTestEdition, startTestApi, type TestApi } from '@laurel/support/harness';
import { useEditionFolder } from '@laurel/support/hooks';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVoters } from '../../rehearsal/voters.ts';

const HOUR_MS = 3_600_000;
const REASON = { reason: 'the jury asked' };

const guarded = useEditionFolder();
let api: TestApi;
let desk: TestConsole;
let olena: ConsoleClient;
let taras: ConsoleClient;
let auditor: ConsoleClient;
let owner: pg.Client;
beforeAll(async () => {
  guarded.edit('edition.yaml', /$/, '\napprovals: 2\n');
  api = await startTestApi();
  desk = await startTestConsole(api);
  olena = await desk.member('Olena', 'organiser');
  taras = await desk.member('Taras', 'owner');
  auditor = await desk.member('Auditor', 'auditor');
  owner = new pg.Client(api.migrateUrl);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await desk.close();
  await api.close();
});

const reset = async (folder?: string): Promise<void> => {
  await owner.query('DELETE FROM phase_times');
  await owner.query('DELETE FROM phase_proposals');
  await importTestEdition(owner, folder);
  await api.deps.served.refresh();
  await api.deps.phases.refresh();
  await Promise.all([olena.confirm(), taras.confirm()]);
};
const inHours = (hours: number): string => new Date(api.clock.now().getTime() + hours * HOUR_MS).toISOString();
const read = async (person = olena) => (await person.get('/phases')).json();
/** A change of the phases as the page makes it, on what it has read. */
const change = async (path: string, body: object = {}, person = olena) =>
  person.post(path, { ...REASON, expected: (await read()).moved, ...body });
const move = (moves: object, person = olena) => change('/phases/move', { move: moves }, person);
const times = async () =>
  (await owner.query('SELECT DISTINCT opens_at AS opens, closes_at AS closes FROM categories')).rows;
const everything = async () => [
  await times(),
  (await owner.query('SELECT * FROM phase_times')).rows,
  await lastEntry(),
];
const lastEntry = async () => (await readEntries(api.deps.db, { since: null, limit: 1 }))[0];
const phase = async (): Promise<string> => (await api.get('/edition')).json().data.phase;
const later = async () => {
  api.clock.advance(1_000);
  return phase();
};

describe('the phases in the console, with one approval', () => {
  beforeEach(() => reset());

  it('are shown with their times, the time zone, and who moved them and why', async () => {
    const closes = inHours(5);
    expect((await move({ closes })).json()).toMatchObject({ data: { done: true, proposal: null, phase: 'open' } });
    expect(await read(auditor)).toMatchObject({
      phase: 'open',
      timeZone: expect.stringMatching(/^\w+/),
      times: { closes, announced: null },
      inFiles: { closes: null },
      moved: { closes },
      approvals: 1,
      history: [
        {
          actor: 'Olena (console)',
          action: 'phase.set',
          reason: REASON.reason,
          before: { closes: null },
          after: { closes },
        },
      ],
      proposals: [],
    });
  });

  it('are previewed in numbers, and nothing is moved', async () => {
    const [voter] = await createVoters({
      migrateUrl: api.migrateUrl,
      tokens: api.deps.tokens,
      now: api.clock.now(),
      count: 1,
    });
    const vote = { nomination: 'best-partner', niche: 'gambling', vote: 'velvet-key' };
    expect((await api.post('/vote', vote, { token: voter?.token ?? '' })).statusCode).toBe(201);
    const before = await everything();
    const { data } = (await olena.post('/phases/preview', { move: { closes: 'now' } })).json();
    expect(data).toMatchObject({
      phaseBefore: 'open',
      phaseAfter: 'closed',
      reopens: false,
      needsSecondPerson: false,
      before: { closes: null },
      numbers: { votesLastHour: 1, unfinished: 0, countedAt: expect.any(String) },
    });
    expect(await everything()).toEqual(before);
    await change('/phases/close-now');
    api.clock.advance(1_000);
    const reopening = (await olena.post('/phases/preview', { move: { closes: inHours(1) } })).json();
    expect(reopening.data).toMatchObject({ phaseBefore: 'closed', phaseAfter: 'open', reopens: true });
  });

  it('close now and announce, the latter with a fresh passkey', async () => {
    expect((await change('/phases/announce')).json()).toMatchObject({
      code: 'console.times_refused',
      metadata: { rule: 'open_without_end' },
    });
    expect((await change('/phases/close-now')).json()).toMatchObject({ data: { done: true } });
    expect(await later()).toBe('closed');
    api.clock.advance(HOUR_MS / 2);
    expect((await change('/phases/announce')).json().code).toBe('console.passkey_needed');
    await olena.confirm();
    expect((await change('/phases/announce')).json()).toMatchObject({ data: { done: true } });
    expect(await later()).toBe('announced');
    expect(await lastEntry()).toMatchObject({
      actor: 'Olena (console)',
      action: 'phase.set',
      detail: { announcedBefore: 'none' },
    });
  });

  it('are moved by one of many at once: the others look again', async () => {
    const expected = (await read()).moved;
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((hours) =>
        (hours % 2 === 0 ? olena : taras).post('/phases/move', {
          ...REASON,
          expected,
          move: { closes: inHours(hours) },
        }),
      ),
    );
    const codes = answers.map((answer) => answer.json().code ?? 'moved').sort();
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'console.changed'), 'moved']);
  });

  it.each<[string, object, string | null, RegExp | string]>([
    ['an end in the past', { move: { closes: '2025-10-01T10:00:00Z' } }, null, 'past'],
    ['an end before the opening', { move: { closes: '2020-01-01T00:00:00Z' } }, null, 'opens_after_closes'],
    [
      'an announcement before the end',
      { move: { closes: '2098-01-01T00:00:00Z', announced: '2097-01-01T00:00:00Z' } },
      null,
      'announced_before_closes',
    ],
    ['the times that are there already', { move: { clear: true } }, null, 'same'],
    ['nothing to move', { move: {} }, 'move', 'Name what to move'],
    ['an invalid time', { move: { closes: 'tomorrow' } }, 'move.closes', /./],
    ['another boundary', { move: { lunch: 'now' } }, 'move', /lunch/],
    [
      'a reason with a person’s number',
      { move: { closes: 'now' }, reason: 'called from +380671234567' },
      'reason',
      'Name no person',
    ],
    ['no reason', { move: { closes: 'now' }, reason: '' }, 'reason', 'at least 3'],
    ['nothing that was seen', { move: { closes: 'now' }, expected: null }, 'expected', /./],
  ])('are not moved with %s', async (_what, body, field, text) => {
    const before = await everything();
    const answer = await change('/phases/move', body);
    if (field === null) {
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({
        code: 'console.times_refused',
        metadata: { field: 'move', rule: text },
      });
    } else {
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.invalid']);
      expect(answer.json().metadata.fields[field]).toMatch(text);
    }
    expect(await everything()).toEqual(before);
  });
});

describe('the phases in the console, with two approvals', () => {
  beforeEach(() => reset(guarded.path));

  const proposed = async (answer: Awaited<ReturnType<typeof change>>): Promise<number> => {
    expect(answer.json(), answer.body).toMatchObject({ data: { done: false, proposal: expect.any(Number) } });
    return answer.json().data.proposal;
  };
  const decide = (id: number, step: 'approve' | 'refuse', person = taras) =>
    person.post(`/phases/proposals/${id}/${step}`, REASON);

  it('wait for a second person, who sees the preview and approves', async () => {
    const id = await proposed(await change('/phases/close-now'));
    expect(await later()).toBe('open');
    const [seen] = (await read(taras)).proposals;
    expect(seen).toMatchObject({
      id,
      state: 'proposed',
      move: { closes: 'now', clear: false },
      proposedBy: 'Olena (console)',
      plan: { phaseBefore: 'open', phaseAfter: 'closed', numbers: { votesLastHour: expect.any(Number) } },
      mayDecide: true,
    });
    expect((await read(olena)).proposals[0]).toMatchObject({ mayDecide: false });
    expect((await decide(id, 'approve', olena)).json().code).toBe('console.second_person');
    expect((await decide(id, 'approve')).json()).toMatchObject({ data: { done: true } });
    expect(await later()).toBe('closed');
    expect(await lastEntry()).toMatchObject({
      actor: 'Taras (console)',
      action: 'phase.set',
      detail: { proposal: id },
    });
    expect((await read()).proposals[0]).toMatchObject({ state: 'applied', decidedBy: 'Taras (console)' });
    expect((await decide(id, 'approve')).json().code).toBe('console.changed');
  });

  it('are announced and moved by two, and opened by one', async () => {
    await proposed(await move({ closes: inHours(5) }));
    await proposed(await move({ announced: inHours(9) }));
    expect((await move({ opens: inHours(-1) })).json()).toMatchObject({ data: { done: true } });
    // The time that was moved meanwhile makes both outdated.
    expect((await read()).proposals.map(({ state }: { state: string }) => state)).toEqual(['outdated', 'outdated']);
  });

  it('are decided once when many approve and refuse at once', async () => {
    const others = await Promise.all(['Ada', 'Ivan', 'Maria'].map((name) => desk.member(name, 'organiser')));
    const id = await proposed(await move({ closes: inHours(5) }));
    const answers = await Promise.all(
      [taras, ...others, taras].map((person, n) => decide(id, n % 2 === 0 ? 'approve' : 'refuse', person)),
    );
    const codes = answers.map((answer) => answer.json().code ?? 'decided').sort();
    expect(codes).toEqual([...Array.from({ length: 4 }, () => 'console.changed'), 'decided']);
    const decisions = await owner.query(
      `SELECT FROM audit_entries WHERE action IN ('phase.approve', 'phase.refuse') AND subject = $1`,
      [`proposal ${id}`],
    );
    expect(decisions.rowCount).toBe(1);
  });

  it('are not moved by a proposal that was refused, has expired, is unknown, or was overtaken', async () => {
    const refused = await proposed(await move({ closes: inHours(5) }));
    expect((await decide(refused, 'refuse')).statusCode).toBe(200);
    expect((await decide(refused, 'approve')).json().code).toBe('console.changed');
    const late = await proposed(await move({ closes: inHours(50) }));
    const [one, two] = [
      await proposed(await move({ closes: inHours(60) })),
      await proposed(await move({ closes: inHours(61) })),
    ];
    expect((await decide(one, 'approve')).statusCode).toBe(200);
    expect((await decide(two, 'approve')).json().code).toBe('console.changed');
    await owner.query('DELETE FROM phase_times');
    await api.deps.phases.refresh();
    api.clock.advance(24 * HOUR_MS);
    const again = await desk.signIn(taras.authenticator);
    const answer = await desk.post(`/phases/proposals/${late}/approve`, REASON, { headers: { cookie: again.cookie } });
    expect(answer.json()).toMatchObject({ code: 'console.changed', metadata: { rule: 'expired' } });
    const unknown = await desk.post('/phases/proposals/99999/approve', REASON, { headers: { cookie: again.cookie } });
    expect(unknown.json().code).toBe('console.not_found');
    api.clock.advance(-24 * HOUR_MS);
  });

  it('are proposed by the command too, and approved from the other place by another person only', async () => {
    const laurel = laurelOver(api);
    const argv = ['--reason', 'the jury asked', '--as'];
    const ran = await laurel(['phase', 'set', '--closes', '2099-01-01T00:00:00Z', ...argv, 'olena']);
    expect(ran.problems).toEqual([]);
    expect(ran.lines.at(-1)).toMatch(/^Nothing was moved yet: two people must agree\. Proposed as \d+/);
    const id = Number(/Proposed as (\d+)/.exec(ran.text())?.[1]);
    expect((await laurel(['phase', 'show'])).text()).toContain(`Proposal ${id} by olena waits for a second person`);
    expect((await decide(id, 'approve', olena)).json().code).toBe('console.second_person');
    const own = await laurel(['phase', 'approve', String(id), ...argv, 'Olena (console)', '--yes']);
    expect(own).toMatchObject({ code: 2, problems: [expect.stringContaining('somebody else must decide it')] });
    const tried = await laurel(['phase', 'approve', String(id), ...argv, 'taras', '--dry-run']);
    expect(tried.lines.at(-1)).toBe('Nothing was changed (--dry-run).');
    expect(await times()).toMatchObject([{ closes: null }]);
    const done = await laurel(['phase', 'approve', String(id), ...argv, 'taras', '--yes']);
    expect(done).toMatchObject({ code: 0, problems: [] });
    expect(await times()).toMatchObject([{ closes: new Date('2099-01-01T00:00:00Z') }]);
  });

  it('are moved by one person in an emergency, on the server only, and the audit log says so', async () => {
    const laurel = laurelOver(api);
    const argv = ['phase', 'set', '--closes', 'now', '--reason', 'a flaw', '--as', 'olena', '--without-approval'];
    const asked = await laurel(argv, 'no');
    expect(asked.problems.join('\n')).toContain('The edition asks for two people.');
    expect(await times()).toMatchObject([{ closes: null }]);
    expect((await laurel([...argv, '--yes'])).code).toBe(0);
    expect(await lastEntry()).toMatchObject({ actor: 'olena', action: 'phase.set', detail: { oneOfTwoPeople: true } });
  });
});
