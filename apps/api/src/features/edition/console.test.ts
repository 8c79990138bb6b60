import { readEditionArchive } from '@laurel/catalog/edition-archive';
import { takeVersionLine } from '@laurel/catalog/version-line';
import { named, REASON, useEditionDesk } from '@laurel/support/edition-desk';
import { newVoter } from '@laurel/support/voters';
import { describe, expect, it } from 'vitest';
import { prepareDatabase } from '../../wiring/database.ts';

const desk = useEditionDesk();

/** Longer than the time for which a passkey counts as fresh. */
const LATER_MS = 30 * 60_000;

describe('the edition in the console', () => {
  it('is uploaded as a zip, compared, published with a reason, and served at once', async () => {
    const before = await desk.live();
    const draft = await desk.upload(desk.changed(named('Northern Prize')));
    expect(draft).toMatchObject({ source: 'zip', problems: [], uploadedBy: 'Olena (console)', publishedAs: null });
    expect(draft.difference).toMatchObject({
      live: before.live.id,
      added: [],
      withdrawn: [],
      times: null,
      changes: [{ field: 'texts.name.en', before: 'Meridian Awards', after: 'Northern Prize' }],
      needsSecondPerson: false,
    });
    expect(await desk.publicName()).toBe('Meridian Awards');
    const answer = await desk.publish(draft);
    expect(answer.json()).toMatchObject({ success: true, data: { changed: true, added: 0 } });
    expect(await desk.publicName()).toBe('Northern Prize');
    const after = await desk.live();
    expect(after.live).toMatchObject({
      publishedBy: 'Olena (console)',
      reason: REASON,
      nominees: before.live.nominees,
    });
    expect(after.versions.map(({ live: isLive }: { live: boolean }) => isLive)).toEqual([
      true,
      ...before.versions.map(() => false),
    ]);
    expect(after.drafts[0]).toMatchObject({ id: draft.id, publishedAs: after.live.id });
    expect(await desk.lastEntry()).toMatchObject({
      actor: 'Olena (console)',
      action: 'edition.import',
      reason: REASON,
      detail: { source: `draft ${draft.id}` },
    });
    // A draft is published once.
    expect((await desk.publish(draft)).json().code).toBe('console.changed');
  });

  it('goes back to any version by the same rules, and gives each as a zip', async () => {
    const { live: first } = await desk.live();
    const draft = await desk.upload(desk.changed(named('Northern Prize')));
    await desk.publish(draft);
    const version = (await desk.olena.get(`/edition/versions/${first.id}`)).json();
    expect(version.difference.changes).toMatchObject([{ before: 'Northern Prize', after: 'Meridian Awards' }]);
    const again = await desk.olena.post(`/edition/versions/${first.id}/publish`, {
      reason: REASON,
      withdraw: false,
      expected: version.difference.live,
    });
    expect(again.json().data).toMatchObject({ changed: true });
    expect(await desk.publicName()).toBe('Meridian Awards');
    expect((await desk.lastEntry())?.detail).toMatchObject({ source: `version ${first.id}` });

    const file = await desk.olena.get(`/edition/versions/${first.id}/download`);
    expect(file.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="edition-${first.year}-version-${first.id}.zip"`,
      'cache-control': 'no-store',
    });
    const { files } = takeVersionLine((await readEditionArchive(file.rawPayload)).files);
    expect(new Map([...files].sort())).toEqual(new Map([...desk.demo].sort()));
    expect((await desk.olena.get('/edition/versions/99999')).json().code).toBe('console.not_found');
  });

  it('takes nominees as CSV: new ones, and corrections in place', async () => {
    const csv = [
      'nomination,niche,tag,name,link,logo,desc_en,desc_uk',
      'best-partner,gambling,velvet-key,Velvet Key,,velvet-key.svg,Corrected.,Виправлено.',
      'best-partner,gambling,late-arrival,Late Arrival,https://late.example,velvet-key.svg,New.,Новий.',
    ].join('\n');
    const draft = await desk.table(csv);
    expect(draft).toMatchObject({ source: 'csv', problems: [] });
    expect(draft.difference.added).toEqual([
      { nomination: 'best-partner', niche: 'gambling', company: 'late-arrival' },
    ]);
    const fields = draft.difference.changes.map(({ field }: { field: string }) => field);
    expect(fields).toContain('nominations.best-partner.categories.gambling.companies.velvet-key.desc.en');
    expect((await desk.publish(draft)).json().data).toMatchObject({ changed: true, added: 1 });
  });

  it('reports the problems of a table by line, and stores nothing that could be published', async () => {
    const before = await desk.stored();
    const draft = await desk.table(
      [
        'nomination,niche,tag,name,link,logo,desc_en,desc_uk',
        'best-partner,nowhere,a,A,,a.svg,X.,Й.',
        'best-partner,gambling,velvet-key,Velvet Key,ftp://x,velvet-key.svg,X.,Й.',
      ].join('\n'),
    );
    expect(draft).toMatchObject({ difference: null, problemsTotal: 1 });
    expect(draft.problems).toMatchObject([{ file: 'nominees.csv', line: 3, field: 'link', rule: 'link' }]);
    const missing = await desk.table(
      'nomination,niche,tag,name,link,logo,desc_en,desc_uk\nbest-partner,gambling,new,New,,gone.svg,X.,Й.',
    );
    expect(missing.problems).toMatchObject([
      {
        file: 'nominees.csv',
        line: 2,
        field: 'logo',
        rule: 'noFile',
        params: { file: expect.stringMatching(/^logos\//) },
      },
    ]);
    const answer = await desk.olena.post(`/edition/drafts/${draft.id}/publish`, {
      reason: REASON,
      withdraw: true,
      expected: 1,
    });
    expect(answer.json().code).toBe('console.draft_problems');
    expect(await desk.stored()).toEqual(before);
  });

  it('reports the problems of a folder by file, line and field', async () => {
    const draft = await desk.upload(
      desk.changed({
        'edition.yaml': (text) => text.replace(/^supportEmail: .*$/m, 'supportEmail: nobody'),
        'logos/velvet-key.svg': (svg) => svg.replace(/<svg([^>]*)>/, '<svg$1>\n<script>alert(1)</script>'),
        'logos/saffron-gate.svg': () => undefined,
      }),
    );
    expect(draft.difference).toBeNull();
    expect(draft.problems).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          file: 'edition.yaml',
          field: 'supportEmail',
          message: 'must be an email address',
          rule: 'email',
          params: {},
        }),
        expect.objectContaining({ file: 'logos/velvet-key.svg', message: 'must not contain <script>' }),
        expect.objectContaining({ message: 'has no file logos/saffron-gate.svg' }),
      ]),
    );
  });
});

describe('a publication', () => {
  const without = (company: string) => ({
    'nominations/best-partner.yaml': (text: string) =>
      text.replace(new RegExp(` {6}- tag: ${company}\\n(?: {8}.*\\n| {10}.*\\n)*`), ''),
  });

  it('loses no nominee with votes, unless the person says so', async () => {
    const { token } = await newVoter(desk.api);
    await desk.api.post('/vote', { nomination: 'best-partner', niche: 'gambling', vote: 'velvet-key' }, { token });
    const draft = await desk.upload(desk.changed(without('velvet-key')));
    const nominee = { nomination: 'best-partner', niche: 'gambling', company: 'velvet-key' };
    expect(draft.difference.withdrawn).toEqual([{ ...nominee, votes: 1 }]);
    const before = await desk.stored();
    const answer = await desk.publish(draft);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'console.votes_withdrawn']);
    expect(answer.json().data).toEqual({ nominees: [nominee] });
    expect(await desk.stored()).toEqual(before);
    expect((await desk.publish(draft, { withdraw: true })).json().data).toMatchObject({ withdrawn: 1 });
  });

  it('is made by one of two people at once: the other looks again', async () => {
    const drafts = [
      await desk.upload(desk.changed(named('One'))),
      await desk.upload(desk.changed(named('Two')), desk.taras),
    ];
    const [one, two] = await Promise.all([desk.publish(drafts[0]), desk.publish(drafts[1], {}, desk.taras)]);
    const codes = [one, two].map((answer) => answer?.json().code ?? 'published').sort();
    expect(codes).toEqual(['console.changed', 'published']);
    const lost = one?.json().code === 'console.changed' ? drafts[0] : drafts[1];
    // It can be published once it is brought up to date.
    const again = (await desk.olena.get(`/edition/drafts/${lost.id}`)).json();
    expect(again.difference.live).toBe((await desk.live()).live.id);
    expect((await desk.publish(await desk.merge(again))).json().data).toMatchObject({ changed: true });
  });

  it('of a table is not possible over an edition that it was not added to', async () => {
    const csv =
      'nomination,niche,tag,name,link,logo,desc_en,desc_uk\nbest-partner,gambling,velvet-key,Velvet Key,,velvet-key.svg,X.,Й.';
    const draft = await desk.table(csv);
    const listed = async () => (await desk.live()).drafts.find(({ id }: { id: number }) => id === draft.id);
    expect([draft.outdated, (await listed()).outdated]).toEqual([false, false]);
    const folder = await desk.upload(desk.changed(named('Later')));
    await desk.publish(await desk.upload(desk.changed(named('Meanwhile'))));
    const again = (await desk.olena.get(`/edition/drafts/${draft.id}`)).json();
    expect([again.outdated, (await listed()).outdated]).toEqual([true, true]);
    expect((await desk.olena.get(`/edition/drafts/${folder.id}`)).json().outdated).toBe(false);
    expect((await desk.publish(again)).json().code).toBe('console.changed');
    expect(await desk.publicName()).toBe('Meanwhile');
  });

  it('needs a passkey of the last five minutes: it may end voting', async () => {
    const { live } = await desk.live();
    const ends = (text: string) =>
      text.replace(/(votingOpensAt: .*)/, "$1\n  votingClosesAt: '2099-11-01T10:00:00+02:00'");
    const draft = await desk.upload(desk.changed({ 'edition.yaml': ends }));
    const before = await desk.stored();
    desk.api.clock.advance(LATER_MS);
    expect((await desk.publish(draft)).json().code).toBe('console.passkey_needed');
    const again = await desk.olena.post(`/edition/versions/${live.id}/publish`, {
      reason: REASON,
      withdraw: true,
      expected: live.id,
    });
    expect(again.json().code).toBe('console.passkey_needed');
    expect(await desk.stored()).toEqual(before);
    await Promise.all([desk.olena.confirm(), desk.taras.confirm()]);
    expect((await desk.publish(draft)).json().data).toMatchObject({ changed: true });
  });

  it('with impossible times is refused with the rule', async () => {
    const draft = await desk.upload(
      desk.changed({
        'edition.yaml': (text) =>
          text.replace(/(votingOpensAt: .*)/, "$1\n  votingClosesAt: '2026-11-01T10:00:00+02:00'"),
      }),
    );
    const answer = await desk.publish(draft);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'console.times_refused']);
    expect(answer.json().metadata).toMatchObject({ rule: 'past' });
  });

  it('that moves the end of voting waits for two people where the edition asks for them', async () => {
    const guarded = (text: string) => `${text}\napprovals: 2\n`;
    await desk.publish(await desk.upload(desk.changed({ 'edition.yaml': guarded })));
    const draft = await desk.upload(
      desk.changed({
        'edition.yaml': (text) =>
          guarded(text.replace(/(votingOpensAt: .*)/, "$1\n  votingClosesAt: '2099-11-01T10:00:00+02:00'")),
      }),
    );
    expect(draft.difference).toMatchObject({
      needsSecondPerson: true,
      times: { after: { closesAt: '2099-11-01T08:00:00.000Z' } },
    });
    expect((await desk.publish(draft)).json().code).toBe('console.second_person');
    // A later opening stops voting that has begun.
    const stops = await desk.upload(
      desk.changed({
        'edition.yaml': (text) =>
          guarded(text.replace(/votingOpensAt: .*/, "votingOpensAt: '2099-11-01T10:00:00+02:00'")),
      }),
    );
    expect(stops.difference.needsSecondPerson).toBe(true);
    expect((await desk.publish(stops)).json().code).toBe('console.second_person');
    const fewer = await desk.upload(desk.changed({}));
    expect(fewer.difference.needsSecondPerson).toBe(true);
    expect((await desk.publish(fewer)).json().code).toBe('console.second_person');
  });

  // This test fails if the closing times are compared: the console asked for a second person, but the database did not.
  it('that names the end of voting, which was the announcement, needs nobody else', async () => {
    const closing = (line: string) => ({
      'edition.yaml': (text: string) => `${text.replace(/(votingOpensAt: .*)/, `$1${line}`)}\napprovals: 2\n`,
    });
    await desk.publish(await desk.upload(desk.changed(closing(''))));
    await desk.owner.query(`INSERT INTO phase_times VALUES ('announced', '2099-11-01T22:00:00+02:00')`);
    await desk.owner.query(`UPDATE categories SET closes_at = '2099-11-01T22:00:00+02:00'`);
    await desk.api.deps.phases.refresh();
    const same = await desk.upload(desk.changed(closing("\n  votingClosesAt: '2099-11-01T22:00:00+02:00'")));
    expect(same.difference.needsSecondPerson).toBe(false);
    const earlier = await desk.upload(desk.changed(closing("\n  votingClosesAt: '2099-11-01T21:00:00+02:00'")));
    expect(earlier.difference.needsSecondPerson).toBe(true);
    expect((await desk.publish(earlier)).json().code).toBe('console.second_person');
    expect((await desk.publish(same)).statusCode).toBe(200);
    await desk.owner.query('DELETE FROM phase_times');
    await desk.api.deps.phases.refresh();
  });

  it('that ends an embargo while people vote waits for two people, too', async () => {
    const secret = (text: string) => text.replace('visibility: live', 'visibility: hidden\n  staff: embargo');
    const guarded = (text: string) => `${text}\napprovals: 2\n`;
    await desk.publish(await desk.upload(desk.changed({ 'edition.yaml': (text) => guarded(secret(text)) })));
    const draft = await desk.upload(desk.changed({ 'edition.yaml': guarded }));
    expect(draft.difference.needsSecondPerson).toBe(true);
    expect((await desk.publish(draft)).json().code).toBe('console.second_person');
    const other = await desk.upload(
      desk.changed({ ...named('Still hidden'), 'edition.yaml': (text) => guarded(secret(text)) }),
    );
    expect(other.difference.needsSecondPerson).toBe(false);
  });

  it('stays when a development instance starts again, which imports the demo edition', async () => {
    await desk.publish(await desk.upload(desk.changed(named('From the console'))));
    await prepareDatabase({ appUrl: desk.api.deps.databaseUrl, migrateUrl: desk.api.migrateUrl });
    await desk.api.deps.served.refresh();
    expect(await desk.publicName()).toBe('From the console');
  });
});
