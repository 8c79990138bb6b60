import { packZip } from '@laurel/catalog/zip';
import { named, useEditionDesk } from '@laurel/support/edition-desk';
import { describe, expect, it } from 'vitest';

const MB = 1024 * 1024;
const desk = useEditionDesk();

describe('a bad upload', () => {
  it.each<[string, () => Promise<Buffer>, string, string, RegExp]>([
    [
      'a zip bomb',
      () => packZip(new Map([...desk.demo, ['logos/bomb.svg', Buffer.alloc(30 * MB)]])),
      'application/zip',
      'ratio',
      /more than 100 times.*bomb\.svg/,
    ],
    [
      'a path that climbs out',
      async () =>
        Buffer.from(
          (await packZip(new Map([...desk.demo, ['xx/evil.svg', Buffer.from('x')]])))
            .toString('latin1')
            .replaceAll('xx/evil', '../evil'),
          'latin1',
        ),
      'application/zip',
      'climbs_out',
      /a path that leaves the folder: \.\.\/evil\.svg/,
    ],
    [
      'a text instead of a zip',
      async () => Buffer.from('year: 2031'),
      'application/zip',
      'not_zip',
      /is not a zip archive/,
    ],
    [
      'a zip without an edition',
      () => packZip(new Map([['a.txt', Buffer.from('x')]])),
      'application/zip',
      'no_edition',
      /holds nothing of an edition: no edition\.yaml/,
    ],
  ])('is refused with the field and the rule: %s', async (_what, make, type, rule, text) => {
    const [before, drafts] = [await desk.stored(), (await desk.live()).drafts];
    const answer = await desk.send(await make(), type);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'console.upload_refused',
      metadata: { rule, fields: { file: expect.stringMatching(text) } },
    });
    expect([await desk.stored(), (await desk.live()).drafts]).toEqual([before, drafts]);
  });

  it('of 100 MB is refused with 413 before it is read', async () => {
    const { port } = new URL(await desk.console.app.listen({ port: 0, host: '127.0.0.1' }));
    let sent = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        sent += MB;
        controller.enqueue(new Uint8Array(MB));
        if (sent >= 100 * MB) controller.close();
      },
    });
    const headers = { cookie: desk.olena.cookie, origin: 'http://localhost:8081', 'content-type': 'text/csv' };
    // A body without a length is refused once it exceeds the limit.
    const request: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
    const answered = new Promise<number>((resolve) => {
      desk.console.app.server.once('request', (_request, response) => {
        response.once('close', () => resolve(response.statusCode));
      });
    });
    // The connection may end before the answer is read.
    await fetch(`http://127.0.0.1:${port}/api/edition/drafts`, request).catch(() => undefined);
    expect(await answered).toBe(413);
    expect(sent).toBeLessThan(40 * MB);
    // A body with a length is refused before its first byte.
    const early = await desk.console.app.inject({
      method: 'POST',
      url: '/api/edition/drafts',
      headers: { ...headers, 'content-length': String(100 * MB) },
      payload: 'nomination',
    });
    expect([early.statusCode, early.json().code]).toEqual([413, 'request.too_large']);
    const over = await desk.send(Buffer.alloc(20 * MB + 1), 'application/zip');
    expect([over.statusCode, over.json().code]).toEqual([413, 'request.too_large']);
  });

  it('needs a content type that no form of another site can send', async () => {
    for (const type of [
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json',
    ]) {
      const answer = await desk.send('{}', type);
      expect([type, answer.statusCode, answer.json().code]).toEqual([type, 415, 'request.unsupported_type']);
    }
  });

  // This test fails without the replacement: jsonb refuses both characters, and the answer was 500.
  it('is stored with its problems if a key has a character that PostgreSQL can’t store', async () => {
    const draft = await desk.upload(
      desk.changed({ 'edition.yaml': (text) => `${text}"a\\u0000b": c\n"d\\ud83c": e\n` }),
    );
    expect(draft.problems).toMatchObject([{ field: 'a\uFFFDb' }, { field: 'd\uFFFD' }]);
  });

  it('is stored with its problem if a table has a NUL', async () => {
    const { problems } = await desk.table('nomination,ni\0che\n');
    expect(problems).toMatchObject([{ line: 1, message: 'must be saved as UTF-8 (in Excel: "CSV UTF-8")' }]);
  });

  it.each([
    ['a reason with a person’s address', { reason: 'ada@example.org asked' }, 'reason', 'Name no person'],
    ['no reason', { reason: ' ' }, 'reason', 'at least 3 characters'],
    ['no edition to compare with', { expected: null }, 'expected', 'number'],
  ])('is not published with %s', async (_what, change, field, text) => {
    const draft = await desk.upload(desk.changed(named('Northern Prize')));
    const before = await desk.stored();
    const answer = await desk.publish(draft, change);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.invalid']);
    expect(answer.json().metadata.fields[field]).toContain(text);
    expect(await desk.stored()).toEqual(before);
  });
});
