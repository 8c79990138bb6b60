import { countWaiting } from '@laurel/database/testing-rows';
import { laurelOver } from '@laurel/support/cli';
import { REASON, usePhasesDesk } from '@laurel/support/phases-desk';
import { beforeEach, describe, expect, it } from 'vitest';

const HOUR_MS = 3_600_000;

const desk = usePhasesDesk();

describe('the phases in the console, with two approvals', () => {
  beforeEach(() => desk.reset(desk.guarded.path));

  const proposed = async (answer: Awaited<ReturnType<typeof desk.change>>): Promise<number> => {
    expect(answer.json(), answer.body).toMatchObject({ data: { done: false, proposal: expect.any(Number) } });
    return answer.json().data.proposal;
  };

  it('wait for a second person, who sees the preview and approves', async () => {
    const id = await proposed(await desk.change('/phases/close-now'));
    expect(await desk.later()).toBe('open');
    const [seen] = (await desk.read(desk.taras)).proposals;
    expect(seen).toMatchObject({
      id,
      state: 'proposed',
      move: { closes: 'now', clear: false },
      proposedBy: 'Olena (console)',
      plan: { phaseBefore: 'open', phaseAfter: 'closed', numbers: { votesLastHour: expect.any(Number) } },
      mayDecide: true,
    });
    expect((await desk.read(desk.olena)).proposals[0]).toMatchObject({ mayDecide: false });
    expect((await desk.decide(id, 'approve', desk.olena)).json().code).toBe('console.second_person');
    expect((await desk.decide(id, 'approve')).json()).toMatchObject({ data: { done: true } });
    expect(await desk.later()).toBe('closed');
    expect(await desk.lastEntry()).toMatchObject({
      actor: 'Taras (console)',
      action: 'phase.set',
      detail: { proposal: id },
    });
    expect((await desk.read()).proposals[0]).toMatchObject({ state: 'applied', decidedBy: 'Taras (console)' });
    expect((await desk.decide(id, 'approve')).json().code).toBe('console.changed');
  });

  it('are counted as waiting for everybody except the proposer, while they can be approved', async () => {
    const waiting = async () =>
      Promise.all([desk.olena, desk.taras].map(async (person) => (await person.get('/me')).json().waiting.phases));
    const id = await proposed(await desk.change('/phases/close-now'));
    await proposed(await desk.move({ closes: desk.inHours(0.25) }, desk.taras));
    expect(await waiting()).toEqual([1, 1]);
    await desk.decide(id, 'refuse');
    expect(await waiting()).toEqual([1, 0]);
    // The end that it proposes has passed.
    desk.api.clock.advance(HOUR_MS / 2);
    expect(await waiting()).toEqual([0, 0]);
  });

  it('are announced and moved by two, and opened by one', async () => {
    await proposed(await desk.move({ closes: desk.inHours(5) }));
    await proposed(await desk.move({ announced: desk.inHours(9) }));
    expect((await desk.move({ opens: desk.inHours(-1) })).json()).toMatchObject({ data: { done: true } });
    // The time that was moved meanwhile makes both outdated.
    expect((await desk.read()).proposals.map(({ state }: { state: string }) => state)).toEqual([
      'outdated',
      'outdated',
    ]);
  });

  // This test fails with a rule about the end only: one person stopped voting by a later opening.
  it('stop voting by a later opening only with a second person', async () => {
    const before = await desk.times();
    const id = await proposed(await desk.move({ opens: desk.inHours(1) }));
    expect(await desk.times()).toEqual(before);
    expect(await desk.later()).toBe('open');
    expect((await desk.read(desk.taras)).proposals[0]).toMatchObject({
      plan: { phaseBefore: 'open', phaseAfter: 'scheduled', needsSecondPerson: true },
    });
    expect((await desk.decide(id, 'approve')).json()).toMatchObject({ data: { done: true } });
    expect(await desk.later()).toBe('scheduled');
    // One person may move the opening while voting has not begun.
    expect((await desk.move({ opens: desk.inHours(2) })).json()).toMatchObject({ data: { done: true } });
    expect((await desk.move({ opens: desk.inHours(-1) })).json()).toMatchObject({ data: { done: true } });
  });

  // This test fails if the rule is applied only before the wait: the database refuses the move, and the answer is a
  // server error.
  it('are not moved by one person if voting begins while a later opening waits for the votes', async () => {
    const id = await proposed(await desk.move({ opens: desk.inHours(1) }));
    expect((await desk.decide(id, 'approve')).statusCode).toBe(200);
    await desk.owner.query('BEGIN');
    await desk.owner.query('SELECT stop_ballots()');
    const moving = desk.move({ opens: desk.inHours(2) });
    await expect.poll(() => countWaiting(desk.api.deps.pool)).toBe(1);
    desk.api.clock.advance(HOUR_MS);
    await desk.owner.query('COMMIT');
    expect((await moving).json()).toMatchObject({ code: 'console.changed', metadata: { rule: 'changed' } });
    desk.api.clock.advance(-HOUR_MS);
  });

  // This test fails if the code and the database compute the end of voting differently: the answer is a server error.
  it('get a closing time by one person if it is the announcement, which ends voting already', async () => {
    const at = desk.inHours(9);
    const id = await proposed(await desk.move({ announced: at }));
    expect((await desk.decide(id, 'approve')).json()).toMatchObject({ data: { done: true } });
    expect((await desk.move({ closes: at })).json()).toMatchObject({ data: { done: true } });
    await proposed(await desk.move({ closes: desk.inHours(8) }));
  });

  it('are not moved by an approval of other times than the second person saw', async () => {
    const [files, wanted, moved] = [desk.inHours(5), desk.inHours(9), desk.inHours(7)];
    const edition = async (closes: string) => {
      const text = `  votingClosesAt: "${closes}"`;
      desk.guarded.edit('edition.yaml', /( {2}votingOpensAt: .*\n)(?: {2}votingClosesAt: .*\n)?/, `$1${text}\n`);
      await desk.publish(desk.guarded.path);
    };
    await edition(files);
    const first = await proposed(await desk.move({ closes: moved }));
    expect((await desk.decide(first, 'approve')).statusCode).toBe(200);
    const seen = await desk.read();
    const id = await proposed(await desk.move({ clear: true }));
    expect((await desk.read(desk.taras)).proposals[0]).toMatchObject({ id, plan: { after: { closes: files } } });
    // The moved time overrides that of the files, so one person may publish another time in the files.
    await edition(wanted);
    expect((await desk.decide(id, 'approve')).json()).toMatchObject({
      code: 'console.changed',
      metadata: { rule: 'changed' },
    });
    expect((await desk.read(desk.taras)).proposals[0]).toMatchObject({ id, state: 'outdated', plan: null });
    expect(await desk.times()).toMatchObject([{ closes: new Date(moved) }]);
    // A move by one person is refused, too, if the person has seen the times of the edition before.
    const expected = { ...seen.moved, inFiles: seen.inFiles };
    const stale = await desk.change('/phases/move', { move: { clear: true, opens: desk.inHours(-2) }, expected });
    expect(stale.json()).toMatchObject({ code: 'console.changed', metadata: { rule: 'changed' } });
    desk.guarded.edit('edition.yaml', / {2}votingClosesAt: .*\n/, '');
  });

  it('are decided once when many approve and refuse at once', async () => {
    const others = await Promise.all(['Ada', 'Ivan', 'Maria'].map((name) => desk.console.member(name, 'organiser')));
    const id = await proposed(await desk.move({ closes: desk.inHours(5) }));
    const answers = await Promise.all(
      [desk.taras, ...others, desk.taras].map((person, n) =>
        desk.decide(id, n % 2 === 0 ? 'approve' : 'refuse', person),
      ),
    );
    const codes = answers.map((answer) => answer.json().code ?? 'decided').sort();
    expect(codes).toEqual([...Array.from({ length: 4 }, () => 'console.changed'), 'decided']);
    const decisions = await desk.owner.query(
      `SELECT FROM audit_entries WHERE action IN ('phase.approve', 'phase.refuse') AND subject = $1`,
      [`proposal ${id}`],
    );
    expect(decisions.rowCount).toBe(1);
  });

  it('are not moved by a proposal that was refused, has expired, is unknown, or is outdated by a move', async () => {
    const refused = await proposed(await desk.move({ closes: desk.inHours(5) }));
    expect((await desk.decide(refused, 'refuse')).statusCode).toBe(200);
    expect((await desk.decide(refused, 'approve')).json().code).toBe('console.changed');
    const late = await proposed(await desk.move({ closes: desk.inHours(50) }));
    const [one, two] = [
      await proposed(await desk.move({ closes: desk.inHours(60) })),
      await proposed(await desk.move({ closes: desk.inHours(61) })),
    ];
    expect((await desk.decide(one, 'approve')).statusCode).toBe(200);
    expect((await desk.decide(two, 'approve')).json().code).toBe('console.changed');
    await desk.owner.query('DELETE FROM phase_times');
    await desk.api.deps.phases.refresh();
    desk.api.clock.advance(24 * HOUR_MS);
    const again = await desk.console.signIn(desk.taras.authenticator);
    const answer = await desk.console.post(`/phases/proposals/${late}/approve`, REASON, {
      headers: { cookie: again.cookie },
    });
    expect(answer.json()).toMatchObject({ code: 'console.changed', metadata: { rule: 'expired' } });
    const unknown = await desk.console.post('/phases/proposals/99999/approve', REASON, {
      headers: { cookie: again.cookie },
    });
    expect(unknown.json().code).toBe('console.not_found');
    desk.api.clock.advance(-24 * HOUR_MS);
  });

  it('are proposed by the command, too, and approved by another person in the console or by the command', async () => {
    const laurel = laurelOver(desk.api);
    const argv = ['--reason', 'the jury asked', '--as'];
    const ran = await laurel(['phase', 'set', '--closes', '2099-01-01T00:00:00Z', ...argv, 'olena']);
    expect(ran.problems).toEqual([]);
    expect(ran.lines.at(-1)).toMatch(/^Nothing was moved yet: two people must agree\. Proposed as \d+/);
    const id = Number(/Proposed as (\d+)/.exec(ran.text())?.[1]);
    const { proposals } = JSON.parse((await laurel(['phase', 'show', '--json', '--as', 'Olena'])).text());
    expect(proposals).toMatchObject([{ id, proposedBy: 'olena', state: 'proposed', mayDecide: false }]);
    expect((await desk.decide(id, 'approve', desk.olena)).json().code).toBe('console.second_person');
    const own = await laurel(['phase', 'approve-move', String(id), ...argv, 'Olena (console)', '--yes']);
    expect(own).toMatchObject({ code: 2, problems: [expect.stringContaining('A second person must decide this')] });
    expect(await desk.times()).toMatchObject([{ closes: null }]);
    const done = await laurel(['phase', 'approve-move', String(id), ...argv, 'taras', '--yes']);
    expect(done).toMatchObject({ code: 0, problems: [] });
    expect(await desk.times()).toMatchObject([{ closes: new Date('2099-01-01T00:00:00Z') }]);
  });

  it('are moved by one person in an emergency, on the server only, and the audit log says so', async () => {
    const laurel = laurelOver(desk.api);
    const argv = ['phase', 'set', '--closes', 'now', '--reason', 'a flaw', '--as', 'olena', '--without-approval'];
    const asked = await laurel(argv, 'no');
    expect(asked.problems.join('\n')).toContain('The edition asks for two people.');
    expect(await desk.times()).toMatchObject([{ closes: null }]);
    expect((await laurel([...argv, '--yes'])).code).toBe(0);
    expect(await desk.lastEntry()).toMatchObject({
      actor: 'olena',
      action: 'phase.set',
      detail: { oneOfTwoPeople: true },
    });
  });
});
