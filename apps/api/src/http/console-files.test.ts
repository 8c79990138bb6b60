import { Readable } from 'node:stream';
import type { ConsoleCall } from '@laurel/contracts/console/call';
import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { serveUpload } from './console-files.ts';

const CALL = {
  method: 'POST',
  path: '/files',
  summary: 'A file',
  audience: 'edition.publish',
  upload: { types: ['text/csv'], maxBytes: 100 },
  reply: z.object({ length: z.number() }),
  failures: [],
} as const satisfies ConsoleCall;

// This test fails without the turns: the second file was read, and handled at once.
it('a file is not read before the one before is answered, or has failed', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const handled: string[] = [];
  serveUpload(app, CALL, async ({ content }) => {
    handled.push(content.toString());
    await released;
    return { length: content.length };
  });
  app.get('/later', async () => 'later');
  const read: string[] = [];
  const send = (text: string) =>
    app.inject({
      method: 'POST',
      url: '/api/files',
      headers: { 'content-type': 'text/csv' },
      payload: new Readable({
        read() {
          read.push(text);
          this.push(text);
          this.push(null);
        },
      }),
    });
  const first = send('first');
  await expect.poll(() => handled).toEqual(['first']);
  const others = [send('second'), send('x'.repeat(101)), send('third')];
  for (let n = 0; n < 3; n += 1) expect((await app.inject('/later')).body).toBe('later');
  expect([handled, read]).toEqual([['first'], ['first']]);
  release();
  expect((await Promise.all([first, ...others])).map(({ statusCode }) => statusCode)).toEqual([200, 200, 413, 200]);
  expect(handled).toEqual(['first', 'second', 'third']);
});
