import * as calls from '@laurel/contracts/console/calls/results';
import { readSeason } from '@laurel/contracts/console/calls/season';
import { mayDo } from '@laurel/contracts/console/permissions';
import type { FastifyInstance } from 'fastify';
import { organiserOf, serveConsoleCall } from '../../http/console-call.ts';
import { serveDownload } from '../../http/console-files.ts';
import type { ResultsService } from './service.ts';
import type { Taking } from './taking.service.ts';

/** The counts of each category, and the result to take away. */
export const registerResultsConsoleRoutes = (
  app: FastifyInstance,
  { results, taking }: { results: ResultsService; taking: Taking },
): void => {
  serveConsoleCall(app, calls.readResults, (_input, { role }) => results.read(mayDo(role, 'results.exact')));
  serveConsoleCall(app, calls.readResultsSheet, (_input, person) => taking.sheet(person));
  serveConsoleCall(app, readSeason, (_input, person) => taking.season(person));
  serveDownload(app, calls.downloadResultsCsv, ({ query }, person) => taking.csv(person, query.language));
  serveDownload(app, calls.downloadResultsXlsx, ({ query }, person) => taking.xlsx(person, query.language));
  serveConsoleCall(app, calls.askForReport, ({ body }, person) => taking.askForReport(organiserOf(person, body)));
  serveDownload(app, calls.downloadLogos, (_input, person) => taking.logos(person));
};
