import type { Floods } from '../features/floods/port.ts';
import { proofHeader } from '../features/floods/proof.policy.ts';
import { createFloods } from '../features/floods/service.ts';
import { clientOf } from '../http/client.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Metrics } from './metrics.ts';

/** Wires the counting of floods, and the port through which other features use it. */
export const wireFloods = ({ clock, config, db, keyring, logger }: Infrastructure, metrics: Metrics) => {
  const [secret, ...previous] = keyring.hmacs('proof-of-work', 'challenges').map((key) => key.toString('base64'));
  if (secret === undefined) throw new Error('a keyring has a key');
  const floodControl = createFloods({
    db,
    rules: config.limits.floods,
    secrets: [secret, ...previous],
    now: () => clock.now(),
    onLevel: (work, scope, level) => {
      metrics.floodLevel.set({ work, scope }, level);
      if (level > 0) logger.warn({ work, scope, level }, 'a flood: a proof of work is asked for');
      else logger.info({ work, scope }, 'the flood is over: no proof of work is asked for');
    },
    onRequest: (work, outcome) => metrics.floodAsked.inc({ work, outcome }),
    onError: (error) => logger.warn({ err: error }, 'the flood levels could not be stored or read'),
  });
  const floods: Floods = {
    admit: (work, request, now) =>
      floodControl.admit(work, { network: clientOf(request).network, proof: proofHeader(request) }, now),
  };
  return { floodControl, floods };
};
