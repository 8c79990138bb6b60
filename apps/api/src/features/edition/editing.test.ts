// cspell:ignore loho
import { readTable } from '@laurel/catalog/tables/read-table';
import type { ConsoleClient } from '@laurel/support/console';
import { useEditionDesk } from '@laurel/support/edition-desk';
import pg from 'pg';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { draftsHere } from '../../adapters/edition-reader/read.ts';
import { createEditor } from './editor.service.ts';

const desk = useEditionDesk();
const PLACE = 'nominations.best-partner.categories.gambling';
const NORTHLIGHT = `${PLACE}.companies.northlight-partners`;
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>';
const set = (field: string, before: unknown, after: unknown) => ({ kind: 'set', field, before, after });

let id: number;
beforeEach(async () => {
  id = (await desk.olena.post(`/edition/versions/${(await desk.live()).live.id}/copy`, {})).json().data.id;
});

const edit = (edits: unknown[], at: string | null = null, by: ConsoleClient = desk.olena, draft = id) =>
  by.post(`/edition/drafts/${draft}/edit`, { edits, at });
const fields = async (by: ConsoleClient = desk.olena) => (await by.get(`/edition/drafts/${id}/fields`)).json();
const send = (path: string, content: string | Buffer, type: string) =>
  desk.olena.post(`/edition/drafts/${id}/${path}`, content, { headers: { 'content-type': type } });

