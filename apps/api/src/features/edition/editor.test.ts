import type { ConsoleClient } from '@laurel/support/console';
import { named, REASON, useEditionDesk } from '@laurel/support/edition-desk';
import { beforeAll, describe, expect, it } from 'vitest';

const desk = useEditionDesk();
let editor: ConsoleClient;
beforeAll(async () => {
  editor = await desk.console.member('Iryna', 'editor');
});

const codeOf = (answer: { json(): { code?: string } }) => answer.json().code;

describe('an editor', () => {
  it('makes drafts, which others publish', async () => {
    const draft = await desk.upload(desk.changed(named('Northern Prize')), editor);
    expect(draft).toMatchObject({ problems: [], uploadedBy: 'Iryna (console)' });
    expect(codeOf(await desk.publish(draft, {}, editor))).toBe('console.forbidden');
    const order = { reason: REASON, withdraw: false, expected: draft.difference.live };
    expect(codeOf(await editor.post(`/edition/drafts/${draft.id}/propose`, order))).toBe('console.forbidden');
    expect(await desk.publicName()).toBe('Meridian Awards');
    expect((await desk.publish(draft)).statusCode).toBe(200);
    expect(await desk.publicName()).toBe('Northern Prize');
  });

  it('copies a version and deletes the draft, and does not publish the version', async () => {
    const { live } = await desk.live();
    const order = { reason: REASON, withdraw: false, expected: live.id };
    expect(codeOf(await editor.post(`/edition/versions/${live.id}/publish`, order))).toBe('console.forbidden');
    const copied = await editor.post(`/edition/versions/${live.id}/copy`, {});
    expect(copied.statusCode).toBe(201);
    const { id } = copied.json().data;
    expect((await editor.post(`/edition/drafts/${id}/delete`, { reason: REASON })).statusCode).toBe(200);
    expect((await editor.get(`/edition/drafts/${id}`)).statusCode).toBe(404);
  });

  it('begins the edition of the next year, and does not make it the current one', async () => {
    const { year } = (await desk.live()).live;
    const begun = await editor.post(`/editions/${year + 1}`, { from: year, reason: REASON });
    expect(begun.statusCode).toBe(201);
    const plan = { at: null, reason: REASON };
    expect(codeOf(await editor.post(`/editions/${year + 1}/switch`, plan))).toBe('console.forbidden');
    expect(codeOf(await editor.post(`/editions/${year + 1}/cancel`, { reason: REASON }))).toBe('console.forbidden');
  });
});
