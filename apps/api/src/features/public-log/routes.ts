import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { logResultSchema, logStatusSchema } from '@laurel/contracts/calls/log';
import type { Receipt } from '@laurel/contracts/calls/receipts';
import { receipts as receiptsCall } from '@laurel/contracts/calls/receipts';
import { reportSchema } from '@laurel/contracts/public-log/report';
import { parseTilePath, type Tile, tileOf } from '@laurel/tlog/tiles';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import type { Clock } from '../../clock.ts';
import { serveCall } from '../../http/call.ts';
import { observedAddress } from '../../http/client.ts';
import { takesEncoding } from '../../http/encoding.ts';
import type { Gate, SessionUserId } from '../../http/gate.ts';
import { charge, type MemoryLimit } from '../../http/memory-limit.ts';
import { networkOf } from '../../http/network.ts';
import { contentReply, failureReplies, NOT_MODIFIED } from '../../http/replies.ts';
import { etagOf, isKnown } from '../../http/validators.ts';
import type { Published } from './published.service.ts';
import type { LogReports } from './status.service.ts';
import type { Tiles } from './tree.service.ts';

/** The log that this process shows. */
export type ShownLog = LogReports & {
  year: number;
  /** The verifier key, as text. */
  verifierKey: string;
  published: Pick<Published, 'current' | 'refresh'>;
  tiles: Tiles;
};

/** The logs of archived editions: what was stored at their paths, and their tiles. */
export type PastLogs = {
  answer(year: number, path: string): Promise<{ body: Buffer } | undefined>;
  tile(year: number, tile: Tile): Promise<Uint8Array | undefined>;
};

type Deps = {
  clock: Clock;
  gate: Gate;
  reads: MemoryLimit;
  /** Reads of receipts, by account: each proof reads tiles and computes their hashes. */
  receiptReads: MemoryLimit;
  /** The receipts of a person's votes, in the current edition or in that of a year. */
  receipts(userId: SessionUserId, year: number | undefined): Promise<Receipt[]>;
  /** Undefined without a key: there is no log. */
  log: ShownLog | undefined;
  /** The logs of archived editions. */
  past: PastLogs;
};

/** Public data, which pages of any site may read. */
const OPEN = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
/** Content that changes: clients may keep it for two seconds. */
const CHANGING = { 'cache-control': 'public, max-age=2' };
/** The tile of a place and width never changes (RFC 8246). */
const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };
const TEXT = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const OCTETS = 'application/octet-stream';

const packed = promisify(gzip);

const params = z.object({ year: z.string().max(4), '*': z.string().max(100).optional() });
type Params = { Params: z.output<typeof params> };

/** Whether a tree of a size has this tile, in this width or a larger one. */
const isInTree = ({ level, index, width }: Tile, size: number): boolean => {
  try {
    return width <= tileOf(level, index, size).width;
  } catch {
    return false;
  }
};

