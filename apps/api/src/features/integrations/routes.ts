import * as calls from '@laurel/contracts/console/calls/integrations';
import type { FastifyInstance } from 'fastify';
import { ok } from '../../http/call.ts';
import { DONE, organiserOf, serveConsoleCall } from '../../http/console-call.ts';
import type { Integrations } from './desk.service.ts';

/** The calls of the screen for webhooks and tokens. */
export const registerIntegrationRoutes = (
  app: FastifyInstance,
  { integrations }: { integrations: Integrations },
): void => {
  serveConsoleCall(app, calls.readIntegrations, () => integrations.read());
  serveConsoleCall(app, calls.addHook, async ({ body }, person) =>
    ok({ secret: await integrations.addHook(body, organiserOf(person, body)) }),
  );
  for (const [call, what] of [
    [calls.removeHook, 'remove'],
    [calls.resumeHook, 'resume'],
    [calls.sendAgain, 'send-again'],
  ] as const)
    serveConsoleCall(app, call, async ({ params, body }, person) => {
      await integrations.changeHook(what, params.id, organiserOf(person, body));
      return DONE;
    });
  serveConsoleCall(app, calls.addToken, async ({ body }, person) =>
    ok({ token: await integrations.addToken({ ...body, memberId: person.id }, organiserOf(person, body)) }),
  );
  serveConsoleCall(app, calls.revokeToken, async ({ params, body }, person) => {
    await integrations.revokeToken(params.id, organiserOf(person, body));
    return DONE;
  });
};
