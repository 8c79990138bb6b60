import { readResults } from '@laurel/contracts/console/calls/results';
import type { FastifyInstance } from 'fastify';
import { serveConsoleCall } from '../../http/console-call.ts';
import type { ResultsService } from './service.ts';

/** The counts of each category. */
export const registerResultsConsoleRoutes = (app: FastifyInstance, { results }: { results: ResultsService }): void => {
  serveConsoleCall(app, readResults, () => results.read());
};