/** The public log (docs/public-log.md, "Addresses"), and GET /vote/receipts. */
export const registerLogRoutes = (app: FastifyInstance, deps: Deps): void => {
  const { clock, gate, reads, receiptReads, receipts, log, past } = deps;
  serveCall(app, receiptsCall, async ({ query }, request) => {
    const now = clock.now();
    const { userId } = await gate.require(request.headers.authorization, now);
    charge(receiptReads, userId, now.getTime());
    return receipts(userId, query.edition);
  });
  // Every other path below /log/ is a 404: a redirect to the page would look like an answer.
  app.get('/log/*', { schema: { hide: true } }, () => {
    throw new AppError('request.not_found');
  });
  if (!log) return;
  const { published, tiles, year, verifierKey } = log;

  /** `isText`: whether gzip makes it smaller. */
  type Answer = { type: string; body: Uint8Array | string; caching: Record<string, string>; isText?: boolean };
  const send = async (request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> => {
    const { type, body, caching, isText = false } = answer;
    const isPacked = isText && takesEncoding(request.headers['accept-encoding'], 'gzip');
    const etag = etagOf(body, isPacked ? 'gzip' : undefined);
    reply.headers({ ...OPEN, ...caching, etag, ...(isText && { vary: 'accept-encoding' }) });
    if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send();
    if (isPacked)
      return reply
        .type(type)
        .header('content-encoding', 'gzip')
        .send(await packed(body));
    return reply.type(type).send(typeof body === 'string' ? body : Buffer.from(body));
  };
  type Content = { summary: string; type: string; schema?: z.ZodType };
  const serve = (
    path: string,
    { summary, type, schema }: Content,
    answer: (rest: string) => Promise<Omit<Answer, 'type'> | undefined>,
    ofPast = async (pastYear: string, _rest: string): Promise<Omit<Answer, 'type'> | undefined> => {
      const stored = await past.answer(Number(pastYear), `/log/${pastYear}/${path}`);
      return stored && { body: stored.body, caching: CHANGING };
    },
  ): void => {
    const response = {
      200: contentReply(type, summary, schema),
      ...NOT_MODIFIED,
      ...failureReplies([400, 404, 429, 503]),
    };
    app.route<Params>({
      method: 'GET',
      url: `/log/:year/${path}`,
      schema: { summary, tags: ['log'], params, response },
      handler: async (request, reply) => {
        charge(reads, networkOf(observedAddress(request)), clock.now().getTime());
        const rest = request.params['*'] ?? '';
        const found =
          request.params.year === String(year) ? await answer(rest) : await ofPast(request.params.year, rest);
        if (!found) throw new AppError('request.not_found');
        return send(request, reply, { type, ...found });
      },
    });
  };

  serve('checkpoint', { summary: 'The newest checkpoint of the public log, a signed note', type: TEXT }, async () => {
    const shown = published.current();
    return shown && { body: shown.cosigned, caching: CHANGING };
  });
  // Hashes are random octets, which gzip makes larger.
  const asTile = ({ level }: Tile, body: Uint8Array | undefined) =>
    body && { body, caching: IMMUTABLE, isText: level === 'entries' };
  serve(
    'tile/*',
    { summary: 'A tile of hashes or of entries (c2sp.org/tlog-tiles)', type: OCTETS },
    async (rest) => {
      const shown = published.current();
      const tile = parseTilePath(`tile/${rest}`);
      return shown && tile && isInTree(tile, shown.size) ? asTile(tile, await tiles.find(tile)) : undefined;
    },
    async (pastYear, rest) => {
      const tile = parseTilePath(`tile/${rest}`);
      return tile && asTile(tile, await past.tile(Number(pastYear), tile));
    },
  );
  serve('key', { summary: 'The verifier key of the public log', type: TEXT }, async () => ({
    body: `${verifierKey}\n`,
    caching: CHANGING,
  }));
  const ofStatus = {
    summary: 'What the public log has: votes by category, voters, witnesses',
    schema: logStatusSchema,
  };
  serve('status', { ...ofStatus, type: JSON_TYPE }, async () => {
    const status = await log.status();
    return status && { body: JSON.stringify(status), caching: CHANGING };
  });
  const ofResult = { summary: 'The opening of the result, once the winners are announced', schema: logResultSchema };
  serve('result', { ...ofResult, type: JSON_TYPE }, async () => {
    const result = await log.result();
    return result && { body: JSON.stringify(result), caching: CHANGING };
  });
  serve('policy', { summary: 'Whose signatures a checkpoint needs (c2sp.org/tlog-policy)', type: TEXT }, async () => ({
    body: await log.policy(),
    caching: CHANGING,
  }));
  const ofReport = { summary: 'The report about the vote, once the winners are announced', schema: reportSchema };
  serve('report', { ...ofReport, type: JSON_TYPE }, async () => {
    const found = await log.report();
    // Octet for octet: the log has the digest.
    return found && { body: found.text, caching: CHANGING, isText: true };
  });
};
