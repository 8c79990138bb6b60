import * as calls from '@laurel/contracts/console/calls/clusters';
import { mayDo } from '@laurel/contracts/console/permissions';
import type { FastifyInstance } from 'fastify';
import { organiserOf, serveConsoleCall } from '../../http/console-call.ts';
import type { Clusters } from './service.ts';

/** The desk for suspicious votes. */
export const registerClusterConsoleRoutes = (app: FastifyInstance, { clusters }: { clusters: Clusters }): void => {
  serveConsoleCall(app, calls.listClusters, () => clusters.list());
  serveConsoleCall(app, calls.readCluster, ({ params }, { actor, role }) =>
    clusters.read(params.id, { actor, reason: null }, mayDo(role, 'exclusions.people')),
  );
  serveConsoleCall(app, calls.decideCluster, ({ params, body }, person) =>
    clusters.decide(params.id, { state: body.state, why: body.why ?? null }, organiserOf(person, body)),
  );
  serveConsoleCall(app, calls.revealCluster, async ({ params, body }, person) => ({
    people: await clusters.reveal(params.id, organiserOf(person, body)),
  }));
};
