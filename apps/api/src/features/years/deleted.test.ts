import { useEditionDesk } from '@laurel/support/edition-desk';
import { expect, it } from 'vitest';

const REASON = 'begun by mistake';
const desk = useEditionDesk();

it('the edition of a year that was never live is deleted in the console, and no other; its unpublished draft stays', async () => {
  const { olena } = desk;
  const { year } = desk.api.deps.edition;
  const next = year + 1;
  const remove = async (which: number, by = olena) =>
    (await by.post(`/editions/${which}/delete`, { reason: REASON })).json();
  const made = (await olena.post(`/editions/${next}`, { from: year, reason: REASON })).json().data;
  expect((await desk.live()).drafts[0]).toMatchObject({ id: made.draft, year: next });
  const published = await olena.post(`/edition/drafts/${made.draft}/publish`, {
    ...{ reason: REASON, withdraw: false, expected: 0 },
  });
  expect(published.statusCode, published.body).toBe(200);
  const { draft } = (await olena.post(`/editions/${next}`, { from: year, reason: REASON })).json().data;
  const iryna = await desk.console.member('Iryna', 'editor');
  expect(await remove(next, iryna)).toMatchObject({ code: 'console.forbidden' });
  await olena.post(`/editions/${next}/switch`, { at: '2099-01-01T10:00:00Z', reason: REASON });
  expect(await remove(next)).toMatchObject({ code: 'console.edition_kept' });
  await olena.post(`/editions/${next}/cancel`, { reason: REASON });
  expect(await remove(next)).toEqual({ success: true });
  expect(await remove(next)).toMatchObject({ code: 'console.not_found' });
  expect(await remove(year)).toMatchObject({ code: 'console.edition_kept' });
  expect((await olena.get('/editions')).json().editions).toMatchObject([{ year, state: 'current' }]);
  const { drafts, live } = await desk.live();
  expect(drafts.map(({ id }: { id: number }) => id)).toContain(draft);
  expect(drafts.map(({ id }: { id: number }) => id)).not.toContain(made.draft);
  expect(live.year).toBe(year);
  const { rows } = await desk.owner.query(
    `SELECT actor, subject, reason FROM audit_entries WHERE action = 'edition.delete'`,
  );
  expect(rows).toEqual([{ actor: 'Olena (console)', subject: String(next), reason: REASON }]);
});
