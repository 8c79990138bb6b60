import { useMember, useOwner, useTestApi, useTestConsole } from '@laurel/support/hooks';
import { beforeAll, describe, expect, it } from 'vitest';

const api = useTestApi();
const owner = useOwner(api);
const desk = useTestConsole(api);
const auditor = useMember(desk, 'Anna', 'auditor');
const START = Date.parse('2026-05-01T10:00:00.000Z');
beforeAll(async () => {
  const entry =
    'INSERT INTO audit_entries (at, actor, action, subject, reason, detail) VALUES ($1, $2, $3, $4, $5, $6)';
  for (let index = 0; index < 30; index += 1) {
    const actor = ['Olena (console)', 'olena', 'Taras'][index % 3];
    const action = index % 2 === 0 ? 'user.unlock' : 'phase.set';
    await owner.query(entry, [
      new Date(START + index * 60_000),
      actor,
      action,
      `account ${index}`,
      '=1+1, "asked"',
      {},
    ]);
  }
});

type Entry = { id: string; person: string; place: string; action: string; subject: string };
const list = async (query: string): Promise<{ entries: Entry[]; next: string | null }> =>
  (await auditor.get(`/audit?${query}`)).json();
const until = `until=${new Date(START + 3_600_000).toISOString()}`;

describe('GET /audit', () => {
  it('has the newest entries first, with the person and the place', async () => {
    const { entries } = await list(until);
    expect(entries).toHaveLength(30);
    expect(entries[0]).toMatchObject({ person: 'Taras', place: 'command', subject: 'account 29' });
    expect(entries[2]).toMatchObject({ person: 'Olena', place: 'console', subject: 'account 27' });
  });

  it('is filtered by person in both places, by action, by group of actions, and by time', async () => {
    expect((await list(`person=OLENA&${until}`)).entries).toHaveLength(20);
    expect((await list(`action=user.unlock&${until}`)).entries).toHaveLength(15);
    expect((await list(`action=phase.&person=Taras&${until}`)).entries).toHaveLength(5);
    expect((await list(`action=user.u&${until}`)).entries).toHaveLength(0);
    const from = new Date(START + 28 * 60_000).toISOString();
    expect((await list(`from=${from}&${until}`)).entries.map(({ subject }) => subject)).toEqual([
      'account 29',
      'account 28',
    ]);
  });

  it('comes in pages', async () => {
    const seen: string[] = [];
    let after = '';
    for (let page = 0; page < 10; page += 1) {
      const { entries, next } = await list(`limit=4&person=olena&${until}${after}`);
      seen.push(...entries.map(({ subject }) => subject));
      if (next === null) break;
      after = `&after=${next}`;
    }
    expect(seen).toHaveLength(20);
    expect(new Set(seen).size).toBe(20);
  });

  it('names the people and actions that it has, each once', async () => {
    const names = (await auditor.get('/audit/names')).json();
    expect(names.people).toEqual(expect.arrayContaining(['Anna', 'olena', 'Taras']));
    expect(names.people.filter((name: string) => name.toLowerCase() === 'olena')).toHaveLength(1);
    expect(names.actions).toEqual(expect.arrayContaining(['phase.set', 'team.accept', 'user.unlock']));
    expect(names.actions).toEqual(names.actions.toSorted());
  });

  it.each(['action=Unlock', 'from=yesterday', 'limit=201', 'after=x'])(
    'refuses %s, naming the field',
    async (query) => {
      const answer = await auditor.get(`/audit?${query}`);
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json().metadata.fields)).toEqual([query.split('=')[0]]);
    },
  );
});

describe('GET /audit/export', () => {
  const path = (format: string) => `/audit/export?format=${format}&reason=for the auditors&person=Taras&${until}`;

  it('is a file of all entries, the oldest first, and is recorded before it is read', async () => {
    await auditor.confirm();
    const csv = await auditor.get(path('csv'));
    expect(csv.statusCode).toBe(200);
    expect(csv.headers['content-type']).toContain('text/csv');
    expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/);
    const lines = csv.body.trimEnd().split('\r\n');
    expect(lines[0]).toBe('id,at,person,place,action,subject,reason,detail');
    expect(lines).toHaveLength(11);
    // A spreadsheet must not run the text as a formula.
    expect(lines[1]).toContain(`command,user.unlock,account 2,"'=1+1, ""asked""",{}`);
    const { rows } = await owner.query(`SELECT * FROM audit_entries WHERE action = 'audit.export'`);
    expect(rows).toMatchObject([
      { actor: 'Anna (console)', reason: 'for the auditors', detail: { format: 'csv', person: 'Taras' } },
    ]);
  });

  it('has a JSON object on each line', async () => {
    const { body } = await auditor.get(path('jsonl'));
    const entries = body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries).toHaveLength(10);
    expect(entries[0]).toMatchObject({ person: 'Taras', subject: 'account 2' });
  });

  it('leaves out its own entry, and is complete even if it reads the log in several batches', async () => {
    await owner.query(
      `INSERT INTO audit_entries (at, actor, action, subject) SELECT now(), 'Mass', 'mass.entry', 'entry ' || i FROM generate_series(1, 2500) i`,
    );
    const { body } = await auditor.get('/audit/export?format=jsonl&reason=all of it');
    expect(body).not.toContain('all of it');
    expect(body.match(/mass\.entry/g)).toHaveLength(2_500);
  });

  it('needs a passkey that was used recently', async () => {
    api.clock.advance(30 * 60_000);
    expect((await auditor.get(path('csv'))).json().code).toBe('console.passkey_needed');
  });
});
