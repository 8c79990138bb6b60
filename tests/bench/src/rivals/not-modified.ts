// Node.js alone, responding 304 with the required headers.
import { createServer } from 'node:http';
import { serve } from '../serve.ts';

const CACHING = { 'cache-control': 'public, max-age=1', vary: 'accept-encoding' };

await serve(
  createServer((request, response) => {
    response.writeHead(304, { ...CACHING, etag: request.headers['if-none-match'] }).end();
  }),
);
