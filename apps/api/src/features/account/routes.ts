import { info, register, registerSchemaFor } from '@laurel/contracts/calls/account';
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
};

/** POST /users/register and GET /users/info. */
export const registerAccountRoutes = (app: FastifyInstance, { clock, floods, gate, accounts, edition }: Deps): void => {
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
    const { userId } = await gate.require(request.headers.authorization, clock.now());
    return ok(await accounts.info(userId));
  });
};
