import { REASON, usePhasesDesk } from '@laurel/support/phases-desk';
import { newVoter, voteAs } from '@laurel/support/voters';
import { beforeEach, describe, expect, it } from 'vitest';

const HOUR_MS = 3_600_000;

const desk = usePhasesDesk();

describe('the phases in the console, with one approval', () => {
  beforeEach(() => desk.reset());

  it('are shown with their times, the time zone, and who moved them and why', async () => {
    const closes = desk.inHours(5);
    expect((await desk.move({ closes })).json()).toMatchObject({ data: { done: true, proposal: null, phase: 'open' } });
    expect(await desk.read(desk.auditor)).toMatchObject({
      phase: 'open',
      timeZone: 'Europe/Kyiv',
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
      log: null,
    });
  });

  it('have those of nominating once they are set, which are moved like the others', async () => {
    expect((await desk.read(desk.auditor)).times).not.toHaveProperty('nominatingOpens');
    const [opens, closes, later] = [0.25, 2, 3].map(desk.inHours);
    const window = { nominatingOpens: opens, nominatingCloses: closes };
    expect((await desk.move(window)).json()).toMatchObject({ metadata: { rule: 'nominating' } });
    expect((await desk.move({ ...window, opens: later })).json().data).toMatchObject({ done: true });
    desk.api.clock.advance(HOUR_MS / 2);
    await desk.olena.confirm();
    expect((await desk.move({ nominatingCloses: later })).json().data).toMatchObject({
      done: true,
      phase: 'nominating',
    });
    const { times, history } = await desk.read(desk.auditor);
    expect(times).toMatchObject({ nominatingOpens: opens, nominatingCloses: later });
    expect(history[0]).toMatchObject({ before: { nominatingCloses: closes }, after: { nominatingCloses: later } });
    const { phases } = desk.api.deps;
    const moments = [-1, 0, HOUR_MS].map((ms) => new Date(Date.parse(opens ?? '') + ms));
    expect(moments.map(phases.nominating)).toEqual([false, true, true]);
    expect((await desk.api.get('/edition')).json().data).toMatchObject({
      phase: 'nominating',
      phases: { nominatingClosesAt: later },
      nominating: { proof: 'voter' },
    });
  });

  it('are previewed with the number of votes, and nothing is moved', async () => {
    await voteAs(desk.api, [await newVoter(desk.api)]);
    const before = await desk.everything();
    const { data } = (await desk.olena.post('/phases/preview', { move: { closes: 'now' } })).json();
    expect(data).toMatchObject({
      phaseBefore: 'open',
      phaseAfter: 'closed',
      reopens: false,
      needsSecondPerson: false,
      before: { closes: null },
      numbers: { votesLastHour: 1, unfinished: 0, countedAt: expect.any(String) },
    });
    expect(await desk.everything()).toEqual(before);
    await desk.change('/phases/close-now');
    desk.api.clock.advance(1_000);
    const reopening = (await desk.olena.post('/phases/preview', { move: { closes: desk.inHours(1) } })).json();
    expect(reopening.data).toMatchObject({ phaseBefore: 'closed', phaseAfter: 'open', reopens: true });
  });

  it('are closed, moved and announced with a fresh passkey only, and previewed without', async () => {
    desk.api.clock.advance(HOUR_MS / 2);
    const before = await desk.everything();
    for (const path of ['/phases/close-now', '/phases/announce']) {
      expect((await desk.change(path)).json().code, path).toBe('console.passkey_needed');
    }
    expect((await desk.move({ closes: desk.inHours(1) })).json().code).toBe('console.passkey_needed');
    expect((await desk.olena.post('/phases/preview', { move: { closes: 'now' } })).statusCode).toBe(200);
    expect(await desk.everything()).toEqual(before);
    await desk.olena.confirm();
    expect((await desk.move({ closes: desk.inHours(1) })).json()).toMatchObject({ data: { done: true } });
  });

  it('are closed, and announced only after that and with a fresh passkey', async () => {
    expect((await desk.change('/phases/announce')).json()).toMatchObject({
      code: 'console.times_refused',
      metadata: { rule: 'open_without_end' },
    });
    expect((await desk.change('/phases/close-now')).json()).toMatchObject({ data: { done: true } });
    expect(await desk.later()).toBe('closed');
    desk.api.clock.advance(HOUR_MS / 2);
    expect((await desk.change('/phases/announce')).json().code).toBe('console.passkey_needed');
    await desk.olena.confirm();
    expect((await desk.change('/phases/announce')).json()).toMatchObject({ data: { done: true } });
    expect(await desk.later()).toBe('announced');
    expect(await desk.lastEntry()).toMatchObject({
      actor: 'Olena (console)',
      action: 'phase.set',
      detail: { announcedBefore: 'none' },
    });
  });

  it('are moved by one of six concurrent requests; the others get "changed"', async () => {
    const expected = (await desk.read()).moved;
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((hours) =>
        (hours % 2 === 0 ? desk.olena : desk.taras).post('/phases/move', {
          ...REASON,
          expected,
          move: { closes: desk.inHours(hours) },
        }),
      ),
    );
    const codes = answers.map((answer) => answer.json().code ?? 'moved').sort();
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'console.changed'), 'moved']);
  });

  it.each<[string, object, string | null, RegExp | string]>([
    ['an end in the past', { move: { closes: '2025-10-01T10:00:00Z' } }, null, 'past'],
    ['the times that are there already', { move: { clear: true } }, null, 'same'],
    ['nothing to move', { move: {} }, 'move', 'Name what to move'],
    ['an invalid time', { move: { closes: 'tomorrow' } }, 'move.closes', /./],
    ['a year that PostgreSQL does not know', { move: { opens: '0000-12-31T00:00:00Z' } }, 'move.opens', /./],
    ['another boundary', { move: { lunch: 'now' } }, 'move', /lunch/],
    [
      'a reason with a person’s number',
      { move: { closes: 'now' }, reason: 'called from +380671234567' },
      'reason',
      'Name no person',
    ],
    ['no reason', { move: { closes: 'now' }, reason: '' }, 'reason', 'at least 3'],
    ['no times that were seen', { move: { closes: 'now' }, expected: null }, 'expected', /./],
  ])('are not moved with %s', async (_what, body, field, text) => {
    const before = await desk.everything();
    const answer = await desk.change('/phases/move', body);
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
    expect(await desk.everything()).toEqual(before);
  });
});
