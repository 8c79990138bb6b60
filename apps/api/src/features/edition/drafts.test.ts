import { readEditionArchive } from '@laurel/catalog/edition-archive';
import { named, REASON, useEditionDesk } from '@laurel/support/edition-desk';
import { changedFolder, type FolderChange, packed } from '@laurel/support/edition-folder';
import { describe, expect, it } from 'vitest';

const desk = useEditionDesk();

describe('a draft', () => {
  const SUPPORT: FolderChange = {
    'edition.yaml': (text) => text.replace(/^supportEmail: .*$/m, 'supportEmail: help@example.org'),
  };
  /** The folder of the version that is live, as somebody has it after it was replaced by one with another name. */
  const olderFolder = async (name: string) => {
    const { live } = await desk.live();
    const zip = (await desk.olena.get(`/edition/versions/${live.id}/download`)).rawPayload;
    expect((await desk.publish(await desk.upload(desk.changed(named(name))))).statusCode).toBe(200);
    return { id: live.id, files: (await readEditionArchive(zip)).files };
  };

  // This test fails if a zip does not name its version: it looks as if it were made from what is live.
  it('of a zip of an older version brings what it changed into what is live, and takes nothing back', async () => {
    const { id, files } = await olderFolder('Northern Prize');
    const again = changedFolder(files, SUPPORT);
    const draft = await desk.upload(again);
    expect(draft).toMatchObject({ merged: id, older: null, difference: { added: [], withdrawn: [] } });
    expect(draft.difference.changes).toEqual([
      { field: 'supportEmail', before: expect.any(String), after: 'help@example.org' },
    ]);
    expect((await desk.publish(draft)).statusCode).toBe(200);
    expect(await desk.publicName()).toBe('Northern Prize');

    const { live } = await desk.live();
    const copy = await desk.olena.post(`/edition/versions/${id}/copy`, {});
    expect(copy.json().data).toMatchObject({ older: null, difference: { live: live.id, changesTotal: 2 } });
    // A line that another instance wrote says nothing here.
    const foreign = changedFolder(again, {
      'edition.yaml': (text) => text.replace(/(# Laurel: version \d+ )\w{16}/, `$1${'0'.repeat(16)}`),
    });
    expect(await desk.upload(foreign)).toMatchObject({ merged: null, difference: { changesTotal: 1 } });
  });

  it('of an older version is published once each conflict is decided', async () => {
    const { id, files } = await olderFolder('Northern Prize');
    const again = changedFolder(changedFolder(files, SUPPORT), named('Southern Prize'));
    const draft = await desk.upload(again);
    const field = 'texts.name.en';
    const conflicts = [{ field, before: 'Northern Prize', after: 'Southern Prize' }];
    expect(draft).toMatchObject({ merged: null, older: { version: id, conflicts } });
    expect((await desk.publish(draft)).json().code).toBe('console.changed');
    const merge = (body: object) =>
      desk.olena.post(`/edition/drafts/${draft.id}/merge`, {
        draft: [],
        live: [],
        expected: draft.difference.live,
        ...body,
      });
    for (const refused of [{}, { live: ['year'] }, { draft: [field], expected: id }]) {
      expect((await merge(refused)).json().code).toBe('console.changed');
    }
    const { data } = (await merge({ draft: [field] })).json();
    expect(data).toMatchObject({ id: draft.id, older: null, difference: { changesTotal: 2 } });
    expect((await merge({ draft: [field] })).json().code).toBe('console.changed');
    expect((await desk.publish(data)).statusCode).toBe(200);
    expect(await desk.publicName()).toBe('Southern Prize');
  });

  it('that another one has overtaken keeps what is live in a conflict, and brings its other changes', async () => {
    const draft = await desk.upload(changedFolder(desk.changed(SUPPORT), named('Southern Prize')));
    await desk.publish(await desk.upload(desk.changed(named('Northern Prize'))));
    const { older, difference } = (await desk.olena.get(`/edition/drafts/${draft.id}`)).json();
    const live = older.conflicts.map((each: { field: string }) => each.field);
    const body = { draft: [], live, expected: difference.live };
    // Of two at once, one is made.
    const answers = await Promise.all([0, 1].map(() => desk.olena.post(`/edition/drafts/${draft.id}/merge`, body)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const { data } = answers.find(({ statusCode }) => statusCode === 200)?.json() ?? {};
    expect(data.difference.changes.map((each: { field: string }) => each.field)).toEqual(['supportEmail']);
  });

  it('is only what is new in a zip: a picture and a table beside it; it says what it left out, also later', async () => {
    const logo = desk.demo.get('logos/velvet-key.svg') ?? Buffer.alloc(0);
    const csv = [
      'nomination,niche,tag,name,link,logo,desc_en,desc_uk',
      'best-partner,gambling,late-arrival,Late Arrival,https://late.example,late-arrival.svg,New.,Новий.',
    ].join('\n');
    const draft = await desk.upload(
      new Map([
        ['new/late-arrival.svg', logo],
        ['new/nominees.csv', Buffer.from(csv)],
        ['new/unused.svg', logo],
        ['new/readme.txt', Buffer.from('hello')],
        ['new/nominees.xlsx', Buffer.from('not read')],
      ]),
    );
    expect(draft).toMatchObject({ source: 'zip', problems: [], older: null, merged: null });
    expect(draft.difference.added).toEqual([
      { nomination: 'best-partner', niche: 'gambling', company: 'late-arrival' },
    ]);
    const leftOut = ({ warnings }: { warnings: { file: string; rule: string }[] }) =>
      warnings
        .filter(({ rule }) => rule === 'leftOut')
        .map(({ file }) => file)
        .sort();
    expect(leftOut(draft)).toEqual(['new/nominees.xlsx', 'new/readme.txt', 'new/unused.svg']);
    expect(leftOut((await desk.olena.get(`/edition/drafts/${draft.id}`)).json())).toEqual(leftOut(draft));
    expect((await desk.publish(draft)).json().data).toMatchObject({ changed: true, added: 1 });

    const nothing = await desk.send(await packed(new Map([['readme.txt', logo]])), 'application/zip');
    expect(nothing.json()).toMatchObject({ code: 'console.upload_refused', metadata: { rule: 'no_edition' } });
    const whole = await desk.upload(new Map([...desk.demo, ['logos/unused.svg', logo]]));
    expect(leftOut(whole)).toEqual(['logos/unused.svg']);
  });

  it('is deleted with a reason, and never once it is published', async () => {
    const first = await desk.upload(desk.changed(named('Eastern Prize')));
    const second = await desk.upload(desk.changed(named('Eastern Prize')));
    const other = await desk.upload(desk.changed(named('Southern Prize')));
    expect([first.sameAs, second.sameAs, other.sameAs]).toEqual([null, first.id, null]);
    const remove = (id: number) => desk.olena.post(`/edition/drafts/${id}/delete`, { reason: REASON });
    expect(
      (await Promise.all([remove(first.id), remove(first.id)])).map(({ statusCode }) => statusCode).sort(),
    ).toEqual([200, 404]);
    expect(await desk.lastEntry()).toMatchObject({
      action: 'edition.delete-draft',
      subject: `draft ${first.id}`,
      reason: REASON,
    });
    expect((await desk.live()).drafts.map(({ id }: { id: number }) => id)).not.toContain(first.id);
    expect((await desk.olena.get(`/edition/drafts/${second.id}`)).json().sameAs).toBeNull();
    expect((await desk.publish(second)).statusCode).toBe(200);
    expect((await remove(second.id)).json().code).toBe('console.not_found');
  });
});
