import { recordAudit } from '@laurel/database/audit';
import { laurelOver } from '@laurel/support/cli';
import { useTestApi } from '@laurel/support/hooks';
import { describe, expect, it } from 'vitest';

const api = useTestApi();

const DAY_MS = 24 * 60 * 60_000;
const laurel = (...argv: string[]) => laurelOver(api)(argv);
const note = (action: string) => ({
  actor: 'olena',
  action,
  subject: 'account 7d1f0a52-3a10-4f0c-9a51-446655440000',
  reason: 'lost phone',
});

describe('laurel audit', () => {
  it('prints that the log is empty', async () => {
    const later = ['--since', new Date(Date.now() + DAY_MS).toISOString()];
    expect(await laurel('audit', ...later)).toMatchObject({
      code: 0,
      lines: ['The audit log has no entries.'],
      problems: [],
    });
    expect((await laurel('audit', '--json', ...later)).lines).toEqual(['[]']);
  });

  it('lists entries newest first, with --since and --limit', async () => {
    const { db, transact } = api.deps;
    const [older, now] = [new Date(Date.now() - 2 * DAY_MS), new Date()];
    await transact((tx) => recordAudit(tx, { ...note('user.unlock'), detail: { wrongCodes: 20 } }, older));
    await recordAudit(db, { ...note('user.sign-out'), reason: null }, now);

    const { lines } = await laurel('audit');
    // The first entry is that of the edition's import.
    expect(lines.at(-1)).toContain('edition.import');
    expect(lines.slice(0, -1).map((line) => line.split(/ {2,}/))).toEqual([
      ['WHEN', 'WHO', 'WHAT', 'TO WHAT', 'WHY', 'DETAIL'],
      [now.toISOString(), 'olena', 'user.sign-out', note('').subject, '-'],
      [older.toISOString(), 'olena', 'user.unlock', note('').subject, 'lost phone', 'wrongCodes=20'],
    ]);
    const only = async (...options: string[]) =>
      JSON.parse((await laurel('audit', '--json', ...options)).text())
        .map(({ action }: { action: string }) => action)
        .filter((action: string) => action !== 'edition.import');
    expect(await only()).toEqual(['user.sign-out', 'user.unlock']);
    expect(await only('--limit', '1')).toEqual(['user.sign-out']);
    for (const since of ['1d', '24h', '90m', new Date(Date.now() - DAY_MS).toISOString()]) {
      expect(await only('--since', since)).toEqual(['user.sign-out']);
    }
    expect(await only('--since', '3d')).toHaveLength(2);
  });

  it('sorts by number when ids gain a digit, and --limit keeps the newest', async () => {
    const { db } = api.deps;
    const at = Date.now() + DAY_MS;
    for (let index = 0; index < 12; index += 1) {
      await recordAudit(db, note(`test.entry-${'abcdefghijkl'[index]}`), new Date(at + index));
    }
    const newest = JSON.parse((await laurel('audit', '--json', '--limit', '12')).text());
    expect(newest.map(({ action }: { action: string }) => action)).toEqual(
      [...'lkjihgfedcba'].map((letter) => `test.entry-${letter}`),
    );
  });

  it('shows fifty entries by default', async () => {
    const { db } = api.deps;
    const at = Date.now() + 2 * DAY_MS;
    for (let index = 0; index < 51; index += 1) await recordAudit(db, note('test.many'), new Date(at + index));
    expect(JSON.parse((await laurel('audit', '--json')).text())).toHaveLength(50);
  });

  it('has no entry of a transaction that failed', async () => {
    const before = await api.deps.db.auditEntry.count();
    const failing = api.deps.transact(async (tx) => {
      await recordAudit(tx, note('user.erase'), new Date());
      throw new Error('and then it failed');
    });
    await expect(failing).rejects.toThrow('and then it failed');
    expect(await api.deps.db.auditEntry.count()).toBe(before);
  });

  it.each([
    [['--since', 'yesterday'], '--since: "yesterday" is neither'],
    [['--since', '2026-12-01'], '--since: "2026-12-01" is neither'],
    [['--since', '2026-12-01T20:00:00'], 'is neither a date and time with its offset'],
    [['--limit', '0'], '--limit: must be a whole number from 1 to 10000.'],
    [['--limit', '1e3'], '--limit: must be'],
  ])('refuses %j', async (options, expected) => {
    const { code, problems } = await laurel('audit', ...options);
    expect({ code, expected: problems[0] }).toEqual({ code: 2, expected: expect.stringContaining(expected) });
  });
});
