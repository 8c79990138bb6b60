import { readTonight } from '@laurel/contracts/console/calls/tonight';
import type { FastifyInstance } from 'fastify';
import { serveFinishedCall } from '../../http/console-answer.ts';
import type { TonightAnswers } from './service.ts';

/** The call of the screen that stays open during the vote. */
export const registerTonightConsoleRoutes = (app: FastifyInstance, { tonight }: { tonight: TonightAnswers }): void => {
  serveFinishedCall(app, readTonight, ({ span }) => tonight.current(span));
};
