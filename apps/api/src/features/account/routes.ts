import { info, register, registerSchemaFor } from '@laurel/contracts/calls/account';
import type { FastifyInstance } from 'fastify';
import { ok, serveCall } from '../../lib/call.ts';
import { clientOf } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Floods } from '../../lib/floods.ts';
import type { Gate } from '../../lib/gate.ts';
import type { Accounts } from './service.ts';

type Given = {
  clock: Clock;
  floods: Floods;
  gate: Gate;
  accounts: Accounts;
  edition: { blockedRegions: readonly string[] };
};

/** POST /users/register and GET /users/info. */
export const registerAccountRoutes = (
  app: FastifyInstance,
  { clock, floods, gate, accounts, edition }: Given,
): void => {
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
