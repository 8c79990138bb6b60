import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';
import { yearQuery } from '@laurel/contracts/year-query';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import { observedAddress } from './client.ts';
import type { EarlyAnswer } from './early-answer.ts';
import { takesEncoding } from './encoding.ts';
import type { MemoryLimit } from './memory-limit.ts';
import { networkOf } from './network.ts';
import { etagOf, isKnown } from './validators.ts';

/** The bytes of a response, and their validator (RFC 9110 §8.8.3). */
type Variant = { body: Buffer; etag: string; headers: Readonly<Record<string, string>>; text: string | undefined };

const JSON_TYPE = 'application/json; charset=utf-8';
/** Up to this many octets, Node.js writes a latin1 body together with the head in one piece. */
const IN_ONE_PIECE = 14 * 1024;

const variant = (body: Buffer, etag: string, more: Record<string, string>): Variant => ({
  body,
  etag,
  headers: { ...more, 'content-length': String(body.length), etag },
  text: body.length <= IN_ONE_PIECE ? body.toString('latin1') : undefined,
});

/** A text that is the same for all clients, prepared once. */
export type Finished = {
  /** The uncompressed text. */
  readonly body: Buffer;
  /** The validator of the text, independent of the encoding. */
  readonly etag: string;
  /** The variant for an Accept-Encoding: compressed at the first request, then stored. */
  fitting(acceptEncoding: string | undefined): Variant;
};

/** A higher quality saves 2 % of the bytes and doubles the time. */
const QUALITY = 5;

/** Prepares a text as bytes, with a validator for each encoding. */
export const finish = (text: string, type = JSON_TYPE): Finished => {
  const body = Buffer.from(text);
  const headers = { 'content-type': type };
  const plain = variant(body, etagOf(body), headers);
  let compressed: Variant | undefined;
  const compress = (): Variant => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    const smaller = brotliCompressSync(body, { params });
    return smaller.length < body.length
      ? variant(smaller, etagOf(body, 'br'), { ...headers, 'content-encoding': 'br' })
      : plain;
  };
  return {
    body,
    etag: plain.etag,
    fitting: (acceptEncoding) => {
      if (!takesEncoding(acceptEncoding, 'br')) return plain;
      compressed ??= compress();
      return compressed;
    },
  };
};

/** A public response that is the same for all clients. */
export type CommonAnswer = {
  url: string;
  schema: FastifySchema;
  cacheControl: string;
  /** The stored text; undefined if it must be created first. */
  fresh(now: Date): Finished | undefined;
  current(): Promise<Finished>;
  /** The same of an archived edition; undefined for a year that has none. */
  past?(year: number): Promise<Finished | undefined>;
};

type Deps = {
  clock: Clock;
  reads: MemoryLimit;
  addressOf(request: IncomingMessage): string;
  /** The headers of every API response. */
  headers: Readonly<Record<string, string>>;
  /** Called with the status of each response. */
  answered(url: string, status: number): void;
};

/**
 * Serves prepared bytes with an ETag. `early` answers a plain GET before Fastify, because most requests are of this kind.
 * Other requests (over the limit, nothing stored, HEAD) go to the route that `register` adds, which answers the same.
 */
export const serveCommonAnswer = (deps: Deps, answer: CommonAnswer) => {
  const { clock, reads, addressOf, answered } = deps;
  const { url, schema, cacheControl, fresh, current, past } = answer;
  /** The headers of a 304 as well (RFC 9110 §15.4.5). */
  const caching = { 'cache-control': cacheControl, vary: 'accept-encoding' };
  const whole = { ...deps.headers, ...caching };

  /** The head of each variant, created once. */
  const heads = new WeakMap<Variant, Readonly<Record<string, string>>>();
  const headOf = (fitting: Variant): Readonly<Record<string, string>> => {
    const made = heads.get(fitting) ?? { ...whole, ...fitting.headers };
    heads.set(fitting, made);
    return made;
  };

  const give = (request: IncomingMessage, response: ServerResponse, finished: Finished): void => {
    const fitting = finished.fitting(request.headers['accept-encoding']);
    const { etag, text } = fitting;
    const known = isKnown(request.headers['if-none-match'], etag);
    answered(url, known ? 304 : 200);
    if (known) response.writeHead(304, { ...caching, etag }).end();
    else if (text !== undefined) response.writeHead(200, headOf(fitting)).end(text, 'latin1');
    else response.writeHead(200, headOf(fitting)).end(fitting.body);
  };

  const early: EarlyAnswer = (request, response) => {
    if (request.url !== url || request.method !== 'GET') return false;
    const now = clock.now();
    const finished = fresh(now);
    if (!finished || reads.take(networkOf(addressOf(request)), now.getTime()) > 0) return false;
    give(request, response, finished);
    return true;
  };

  const register = (app: FastifyInstance): void => {
    app.route({
      method: 'GET',
      url,
      schema: past ? { ...schema, querystring: yearQuery } : schema,
      handler: async (request, reply) => {
        const retryAfterSeconds = reads.take(networkOf(observedAddress(request)), clock.now().getTime());
        if (retryAfterSeconds > 0) {
          answered(url, 429);
          throw new AppError('limit.exceeded', { retryAfterSeconds });
        }
        const { edition: year } = yearQuery.parse(request.query);
        const finished = year === undefined || !past ? await current() : await past(year);
        if (!finished) throw new AppError('request.not_found');
        reply.hijack();
        give(request.raw, reply.raw, finished);
      },
    });
  };

  return { early, register };
};
