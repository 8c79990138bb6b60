import * as calls from '@laurel/contracts/console/calls/messages';
import { mayDo } from '@laurel/contracts/console/permissions';
import type { FastifyInstance } from 'fastify';
import { serveConsoleCall } from '../../http/console-call.ts';
import type { Messages } from './service.ts';

type Deps = { messages: Messages; now(): Date };

/** The history of messages. */
export const registerMessagesConsoleRoutes = (app: FastifyInstance, { messages, now }: Deps): void => {
  serveConsoleCall(app, calls.readMessages, ({ query }, { role }) =>
    messages.list(query, mayDo(role, 'messages.recipients'), now()),
  );
  serveConsoleCall(app, calls.readMessageTotals, ({ query }) => messages.totals(query.span, now()));
  serveConsoleCall(app, calls.retryMessage, async ({ params, body: { reason } }, { actor }) => {
    await messages.retry(params.id, { actor, reason }, now());
    return { success: true as const };
  });
  serveConsoleCall(app, calls.sendTestMessage, async ({ body: { reason, ...to } }, { actor }) => {
    const id = await messages.test(to, { actor, reason }, now());
    return { success: true as const, data: { id } };
  });
};