describe('a draft that is edited', () => {
  it('says what its files say, and which nominees have been published', async () => {
    const read = await fields();
    expect(read).toMatchObject({ id, revision: 1, name: null, publishedAs: null, problems: [], problemsTotal: 0 });
    expect(read.edition.texts.name.en).toBe('Meridian Awards');
    expect(read.nominations.map(({ tag }: { tag: string }) => tag)).toContain('best-partner');
    expect(read.published).toContain(NORTHLIGHT);
  });

  it('says what is live, for its own year', async () => {
    await edit([set('texts.footer.en', (await fields()).edition.texts.footer.en, 'New')]);
    const live = async () => (await desk.olena.get(`/edition/drafts/${id}/live`)).json();
    const { edition, nominations } = await live();
    expect([edition.texts.footer.en, nominations]).toEqual([
      expect.not.stringMatching('New'),
      (await fields()).nominations,
    ]);
    await edit([set('year', edition.year, edition.year + 1)]);
    expect(await live()).toEqual({ edition: null, nominations: [] });
  });

  it('keeps mistakes as they are typed, says what is wrong, and is published once nothing is', async () => {
    await edit([set('supportEmail', 'support@meridian-awards.example', 'nobody')]);
    const wrong = await fields();
    expect(wrong).toMatchObject({
      ...{ revision: 2, problemsTotal: 1, edition: { supportEmail: 'nobody' } },
      problems: [{ file: 'edition.yaml', field: 'supportEmail', rule: 'email' }],
    });
    const refused = await desk.publish({ id, difference: { live: 1 } });
    expect(refused.json().code).toBe('console.draft_problems');
    await edit([set('supportEmail', 'nobody', 'help@example.org')]);
    const draft = (await desk.olena.get(`/edition/drafts/${id}`)).json();
    expect(draft.difference.changes).toEqual([
      { field: 'supportEmail', before: 'support@meridian-awards.example', after: 'help@example.org' },
    ]);
    expect((await desk.publish(draft)).statusCode).toBe(200);
    const late = await edit([set('supportEmail', 'help@example.org', 'x@example.org')]);
    expect([late.statusCode, late.json().code]).toEqual([409, 'console.changed']);
  });

  // This test fails if a change is stored over the newest revision without being made in it.
  it('keeps the changes of all who edit it at once, and gives back those of a field that somebody else changed', async () => {
    const people = await Promise.all(['Petro', 'Maria'].map((name) => desk.console.member(name, 'editor')));
    const texts = ['texts.footer.en', 'texts.footer.uk', 'texts.overview.title.en', 'texts.hero.title.en'];
    const { edition } = await fields();
    const valueAt = (field: string) =>
      field.split('.').reduce((value: Record<string, never>, key) => value[key] ?? ({} as never), edition);
    const answers = await Promise.all(
      texts.flatMap((field, index) =>
        [0, 1].map((person) =>
          edit([set(field, valueAt(field), `${field} ${person}`)], field, people[(index + person) % 2]),
        ),
      ),
    );
    const conflicts = answers.flatMap((answer) => answer.json().data.conflicts);
    const after = await fields();
    expect([conflicts.length, after.revision]).toEqual([texts.length, 1 + texts.length]);
    for (const { current } of conflicts) expect(JSON.stringify(after.edition)).toContain(JSON.stringify(current));
  });

  // This test fails if a process takes its change for stored when another one came before.
  it('keeps the changes of several processes, each of which makes its own again after another one', async () => {
    const pool = new pg.Pool({ connectionString: desk.api.consoleUrl, max: 4 });
    onTestFinished(() => pool.end());
    const processes = [1, 2, 3].map(() => createEditor({ pool, reader: draftsHere, now: () => desk.api.clock.now() }));
    const { edition } = await fields();
    const before = { en: edition.texts.footer.en, uk: edition.texts.footer.uk, title: edition.texts.hero.title.en };
    const changes = [
      ['texts.footer.en', before.en],
      ['texts.footer.uk', before.uk],
      ['texts.hero.title.en', before.title],
    ] as const;
    await Promise.all(
      processes.map((editor, index) => {
        const [field = '', value = ''] = changes[index] ?? [];
        return editor.edit(id, [{ kind: 'set', field, before: value, after: `New ${index}` }], { actor: 'x', field });
      }),
    );
    const after = await fields();
    const { footer, hero } = after.edition.texts;
    expect([after.revision, footer, hero.title.en]).toEqual([4, { en: 'New 0', uk: 'New 1' }, 'New 2']);
  });

  it('shows who edits it, and where, for a minute', async () => {
    await edit([], NORTHLIGHT);
    const { data } = (await edit([], 'texts.hero', desk.taras)).json();
    expect(data.editors).toEqual([
      { name: 'Olena (console)', field: NORTHLIGHT, own: false },
      { name: 'Taras (console)', field: 'texts.hero', own: true },
    ]);
    expect((await fields(desk.taras)).editors).toEqual(data.editors);
    desk.api.clock.advance(61_000);
    expect((await fields(desk.taras)).editors).toEqual([]);
  });

  it('is one’s own business: auditors read it, support does not touch it, and another draft knows nothing of it', async () => {
    const auditor = await desk.console.member('Ada', 'auditor');
    expect((await auditor.get(`/edition/drafts/${id}/fields`)).statusCode).toBe(200);
    const refused = [
      await edit([], null, auditor),
      await auditor.post(`/edition/drafts/${id}/name`, { name: 'x' }),
      await auditor.post(`/edition/drafts/${id}/pictures/match`, { files: ['x.png'], within: null }),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
    expect((await edit([], null, desk.olena, id + 1000)).json().code).toBe('console.not_found');
  });

  it('has a name, which it loses with an empty one', async () => {
    await desk.olena.post(`/edition/drafts/${id}/name`, { name: ' For the sponsors ' });
    const { drafts } = (await desk.olena.get('/edition/live')).json();
    expect(drafts[0]).toMatchObject({ id, name: 'For the sponsors', editable: true });
    await desk.olena.post(`/edition/drafts/${id}/name`, { name: '' });
    expect((await fields()).name).toBeNull();
  });

  it('can be edited, too, if an upload with mistakes made it', async () => {
    const upload = await desk.upload(
      desk.changed({ 'edition.yaml': (text) => text.replace(/^supportEmail: .*$/m, 'supportEmail: nobody') }),
    );
    expect(upload).toMatchObject({ problemsTotal: 1, editable: true });
    id = upload.id;
    expect((await fields()).edition.supportEmail).toBe('nobody');
  });

  it.each([
    ['a field with a path of its own', set('../x', null, 'x')],
    ['an unknown kind of edit', { kind: 'replace', field: 'year' }],
    ['a place far away', { kind: 'move', item: NORTHLIGHT, list: `${PLACE}.companies`, at: 10_001 }],
  ])('refuses %s', async (_what, wrong) => {
    expect((await edit([wrong])).statusCode).toBe(400);
    expect((await fields()).revision).toBe(1);
  });
});

describe('a picture of a nominee', () => {
  const upload = (content: string, nominee = NORTHLIGHT, name = 'Лого.svg') =>
    send(`pictures?${new URLSearchParams({ nominee, use: 'logo', name })}`, content, 'image/svg+xml');

  it('is prepared, becomes the logo, and is shown', async () => {
    const answer = await upload(LOGO);
    expect([answer.statusCode, answer.json().data]).toMatchObject([201, { file: 'loho.svg', notes: [], revision: 2 }]);
    const shown = await desk.olena.get(`/edition/drafts/${id}/pictures/logos/loho.svg`);
    expect([shown.body, shown.headers['content-type'], shown.headers['content-disposition']]).toEqual([
      LOGO,
      'image/svg+xml',
      'attachment; filename="loho.svg"',
    ]);
    expect((await desk.olena.get(`/edition/drafts/${id}/pictures/logos/..%2Fedition.yaml`)).statusCode).toBe(404);
  });

  it('is refused in words, and changes nothing, if it is none; and if the nominee is gone', async () => {
    const { data } = (await upload('%PDF-1.7')).json();
    expect(data).toMatchObject({ file: null, notes: [{ rule: 'pictureKind', params: { kind: 'PDF' } }], revision: 1 });
    expect((await upload(LOGO, `${PLACE}.companies.nobody`)).json().code).toBe('console.changed');
  });

  it('is matched to the nominee whose name its file has', async () => {
    const body = { files: ['Northlight Partners – лого.png', 'unknown thing.png'], within: 'nominations.best-partner' };
    const { data } = (await desk.olena.post(`/edition/drafts/${id}/pictures/match`, body)).json();
    expect(data).toMatchObject({
      matches: [{ file: 'Northlight Partners – лого.png', nominee: NORTHLIGHT }],
      filesLeft: ['unknown thing.png'],
    });
  });
});

describe('a table of nominees', () => {
  const CSV =
    'Nomination;Category;Name;Description\nBest Affiliate Program;Gambling;Ромашка;Текст.\nNew Prize;;Kite & Rook;Text.';
  const upload = (query: Record<string, string>, content: string | Buffer = CSV, type = 'text/csv') =>
    send(`table?${new URLSearchParams({ name: 'a.csv', ...query })}`, content, type);

  it('is shown first, then put into the draft, and can be taken out as a table that says the same', async () => {
    const first = (await upload({})).json().data;
    expect(first).toMatchObject({
      columns: ['nomination', 'category', 'name', 'desc'],
      ...{ rows: 2, added: 2, changed: 0, places: ['New Prize'], problems: [], applied: false, revision: 1 },
    });
    const second = (await upload({ apply: 'true', columns: 'nomination,category,name,desc_uk' })).json().data;
    expect(second).toMatchObject({ added: 2, applied: true, revision: 2 });
    const out = await desk.olena.get(`/edition/drafts/${id}/table?content=nominees&format=xlsx&language=en`);
    const again = (
      await upload({}, out.rawPayload, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    ).json().data;
    expect(again).toMatchObject({ added: 0, places: [], problems: [] });
    const template = await desk.olena.get(`/edition/drafts/${id}/table?content=template&format=csv&language=uk`);
    expect(await readTable(template.rawPayload, 'a.csv')).toMatchObject({
      table: { header: expect.arrayContaining(['Номінація']) },
    });
  });

  it('names the rows that it leaves out, and the rule', async () => {
    const { data } = (await upload({ within: PLACE }, 'Name;Link\nOne;https://one.example\n;x', 'text/csv')).json();
    expect(data.problems).toMatchObject([{ file: 'a.csv', line: 3, field: 'Name', rule: 'empty' }]);
    expect((await upload({ columns: 'name,votes' })).statusCode).toBe(400);
  });
});
