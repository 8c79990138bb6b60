import { info, register, registerSchemaFor } from '@laurel/contracts/calls/account';
import type { OpenInstagram } from '@laurel/contracts/records';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import { ok, serveCall } from '../../http/call.ts';
import { clientOf } from '../../http/client.ts';
import type { Gate } from '../../http/gate.ts';
import type { Floods } from '../floods/port.ts';
import type { Accounts } from './service.ts';

type Deps = {
  clock: Clock;
  floods: Floods;
  gate: Gate;
  accounts: Accounts;
  edition: { blockedRegions: readonly string[] };
  /** The user's undecided Instagram verification, with the code to send. */
  readOpenInstagram(accountId: string, now: Date): Promise<OpenInstagram | undefined>;
};

/** POST /users/register and GET /users/info. */
export const registerAccountRoutes = (app: FastifyInstance, deps: Deps): void => {
  const { clock, floods, gate, accounts, edition } = deps;
  serveCall(
    app,
    register,
    async ({ body }, request) => {
      const now = clock.now();
      await floods.admit('register', request, now);
      return ok({ code: await accounts.register(body, clientOf(request), now) });
    },
    { body: registerSchemaFor(edition.blockedRegions) },
  );
  serveCall(app, info, async (_input, request) => {
    const now = clock.now();
    const { userId } = await gate.require(request.headers.authorization, now);
    const [known, openInstagram] = await Promise.all([accounts.info(userId), deps.readOpenInstagram(userId, now)]);
    return { ...ok(known), ...(openInstagram && { metadata: { openInstagram } }) };
  });
};
