import type { ConsoleCall } from '@laurel/contracts/console/call';
import { mayDo, type Role } from '@laurel/contracts/console/permissions';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { API_PREFIX } from './call.ts';
import type { TeamMember } from './console-gate.ts';

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

type Deps = {
  /** The origin of the console, which a browser names with every change. */
  origin: string;
  now(): Date;
  /** The session of a request's cookie, from the request's network. */
  findSession(request: FastifyRequest, now: Date): Promise<AliveSession | undefined>;
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

const callOf = (request: FastifyRequest): ConsoleCall | undefined => {
  const { call } = request.routeOptions.config;
  return call && 'audience' in call ? call : undefined;
};

/**
 * Lets in only requests that the contract allows, before anything else of them is read: changes come from the console's own
 * pages (so no other site can make them with the person's cookie), the session is alive, the role allows the action, and the
 * passkey is fresh where the call needs it. For a change, the session is checked again once the body has arrived.
 * @throws AppError console.cross_origin, console.signed_out, console.forbidden, console.passkey_needed, limit.exceeded
 */
export const guardConsole = (app: FastifyInstance, { origin, now, findSession, isFresh, actorOf }: Deps): void => {
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
};
