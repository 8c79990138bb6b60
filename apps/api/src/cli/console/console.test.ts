import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { laurelOver } from '@laurel/support/cli';
import { CONSOLE_URL, type ConsoleClient, startTestConsole, type TestConsole } from '@laurel/support/console';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { newcomer, submission } from '@laurel/support/social';
import { votersOf } from '@laurel/support/voters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const api = useTestApi();
const owner = useOwner(api);
let desk: TestConsole;
let olena: ConsoleClient;
beforeAll(async () => {
  desk = await startTestConsole(api);
  olena = await desk.member('Olena', 'owner');
});
afterAll(() => desk.close());

const WHY = ['--reason', 'asked by phone, ticket 4711', '--as', 'taras'];
/** A deployment without a console, in which the command has the application's role. */
const alone = (...argv: string[]) => laurelOver(api)(argv);
const laurel = (...argv: string[]) => laurelOver(api, { DATABASE_CONSOLE_URL: api.consoleUrl, CONSOLE_URL })(argv);
const entriesOf = async (action: string) =>
  (await owner.query('SELECT actor, reason FROM audit_entries WHERE action = $1 ORDER BY id', [action])).rows;

describe('a call of the console by the command', () => {
  it.each([
    ['with a console', laurel],
    ['without a console', alone],
  ])('reads, changes and refuses, and is recorded with the person: %s', async (_what, run) => {
    const { accountId } = await newcomer(api);
    const before = { read: (await entriesOf('user.read')).length, suspend: (await entriesOf('user.suspend')).length };
    const shown = await run('voters', 'show', accountId, '--as', 'taras');
    expect(shown).toMatchObject({ code: 0, problems: [] });
    expect(shown.text()).toMatch(new RegExp(`^id: +${accountId}$`, 'm'));
    expect(shown.text()).toMatch(/^email: +v\*\*\*.@example\.org$/m);
    expect((await entriesOf('user.read')).slice(before.read)).toEqual([{ actor: 'taras', reason: null }]);

    const suspend = () => run('voters', 'suspend', accountId, ...WHY);
    expect(await suspend()).toMatchObject({ code: 0, lines: ['Done.'], problems: [] });
    expect((await entriesOf('user.suspend')).slice(before.suspend)).toEqual([{ actor: 'taras', reason: WHY[1] }]);
    const refused = ['Somebody else changed this. Look at it again. Nothing was changed.'];
    expect(await suspend()).toMatchObject({ code: 2, lines: [], problems: refused });
    expect(await entriesOf('user.suspend')).toHaveLength(before.suspend + 1);
  });

  it('has the answer of the console’s API with --json', async () => {
    const person = await newcomer(api);
    await submission(api, person);
    const answer = (await olena.get('/reviews')).json();
    expect(answer.reviews).toHaveLength(1);
    expect(JSON.parse((await laurel('reviews', 'show', '--json')).text())).toEqual(answer);
    const decided = await laurel('reviews', 'approve', answer.reviews[0].id, ...WHY, '--json');
    expect(JSON.parse(decided.text())).toMatchObject({ success: true, data: { outcome: 'approved' } });
  });

  it('names the flag that a rule of the edition refuses, and what a move may not do', async () => {
    const unknown = await laurel('exclusions', 'rehearse', '--nominees', 'best-partner/gambling/nobody');
    expect(unknown).toMatchObject({
      code: 2,
      problems: ['--nominees: The edition has no best-partner/gambling/nobody. Nothing was changed.'],
    });
    const past = await laurel('phase', 'preview-move', '--closes', '2026-01-01T00:00Z');
    expect(past).toMatchObject({ code: 2, problems: ['These times are not possible (past). Nothing was changed.'] });
  });

  it('asks before what needs a passkey in the console, and does nothing unless the answer is yes', async () => {
    const { accountId } = await newcomer(api);
    const argv = ['voters', 'erase', accountId, ...WHY];
    expect((await alone(...argv)).problems.join('\n')).toMatch(/^voters erase .*the votes stay\.\n.*Add --yes/);
    expect(await laurelOver(api)(argv, 'no')).toMatchObject({ code: 2, asked: ['Type "yes" to continue: '] });
    expect((await alone('voters', 'show', accountId)).text()).toMatch(/^erased at: +-$/m);
    const erased = await laurelOver(api)(argv, 'yes');
    expect(erased).toMatchObject({ code: 0, lines: ['outcome: erased'] });
  });

  it('writes files as they are, and takes one', async () => {
    const voters = await votersOf(api, 2);
    const [company] = api.deps.edition.nominations[0]?.categories[0]?.companies ?? [];
    const vote = { nomination: 'best-partner', niche: 'gambling', vote: company?.tag };
    for (const { token } of voters) expect((await api.post('/vote', vote, { token })).statusCode).toBe(201);
    const selection = ['--accounts', voters[0]?.accountId ?? ''];
    const texts = ['--public-reason-en', 'Bought.', '--public-reason-uk', 'Куплені.'];
    const proposed = await laurel('exclusions', 'propose', ...selection, ...texts, ...WHY, '--json');
    const { id } = JSON.parse(proposed.text()).data;
    const votes = await laurel('exclusions', 'export', String(id), ...WHY, '--yes');
    expect(votes.written()).toMatch(/^voter_id,nomination,niche,company\r\n[0-9a-f-]{36},best-partner,gambling,/);
    expect(await entriesOf('exclusion.export')).toEqual([{ actor: 'taras', reason: WHY[1] }]);
    expect((await laurel('audit', 'export', ...WHY)).written()).toMatch(/^id,at,person,place,action,/);

    const file = join(api.deps.config.DATA_DIR, 'nominees.csv');
    writeFileSync(file, 'nomination,niche,tag,name,link,logo,desc_en,desc_uk\n');
    const draft = await laurel('edition', 'upload-draft', '--file', file, '--type', 'text/csv', '--as', 'taras');
    expect(draft).toMatchObject({ code: 0, problems: [] });
    expect(draft.text()).toMatch(/^uploaded by: +taras$/m);
    const archive = await laurel('edition', 'download-version', '1');
    expect(archive.written().slice(0, 2)).toBe('PK');
  });

  it('says in one line what failed in the database', async () => {
    // The application's role may not publish.
    const refused = await alone('edition', 'publish-version', '1', '--expected', '1', ...WHY, '--yes');
    expect(refused.problems).toEqual([expect.stringContaining('does not allow this to the role of this connection')]);
    expect(refused.code).toBe(1);
  });
});
