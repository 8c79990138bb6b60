import { readResults } from '@laurel/contracts/console/calls/results';
import { mayDo } from '@laurel/contracts/console/permissions';
import type { FastifyInstance } from 'fastify';
import { serveConsoleCall } from '../../http/console-call.ts';
import type { ResultsService } from './service.ts';

/** The counts of each category. */
export const registerResultsConsoleRoutes = (app: FastifyInstance, { results }: { results: ResultsService }): void => {
  serveConsoleCall(app, readResults, (_input, { role }) => results.read(mayDo(role, 'results.exact')));
};
