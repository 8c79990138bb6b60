import * as calls from '@laurel/contracts/console/calls/integrations';
import type { FastifyInstance } from 'fastify';
import { ok } from '../../http/call.ts';
import { DONE, organiserOf, serveConsoleCall } from '../../http/console-call.ts';
import type { Integrations } from './desk.service.ts';

/** The calls of the screen for webhooks and keys. */
export const registerIntegrationRoutes = (
  app: FastifyInstance,
  { integrations }: { integrations: Integrations },
): void => {
  serveConsoleCall(app, calls.readIntegrations, () => integrations.read());
  serveConsoleCall(app, calls.addHook, async ({ body: { reason, ...hook } }, person) =>
    ok({ secret: await integrations.addHook(hook, organiserOf(person, { reason })) }),
  );
  serveConsoleCall(app, calls.addToken, async ({ body: { reason, ...token } }, person) =>
    ok({ secret: await integrations.addToken(person.id, token, organiserOf(person, { reason })) }),
  );
  for (const { call, action } of [
    { call: calls.removeHook, action: 'hook.remove' },
    { call: calls.sendAgain, action: 'hook.send-again' },
    { call: calls.revokeToken, action: 'token.revoke' },
  ])
    serveConsoleCall(app, call, async ({ params: { id }, body }, person) => {
      await integrations.make({ action, id }, organiserOf(person, body));
      return DONE;
    });
};
