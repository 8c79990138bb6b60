import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Reply, Witness } from './service.ts';

/** Sixteen signatures of 5 kB and a proof of 63 hashes fit in it. */
const MAX_BODY_BYTES = 128 * 1024;
const REQUEST_MS = 10_000;
/** Logs keep their connection between checkpoints. */
const KEEP_ALIVE_MS = 65_000;
const MAX_CONNECTIONS = 500;
/** The number of requests in progress above which the witness answers that it is busy. */
const MAX_WAITING = 200;

const plain = (status: number, body: string): Reply => ({ status, type: 'text/plain; charset=utf-8', body });
const CHECKPOINT_PATH = /^\/([0-9a-f]{64})\/checkpoint$/;

/** Reads a body, or returns undefined if it is too long. */
const readBody = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(part);
    length += bytes.length;
    if (length > MAX_BODY_BYTES) return undefined;
    parts.push(bytes);
  }
  return Buffer.concat(parts);
};

const read = async (witness: Witness, path: string): Promise<Reply> => {
  if (path === '/' || path === '/key') return plain(200, `${witness.verifierKey}\n`);
  const [, originHash] = CHECKPOINT_PATH.exec(path) ?? [];
  const note = originHash === undefined ? undefined : await witness.newest(originHash);
  return note === undefined ? plain(404, 'there is nothing here\n') : plain(200, note);
};

const add = async (witness: Witness, request: IncomingMessage): Promise<Reply> => {
  const body = await readBody(request);
  return body ? witness.add(body) : plain(413, 'the request is too long\n');
};

const send = (request: IncomingMessage, response: ServerResponse, { status, type, body }: Reply): void => {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // The body of a 405 lists the methods.
    ...(status === 405 ? { allow: body.trim() } : {}),
    ...(status === 503 ? { 'retry-after': '1' } : {}),
    // The rest of a long body is not read.
    ...(status === 413 ? { connection: 'close' } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
};

/**
 * The HTTP interface of a witness: the submission prefix and the monitoring prefix are `/`. Logs no addresses.
 * @param requestMs the time in which a request has to arrive, milliseconds
 */
export const createWitnessServer = (witness: Witness, logger: Logger, requestMs = REQUEST_MS): Server => {
  let waiting = 0;
  const answer = async (request: IncomingMessage): Promise<Reply> => {
    const [path = ''] = (request.url ?? '').split('?');
    if (path === '/add-checkpoint') {
      if (request.method !== 'POST') return plain(405, 'POST\n');
      return waiting > MAX_WAITING ? plain(503, 'busy, ask again\n') : add(witness, request);
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'GET, HEAD\n');
    return read(witness, path);
  };
  const server = createServer(
    {
      requestTimeout: requestMs,
      headersTimeout: requestMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: Math.min(1_000, requestMs),
    },
    (request, response) => {
      waiting += 1;
      void answer(request)
        .catch((err: unknown) => {
          // A client that left before its body ended is no fault.
          if (!request.destroyed || request.complete) logger.error({ err }, 'a request failed');
          return plain(500, 'the witness can’t answer now\n');
        })
        .then((reply) => send(request, response, reply))
        .finally(() => {
          waiting -= 1;
        });
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  return server;
};
