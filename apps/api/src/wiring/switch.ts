import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { archivedPaths } from '../features/archive/policy.ts';
import type { Answer } from '../features/years/store.ts';
import { createSwitcher } from '../features/years/switch.service.ts';

/** Headers that a stored answer keeps; the others depend on the request or on when it is served. */
const KEPT = ['content-type', 'content-security-policy', 'access-control-allow-origin', 'cross-origin-resource-policy'];

/** The answers that the site gives now, to be archived. Those that it does not have, such as a record without a log, are left out. */
const collectFrom = (app: FastifyInstance, deps: Deps) => async (): Promise<Answer[]> => {
  const answers: Answer[] = [];
  for (const { path, from } of archivedPaths(
    deps.editionService.at(deps.clock.now()).edition,
    deps.page?.fontFaces ?? '',
  )) {
    const { statusCode, headers, rawPayload } = await app.inject({ url: from, remoteAddress: '127.0.0.1' });
    if (statusCode >= 500) throw new Error(`${from} answered ${statusCode}`);
    const kept = KEPT.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]] as const] : []));
    if (statusCode === 200) answers.push({ path, headers: Object.fromEntries(kept), body: rawPayload });
  }
  return answers;
};

/** Wires the switch from this process's edition to another. */
export const wireSwitch = (app: FastifyInstance, deps: Deps, onSwitched: () => void) => {
  const { year, pool, longPool, clock, phases, logger } = deps;
  return createSwitcher({
    ...{ year, pool, longPool, onSwitched },
    now: () => phases.earlier(clock.now()),
    publishTotals: () => deps.statistics.current(),
    collect: collectFrom(app, deps),
    onError: (error) => logger.warn({ err: error }, 'the switch to another edition could not be carried out'),
  });
};
