import { readReminders } from '@laurel/contracts/console/calls/messages';
import type { FastifyInstance } from 'fastify';
import { serveConsoleCall } from '../../http/console-call.ts';
import type { Brought } from './store.ts';

/** What the reminders brought. */
export const registerRemindersConsoleRoutes = (
  app: FastifyInstance,
  { readBrought }: { readBrought(): Promise<Brought[]> },
): void => {
  serveConsoleCall(app, readReminders, async () => ({ steps: await readBrought() }));
};
