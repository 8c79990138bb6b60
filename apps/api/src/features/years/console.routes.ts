import * as calls from '@laurel/contracts/console/calls/years';
import type { FastifyInstance } from 'fastify';
import { ok } from '../../http/call.ts';
import { DONE, organiserOf, serveConsoleCall } from '../../http/console-call.ts';
import { serveDownload } from '../../http/console-files.ts';
import type { Years } from './service.ts';

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null;

/** The editions of all years: listed, begun, and switched to. */
export const registerYearsConsoleRoutes = (app: FastifyInstance, { years }: { years: Years }): void => {
  serveConsoleCall(app, calls.listEditions, async () => {
    const { editions, refused } = await years.list();
    const listed = editions.map(({ endedAt, switchAt, ...each }) => ({
      ...each,
      endedAt: isoOf(endedAt),
      switchAt: isoOf(switchAt),
    }));
    return { editions: listed, refused };
  });
  serveConsoleCall(app, calls.createEdition, async ({ params, body }, person) =>
    ok(await years.create(params.year, body.from, organiserOf(person, body))),
  );
  serveDownload(app, calls.downloadSite, async ({ params: { year } }) => ({
    name: `awards-${year}.zip`,
    content: await years.site(year),
  }));
  serveConsoleCall(app, calls.deleteEdition, async ({ params, body }, person) => {
    await years.remove(params.year, organiserOf(person, body));
    return DONE;
  });
  serveConsoleCall(app, calls.switchEdition, async ({ params, body }, person) => {
    await years.plan(params.year, body.at === null ? null : new Date(body.at), organiserOf(person, body));
    return DONE;
  });
  serveConsoleCall(app, calls.cancelSwitch, async ({ params, body }, person) => {
    await years.cancel(params.year, organiserOf(person, body));
    return DONE;
  });
};
