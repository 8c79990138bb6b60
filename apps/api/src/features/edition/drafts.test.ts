import { readEditionArchive } from '@laurel/catalog/edition-archive';
import { named, REASON, useEditionDesk } from '@laurel/support/edition-desk';
import { changedFolder, type FolderChange, packed } from '@laurel/support/edition-folder';
import { describe, expect, it } from 'vitest';

const desk = useEditionDesk();

describe('a draft', () => {
  // This test fails if a zip does not name its version: it looks as if it were made from what is live.
  it('of a zip of an older version says what it takes back, and keeps what others published since where it does not', async () => {
    const { live: first } = await desk.live();
    const download = async (id: number) => (await desk.olena.get(`/edition/versions/${id}/download`)).rawPayload;
    const old = await download(first.id);
    const support: FolderChange = {
      'edition.yaml': (text) => text.replace(/^supportEmail: .*$/m, 'supportEmail: help@example.org'),
    };
    await desk.publish(await desk.upload(desk.changed({ ...named('Northern Prize') })));
    const again = changedFolder((await readEditionArchive(old)).files, support);
    const draft = await desk.upload(again);
    expect(draft.older).toEqual({
      version: first.id,
      undone: [{ field: 'texts.name.en', before: 'Northern Prize', after: 'Meridian Awards' }],
      undoneTotal: 1,
    });
    // Its files do not name the version, so that the same files stay the same.
    expect((await desk.upload(changedFolder(desk.demo, support))).sameAs).toBe(draft.id);

    const { live: second } = await desk.live();
    expect((await desk.upload((await readEditionArchive(await download(second.id))).files)).older).toBeNull();
    const copy = await desk.olena.post(`/edition/versions/${first.id}/copy`, {});
    expect(copy.json().data.older).toMatchObject({ version: first.id, undoneTotal: 1 });
    // A line that another instance wrote says nothing here.
    const foreign = changedFolder(again, {
      'edition.yaml': (text) => text.replace(/(# Laurel: version \d+ )\w{16}/, `$1${'0'.repeat(16)}`),
    });
    expect((await desk.upload(foreign)).older).toBeNull();
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
    expect(draft).toMatchObject({ source: 'zip', problems: [], older: null });
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
