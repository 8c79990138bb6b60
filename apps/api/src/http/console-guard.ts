import type { ConsoleCall } from '@laurel/contracts/console/call';
import { type Action, mayDo, type Role } from '@laurel/contracts/console/permissions';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { API_PREFIX } from './call.ts';
import type { TeamMember } from './console-gate.ts';
import { etagOf, isKnown } from './validators.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The calls that the console serves. */
    consoleCalls: readonly ConsoleCall[];
  }
}

/** A session that is alive, with the person's current role. */
type AliveSession = {
  sessionId: string;
  memberId: string;
  name: string;
  role: Role;
  startedAt: Date;
  endsAt: Date;
  passkeyAt: Date;
};

/** A token that reads, with a role, the data of some screens. */
type ReadToken = { id: string; name: string; role: Role; scopes: readonly string[] };

type Deps = {
  /** The origin of the console, which a browser names with every change. */
  origin: string;
  now(): Date;
  /** The session of a request's cookie, from the request's network. */
  findSession(request: FastifyRequest, now: Date): Promise<AliveSession | undefined>;
  /** The token of a request (RFC 6750), which counts as one of its calls. @throws AppError limit.exceeded */
  findToken(token: string, request: FastifyRequest, now: Date): Promise<ReadToken | undefined>;
  isFresh(passkeyAt: Date, now: Date): boolean;
  /** How the audit log names a person. */
  actorOf(name: string): string;
};

const memberOf = ({ memberId, passkeyAt: _passkeyAt, ...session }: AliveSession, actor: string): TeamMember => ({
  ...session,
  // The only place that makes the proof.
  id: memberId as TeamMember['id'],
  actor,
});

/** Whether a token may make a call for an action: one that reads and needs no passkey, of a screen and a role of the token. */
const mayRead = ({ role, scopes }: ReadToken, { method, fresh }: ConsoleCall, action: Action): boolean =>
  method === 'GET' && !fresh && mayDo(role, action) && scopes.some((scope) => action.startsWith(`${scope}.`));

/** How a token stands in the audit log. Nothing of it is a person. */
const readerOf = ({ id, name, role }: ReadToken, now: Date): TeamMember =>
  memberOf({ memberId: id, sessionId: id, name, role, startedAt: now, endsAt: now, passkeyAt: now }, `${name} (API)`);

const callOf = (request: FastifyRequest): ConsoleCall | undefined => {
  const { call } = request.routeOptions.config;
  return call && 'audience' in call ? call : undefined;
};

/**
 * Lets in only requests that the contract allows, before anything else of them is read: changes come from the console's own
 * pages (so no other site can make them with the person's cookie), the session is alive, the role allows the action, and the
 * passkey is fresh where the call needs it. A token instead of a session opens calls that read. For a change, the session is checked again once the body has arrived.
 * @throws AppError console.cross_origin, console.signed_out, console.forbidden, console.passkey_needed, limit.exceeded
 */
export const guardConsole = (
  app: FastifyInstance,
  { origin, now, findSession, findToken, isFresh, actorOf }: Deps,
): void => {
  const calls: ConsoleCall[] = [];
  app.decorate('consoleCalls', calls);
  // A route without a call would be open to everybody.
  app.addHook('onRoute', ({ url, config, method }) => {
    if (!url.startsWith(`${API_PREFIX}/`) || method === 'HEAD') return;
    if (!config?.call || !('audience' in config.call))
      throw new Error(`${url} serves no call of the console's contract`);
    calls.push(config.call);
  });
  const letIn = async (request: FastifyRequest, call: ConsoleCall): Promise<void> => {
    if (call.audience === 'anyone') return;
    const at = now();
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (token !== undefined) {
      const found = await findToken(token, request, at);
      // It is no person who is signed in.
      if (!found || call.audience === 'signed-in') throw new AppError('console.signed_out');
      if (!mayRead(found, call, call.audience)) throw new AppError('console.forbidden');
      request.teamMember = readerOf(found, at);
      return;
    }
    const session = await findSession(request, at);
    if (!session) throw new AppError('console.signed_out');
    if (call.audience !== 'signed-in' && !mayDo(session.role, call.audience)) throw new AppError('console.forbidden');
    if (call.fresh && !isFresh(session.passkeyAt, at)) throw new AppError('console.passkey_needed');
    request.teamMember = memberOf(session, actorOf(session.name));
  };
  app.addHook('onRequest', async (request) => {
    const call = callOf(request);
    if (!call) return;
    if (call.method !== 'GET' && request.headers.origin !== origin) throw new AppError('console.cross_origin');
    await letIn(request, call);
  });
  // The sender decides when the body arrives. The person may have been removed since the headers came.
  app.addHook('preHandler', async (request) => {
    const call = callOf(request);
    if (call && call.method !== 'GET') await letIn(request, call);
  });
  // Programs ask again and again: an answer that they have is not sent to them again.
  app.addHook('onSend', async (request, reply, payload) => {
    const isRead =
      request.headers.authorization !== undefined && typeof payload === 'string' && reply.statusCode === 200;
    if (!isRead || reply.hasHeader('etag')) return payload;
    const etag = etagOf(payload);
    reply.headers({ etag, 'cache-control': 'private, no-cache' });
    if (!isKnown(request.headers['if-none-match'], etag)) return payload;
    reply.code(304);
    return null;
  });
};
