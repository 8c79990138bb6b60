// Fastify's empty route: the minimal cost of a request. And the cost of sending FOLDER's files from memory.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { serve } from '../serve.ts';

const { FOLDER } = process.env;
const app = Fastify();
app.get('/', (_request, reply) => reply.send());
for (const name of FOLDER === undefined ? [] : readdirSync(FOLDER)) {
  const body = readFileSync(join(FOLDER ?? '', name));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=1',
    vary: 'accept-encoding',
    etag: '"0123456789012345678901"',
    ...(name.endsWith('.br') ? { 'content-encoding': 'br' } : {}),
  };
  app.get(`/${name}`, (_request, reply) => reply.headers(headers).send(body));
}

await app.ready();
await serve(app.server);
