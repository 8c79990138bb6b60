import * as calls from '@laurel/contracts/console/calls/visits';
import type { FastifyInstance } from 'fastify';
import { serveConsoleCall } from '../../http/console-call.ts';
import type { VisitCount } from './store.ts';

const DAY_MS = 86_400_000;
const NONE = { views: 0, registered: 0, logins: 0, votes: 0 };

type Deps = { visits: { read(since: Date): Promise<VisitCount[]> }; now(): Date };

/** How many people came by which campaign. */
export const registerVisitsConsoleRoutes = (app: FastifyInstance, { visits, now }: Deps): void => {
  serveConsoleCall(app, calls.readVisits, async ({ query: { days } }) => {
    const counts = await visits.read(new Date(now().getTime() - (days - 1) * DAY_MS));
    const campaigns = [...Map.groupBy(counts, ({ campaign }) => campaign)].map(([campaign, steps]) => ({
      campaign,
      ...NONE,
      ...Object.fromEntries(steps.map(({ step, count }) => [step, count])),
    }));
    return { campaigns: campaigns.sort((a, b) => b.views - a.views || b.votes - a.votes) };
  });
};
