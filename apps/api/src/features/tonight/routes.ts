import { readFirstSteps, readTonight } from '@laurel/contracts/console/calls/tonight';
import type { FastifyInstance } from 'fastify';
import { serveFinishedCall } from '../../http/console-answer.ts';
import { serveConsoleCall } from '../../http/console-call.ts';
import type { TonightAnswers } from './service.ts';

/** The calls of the screen that stays open during the vote. */
export const registerTonightConsoleRoutes = (app: FastifyInstance, { tonight }: { tonight: TonightAnswers }): void => {
  serveFinishedCall(app, readTonight, ({ span }) => tonight.current(span));
  serveConsoleCall(app, readFirstSteps, async () => ({ steps: [...(await tonight.firstSteps())] }));
};
