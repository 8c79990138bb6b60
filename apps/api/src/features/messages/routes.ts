import * as calls from '@laurel/contracts/console/calls/messages';
import { readSpending, type Spending } from '@laurel/contracts/console/calls/spending';
import { mayDo } from '@laurel/contracts/console/permissions';
import type { VoterMail } from '@laurel/contracts/console/voter-mails';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../app-error.ts';
import { serveConsoleCall } from '../../http/console-call.ts';
import type { DraftMail } from '../../jobs/port.ts';
import type { FindAccounts } from './port.ts';
import type { Messages } from './service.ts';

type Deps = {
  messages: Messages;
  findAccounts: FindAccounts;
  /** @throws AppError console.not_found, console.upload_refused */
  draftMail(draft: number, mail: VoterMail): Promise<DraftMail>;
  /** What codes to phones cost. */
  spending(): Promise<Spending>;
  now(): Date;
};

/** The history of messages. */
export const registerMessagesConsoleRoutes = (
  app: FastifyInstance,
  { messages, findAccounts, draftMail, spending, now }: Deps,
): void => {
  serveConsoleCall(app, calls.readMessages, async ({ query: { to, ...query } }, { role }) => {
    const recipients = mayDo(role, 'messages.recipients');
    if (to !== undefined && !recipients) throw new AppError('console.forbidden');
    const found = to === undefined ? undefined : await findAccounts(to);
    const page = await messages.list({ ...query, accounts: found?.ids }, recipients, now());
    return { ...page, partial: found?.more ?? false };
  });
  serveConsoleCall(app, calls.readMessageTotals, ({ query }) => messages.totals(query.span, now()));
  serveConsoleCall(app, readSpending, spending);
  serveConsoleCall(app, calls.retryMessage, async ({ params, body: { reason } }, { actor }) => {
    await messages.retry(params.id, { actor, reason }, now());
    return { success: true as const };
  });
  serveConsoleCall(app, calls.sendTestMessage, async ({ body: { reason, ...body } }, { actor }) => {
    const { kind, to, language } = body;
    const draft =
      body.kind === 'mail' && body.mail !== undefined && body.draft !== undefined
        ? await draftMail(body.draft, body.mail)
        : undefined;
    const id = await messages.test({ kind, to, language, draft }, { actor, reason }, now());
    return { success: true as const, data: { id } };
  });
};
